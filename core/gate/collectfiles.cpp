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

    Status look(int folder, const QByteArray &prefix, int depth)
    {
        const auto names = namesIn(folder, RepoPath(prefix).display());
        if (!names)
            return failure(names.error());
        for (const QByteArray &name : *names) {
            const QByteArray path = prefix + name;
            struct stat facts{};
            if (::fstatat(folder, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
                continue; // gone meanwhile
            if (S_ISDIR(facts.st_mode)) {
                // A folder that cannot be opened holds nothing that a report would be in.
                const FileDescriptor inner = name == ".git" || depth >= kDeepest ? FileDescriptor() : openFolderAt(folder, name);
                if (inner.isOpen()) {
                    if (const auto looked = look(inner.get(), path + '/', depth + 1); !looked)
                        return looked;
                }
            } else if (S_ISREG(facts.st_mode) && fits(path)) {
                if (const auto taken = take(folder, name, path, facts); !taken)
                    return taken;
            }
        }
        return {};
    }

    CollectedFiles files;

private:
    [[nodiscard]] bool fits(const QByteArray &path) const
    {
        return std::ranges::any_of(m_globs, [&](const QByteArray &glob) { return glob == path || globMatches(glob, path); });
    }

    Status take(int folder, const QByteArray &name, const QByteArray &path, const struct stat &facts)
    {
        const timespec &changed = facts.st_mtim;
        if (std::pair(changed.tv_sec, changed.tv_nsec) < std::pair(m_since.tv_sec, m_since.tv_nsec)) {
            files.stale += path;
            return {};
        }
        const QString shown = RepoPath(path).display();
        if (facts.st_size > kLargest)
            return failure(u"the report has %1 bytes; at most %2 are read"_s.arg(facts.st_size).arg(kLargest), shown);
        if (files.fresh.size() >= kMost)
            return failure(u"more than %1 files fit the report's pattern"_s.arg(kMost), shown);
        const int fd = ::openat(folder, name.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
        QFile file;
        if (fd < 0 || !file.open(fd, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
            return systemFailure(u"the report cannot be opened"_s, shown);
        files.fresh += {path, file.read(kLargest)};
        return {};
    }

    const QByteArrayList &m_globs;
    const timespec &m_since;
};

} // namespace

Result<CollectedFiles> collectFiles(const QString &folder, const QByteArrayList &globs, const timespec &since)
{
    const FileDescriptor root = openFolder(QFile::encodeName(folder));
    if (!root.isOpen())
        return systemFailure(u"the folder cannot be opened any more"_s, folder);
    Collecting collecting(globs, since);
    if (const auto looked = collecting.look(root.get(), {}, 0); !looked)
        return failure(looked.error());
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
