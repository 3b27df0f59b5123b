#include "core/places/demorepository.h"

#include "core/git/gitprogram.h"
#include "core/git/trash.h"
#include "core/places/userfolders.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// The tree that the demo's recording begins with: the first session of recording.toml names it.
Result<QByteArray> recordedTree(const QString &resources)
{
    QFile file(resources + u"/demo/recording/recording.toml"_s);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"it cannot be read: "_s + file.errorString(), file.fileName(),
                       u"Set ASSAY_RESOURCES to Assay's resources folder."_s);
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        if (line.startsWith("tree = \""))
            return line.mid(8, 40);
    }
    return failure(u"no session names its tree"_s, file.fileName(), u"Install Assay's resources again."_s);
}

Status copyLibrary(const QString &from, const QString &to)
{
    QDirIterator it(from, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString file = it.next();
        const QString name = file.mid(from.size());
        if (name.contains(u"/__pycache__/"_s))
            continue;
        const QString copy = to + name;
        if (!QDir().mkpath(QFileInfo(copy).path()) || !QFile::copy(file, copy))
            return failure(u"it cannot be written"_s, copy,
                           u"Free some room, or set XDG_CACHE_HOME to a folder that you can write."_s);
        // Resources may be installed read-only; in a repository only the run bit means something.
        auto mode = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadGroup | QFileDevice::ReadOther;
        if (QFileInfo(file).permission(QFileDevice::ExeOwner))
            mode |= QFileDevice::ExeOwner | QFileDevice::ExeGroup | QFileDevice::ExeOther;
        if (!QFile::setPermissions(copy, mode))
            return failure(u"its mode cannot be set"_s, copy, u"Set XDG_CACHE_HOME to another folder."_s);
    }
    return {};
}

Result<QByteArray> git(const GitProgram &program, const QString &folder, const QByteArrayList &arguments)
{
    const QMap<QByteArray, QByteArray> identity{{"GIT_AUTHOR_NAME", "Tally"},
                                                {"GIT_AUTHOR_EMAIL", "tally@demo.invalid"},
                                                {"GIT_AUTHOR_DATE", "2026-01-05T09:00:00+0000"},
                                                {"GIT_COMMITTER_NAME", "Tally"},
                                                {"GIT_COMMITTER_EMAIL", "tally@demo.invalid"},
                                                {"GIT_COMMITTER_DATE", "2026-01-05T09:00:00+0000"}};
    auto output = program.run({.arguments = arguments, .folder = QFile::encodeName(folder), .environment = identity});
    if (output)
        *output = output->trimmed();
    return output;
}

} // namespace

Result<QString> demoRepository(ProcessHost &host, const QString &resources)
{
    const QString path = cacheFolder() + u"/demo/tally"_s;
    const auto wanted = recordedTree(resources);
    if (!wanted)
        return failure(wanted.error());
    const GitProgram program(host);
    const auto treeThere = [&] { return git(program, path, {"--git-dir=.git", "rev-parse", "HEAD^{tree}"}); };
    if (QFileInfo::exists(path)) {
        if (const auto tree = treeThere(); tree && *tree == *wanted)
            return path;
        int number = 1;
        while (QFileInfo::exists(u"%1.old-%2"_s.arg(path).arg(number)))
            ++number;
        if (!QDir().rename(path, u"%1.old-%2"_s.arg(path).arg(number)))
            return failure(u"another repository is there and cannot be moved aside"_s, path, u"Move it away."_s);
    }
    if (!QDir().mkpath(QFileInfo(path).path()))
        return failure(u"the folder cannot be made"_s, QFileInfo(path).path(),
                       u"Set XDG_CACHE_HOME to a folder that you can write."_s);
    // Made under another name and renamed when whole, so that a half one is never taken for it.
    const QString made = path + u".new"_s;
    if (const auto gone = discard(made); !gone)
        return failure(gone.error());
    if (const auto copied = copyLibrary(resources + u"/demo/tally"_s, made); !copied)
        return failure(copied.error());
    for (const QByteArrayList &arguments :
         {QByteArrayList{"init", "-q", "-b", "main", "--template="}, QByteArrayList{"add", "-A", "-f"},
          QByteArrayList{"commit", "-q", "-m", "tally 0.6.2"}}) {
        if (const auto done = git(program, made, arguments); !done)
            return failure(done.error());
    }
    if (!QDir().rename(made, path))
        return failure(u"it cannot be renamed to its name"_s, made, u"Move away what is at %1."_s.arg(path));
    const auto tree = treeThere();
    if (!tree)
        return failure(tree.error());
    if (*tree != *wanted) {
        return failure(u"the library's tree is %1, its recording begins with %2"_s.arg(QString::fromLatin1(*tree),
                                                                                       QString::fromLatin1(*wanted)),
                       resources + u"/demo/tally"_s,
                       u"A file of the demo was changed or has another run bit: install the resources again."_s);
    }
    return path;
}

} // namespace assay
