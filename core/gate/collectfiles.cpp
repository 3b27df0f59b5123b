#include "core/gate/collectfiles.h"

#include "core/domain/rules.h"
#include "core/git/folder.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qint64 kLargest = qint64(256) << 20;
constexpr qsizetype kMost = 10'000;
constexpr int kDeepest = 100;

class Collecting {
public:
    Collecting(const QByteArrayList &globs, const timespec &since) : m_globs(globs), m_since(since) {}

    void look(int folder, const QByteArray &prefix, int depth)
    {
        const auto names = namesIn(folder, RepoPath(prefix).display());
        if (!names)
            return fail(names.error().text());
        for (const QByteArray &name : *names) {
            if (!files.problem.isEmpty())
                return;
            const QByteArray path = prefix + name;
            struct stat facts{};
            if (::fstatat(folder, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
                continue; // gone meanwhile
            if (S_ISDIR(facts.st_mode)) {
                const FileDescriptor inner
                    = name == ".git" || depth >= kDeepest ? FileDescriptor() : openFolderAt(folder, name, true);
                if (inner.isOpen())
                    look(inner.get(), path + '/', depth + 1);
            } else if (S_ISREG(facts.st_mode) && fits(path)) {
                take(folder, name, path, facts);
            }
        }
    }

    CollectedFiles files;

private:
    [[nodiscard]] bool fits(const QByteArray &path) const
    {
        return std::ranges::any_of(m_globs,
                                   [&](const QByteArray &glob) { return glob == path || globMatches(glob, path); });
    }

    void fail(const QString &problem)
    {
        if (files.problem.isEmpty())
            files.problem = problem;
    }

    void take(int folder, const QByteArray &name, const QByteArray &path, const struct stat &facts)
    {
        const timespec &changed = facts.st_mtim;
        if (std::pair(changed.tv_sec, changed.tv_nsec) < std::pair(m_since.tv_sec, m_since.tv_nsec)) {
            files.stale += path;
            return;
        }
        const QString shown = RepoPath(path).display();
        if (facts.st_size > kLargest)
            return fail(
                u"the report %1 has %2 bytes; at most %3 are read"_s.arg(shown).arg(facts.st_size).arg(kLargest));
        if (files.fresh.size() >= kMost)
            return fail(u"more than %1 files fit the report's pattern"_s.arg(kMost));
        const int fd = ::openat(folder, name.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
        QFile file;
        if (fd < 0 || !file.open(fd, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
            return fail(systemFailure(u"the report cannot be opened"_s, shown).error().text());
        files.fresh += {path, file.read(kLargest)};
    }

    const QByteArrayList &m_globs;
    const timespec &m_since;
};

} // namespace

CollectedFiles collectFiles(const QString &folder, const QByteArrayList &globs, const timespec &since)
{
    const FileDescriptor root = openFolderAt(AT_FDCWD, QFile::encodeName(folder), true);
    Collecting collecting(globs, since);
    if (root.isOpen())
        collecting.look(root.get(), {}, 0);
    return std::move(collecting.files);
}

Result<timespec> fileSystemTime(const QString &folder)
{
    const QByteArray path = QFile::encodeName(folder) + "/.time";
    const FileDescriptor file(::open(path.constData(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
    struct stat facts{};
    const bool known = file.isOpen() && ::futimens(file.get(), nullptr) == 0 && ::fstat(file.get(), &facts) == 0;
    const auto error = systemFailure(u"no file can be made"_s, folder);
    ::unlink(path.constData());
    if (!known)
        return error;
    return facts.st_mtim;
}

} // namespace assay
