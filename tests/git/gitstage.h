// A target, its vault and base.git, and a clone beside them, as a run has them.
#pragma once

#include "core/git/folder.h"
#include "core/git/target.h"
#include "core/git/trash.h"
#include "core/git/worktree.h"
#include "tests/support/scratchrepository.h"
#include "tests/support/verifyok.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::test {

/// Runs one test function of this executable as an ordinary user, from root.
inline void runAsNobody(const QString &function)
{
    int status = -1;
    const QByteArray output
        = runProgram(QStringLiteral("setpriv"),
                     {QStringLiteral("--reuid=65534"), QStringLiteral("--regid=65534"),
                      QStringLiteral("--clear-groups"), QCoreApplication::applicationFilePath(), function},
                     QStringLiteral("/"), &status);
    if (!output.contains("Totals:"))
        QSKIP("no other user can be played here: setpriv, or this program for others to run, is missing");
    QVERIFY2(status == 0, output.constData());
}

/// Folders in folders, `depth` of them named "dddddddddd": deeper than any path can name.
inline void makeDeep(const QString &top, int depth)
{
    FileDescriptor folder(::open(top.toUtf8().constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int i = 0; i < depth; ++i) {
        if (::mkdirat(folder.get(), "dddddddddd", 0755) != 0)
            qFatal("cannot make folder %d", i);
        folder = FileDescriptor(::openat(folder.get(), "dddddddddd", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    const FileDescriptor file(::openat(folder.get(), "f", O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    if (!file.isOpen())
        qFatal("cannot make the deepest file");
}

class GitStage {
public:
    explicit GitStage(ProcessHost &host) : git(host) {}
    ~GitStage() // before QTemporaryDir, which cannot delete names that are not UTF-8
    {
        for (const QString &folder : {target.path(), target.sibling(QStringLiteral("run"))})
            if (const auto gone = discard(folder); !gone)
                qWarning("%s", why(gone).constData());
    }
    Q_DISABLE_COPY_MOVE(GitStage)

    GitProgram git;
    ScratchRepository target;
    ObjectId base, baseTree; ///< after begin()

    [[nodiscard]] QString vault() const { return target.sibling(QStringLiteral("run/vault.git")); }
    [[nodiscard]] QString baseGit() const { return target.sibling(QStringLiteral("run/base.git")); }
    [[nodiscard]] QString clone() const { return target.sibling(QStringLiteral("run/clone")); }
    [[nodiscard]] QString index() const { return target.sibling(QStringLiteral("run/index")); }
    [[nodiscard]] QByteArray at(const QByteArray &path) const { return clone().toUtf8() + '/' + path; }

    /// Commits what the target holds, fetches it and lays the clone.
    [[nodiscard]] Status begin()
    {
        base = ObjectId(target.commitAll(QStringLiteral("base")));
        baseTree = ObjectId(target.git({QStringLiteral("rev-parse"), QStringLiteral("HEAD^{tree}")}).trimmed());
        if (const auto made = makeFolder(target.sibling(QStringLiteral("run"))); !made)
            return made;
        const TargetFacts facts{.path = target.path(), .base = base, .baseTree = baseTree};
        if (const auto fetched = fetchBase(git, facts, vault(), baseGit()); !fetched)
            return fetched;
        if (const auto written = materialize(git, vault(), baseTree, clone()); !written)
            return written;
        return layGit(vault(), base, baseGit(), baseGit().toUtf8(), clone());
    }

    [[nodiscard]] Result<CollectedTree> collectClone(const QList<RepoPath> &leaveOut = {})
    {
        return collect(git, vault(), index(), baseTree, clone(), leaveOut);
    }

    void write(const QByteArray &path, const QByteArray &bytes, mode_t mode = 0644) const
    {
        const QByteArray full = at(path);
        for (qsizetype slash = full.indexOf('/', clone().toUtf8().size() + 1); slash >= 0;
             slash = full.indexOf('/', slash + 1))
            ::mkdir(full.left(slash).constData(), 0755);
        const FileDescriptor file(::open(full.constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
        if (!file.isOpen() || ::write(file.get(), bytes.constData(), size_t(bytes.size())) != bytes.size()
            || ::fchmod(file.get(), mode) != 0)
            qFatal("cannot write %s", full.constData());
    }
    void link(const QByteArray &path, const QByteArray &target_) const
    {
        if (::symlink(target_.constData(), at(path).constData()) != 0)
            qFatal("cannot link %s", path.constData());
    }
    void remove(const QByteArray &path) const
    {
        if (::unlink(at(path).constData()) != 0 && ::rmdir(at(path).constData()) != 0)
            qFatal("cannot remove %s", path.constData());
    }
    [[nodiscard]] QByteArray read(const QByteArray &path) const
    {
        QFile file;
        const int fd = ::open(at(path).constData(), O_RDONLY | O_CLOEXEC);
        return fd >= 0 && file.open(fd, QIODevice::ReadOnly, QFile::AutoCloseHandle) ? file.readAll()
                                                                                     : QByteArray("<none>");
    }
    /// Git in the clone's own repository, as an agent would.
    [[nodiscard]] QByteArray inClone(const QStringList &arguments) const
    {
        return runProgram(QStringLiteral("git"), arguments, clone()).trimmed();
    }
    /// "A path", "M path", … of what `tree` changes from base.
    [[nodiscard]] QByteArrayList changed(const ObjectId &tree) const
    {
        QByteArrayList lines;
        const auto changes = Vault::open(vault()).value().changes(baseTree, tree).value();
        for (const ChangedFile &change : changes)
            lines.append(QByteArray("ADMT").sliced(qsizetype(change.kind), 1) + ' ' + change.path.bytes());
        return lines;
    }
};

} // namespace assay::test
