#include "core/gate/copyfolder.h"

#include "core/domain/ids.h"
#include "core/git/folder.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr int kDeepest = 1000; // recursion and open descriptors; a path of PATH_MAX bytes can be deeper, no project is

void keepTimes(int folder, const char *name, int fd, const struct stat &facts)
{
    const timespec times[2] = {facts.st_atim, facts.st_mtim};
    if (fd >= 0)
        ::futimens(fd, times);
    else
        ::utimensat(folder, name, times, AT_SYMLINK_NOFOLLOW);
}

/// All bytes of one open file into another. False with errno set.
bool copyBytes(int from, int to)
{
    if (::ioctl(to, FICLONE, from) == 0)
        return true;
    bool any = false;
    for (;;) {
        const ssize_t n = ::copy_file_range(from, nullptr, to, nullptr, size_t(1) << 30, 0);
        if (n == 0)
            return true;
        if (n > 0)
            any = true;
        else if (errno == EINTR)
            continue;
        else if (!any && (errno == EXDEV || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP))
            break; // between these file systems only by hand
        else
            return false;
    }
    std::array<char, 1 << 16> buffer;
    for (;;) {
        const ssize_t n = ::read(from, buffer.data(), buffer.size());
        if (n == 0)
            return true;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        for (ssize_t done = 0; done < n;) {
            const ssize_t written = ::write(to, buffer.data() + done, size_t(n - done));
            if (written < 0 && errno != EINTR)
                return false;
            done += std::max<ssize_t>(0, written);
        }
    }
}

class Copying {
public:
    Copying(QByteArray from, QByteArray to, const StopToken &stop)
        : m_from(std::move(from)),
          m_to(std::move(to)),
          m_stop(stop)
    {}

    Status run()
    {
        const FileDescriptor from = openFolder(m_from);
        if (!from.isOpen())
            return systemFailure(u"the folder to copy cannot be opened"_s, QFile::decodeName(m_from));
        if (::mkdir(m_to.constData(), 0700) != 0)
            return systemFailure(u"the copy's folder cannot be made"_s, QFile::decodeName(m_to));
        const FileDescriptor to = openFolder(m_to);
        if (!to.isOpen())
            return systemFailure(u"the copy's folder cannot be opened"_s, QFile::decodeName(m_to));
        return copyInside(from.get(), to.get(), {}, 0);
    }

private:
    [[nodiscard]] std::unexpected<Error> failed(const QString &what, const QByteArray &path) const
    {
        return systemFailure(what, QFile::decodeName(m_from) + u'/' + RepoPath(path).display(),
                             errno == ENOSPC ? u"Free some space on the disk that holds the run folder."_s : QString());
    }

    Status copyInside(int from, int to, const QByteArray &prefix, int depth)
    {
        if (depth > kDeepest)
            return failure(u"folders are nested deeper than %1"_s.arg(kDeepest), QFile::decodeName(m_from));
        const auto names = namesIn(from, QFile::decodeName(m_from) + u'/' + RepoPath(prefix).display());
        if (!names)
            return failure(names.error());
        for (const QByteArray &name : *names) {
            if (m_stop.stopRequested())
                return failure(u"stopped while copying"_s, QFile::decodeName(m_from), {}, ErrorKind::Stopped);
            if (const auto copied = copyOne(from, to, name, prefix + name, depth); !copied)
                return copied;
        }
        // Last, since what was made inside changed the times, and a folder without write permission takes nothing.
        struct stat facts{};
        if (::fstat(from, &facts) != 0 || ::fchmod(to, facts.st_mode & 07777) != 0)
            return failed(u"a folder's mode cannot be kept"_s, prefix);
        keepTimes(-1, nullptr, to, facts);
        return {};
    }

    Status copyOne(int from, int to, const QByteArray &name, const QByteArray &path, int depth)
    {
        struct stat facts{};
        if (::fstatat(from, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
            return failed(u"cannot be looked at"_s, path);
        switch (facts.st_mode & S_IFMT) {
        case S_IFDIR: {
            const FileDescriptor inner = openFolderAt(from, name);
            if (!inner.isOpen())
                return failed(u"the folder cannot be opened"_s, path);
            if (::mkdirat(to, name.constData(), 0700) != 0)
                return failed(u"the folder's copy cannot be made"_s, path);
            const FileDescriptor copy = openFolderAt(to, name);
            if (!copy.isOpen())
                return failed(u"the folder's copy cannot be opened"_s, path);
            return copyInside(inner.get(), copy.get(), path + '/', depth + 1);
        }
        case S_IFLNK: {
            QByteArray target(facts.st_size > 0 ? facts.st_size + 1 : 4097, Qt::Uninitialized);
            const ssize_t n = ::readlinkat(from, name.constData(), target.data(), size_t(target.size()));
            if (n < 0)
                return failed(u"the link cannot be read"_s, path);
            target.truncate(n);
            if (::symlinkat(target.constData(), to, name.constData()) != 0)
                return failed(u"the link's copy cannot be made"_s, path);
            keepTimes(to, name.constData(), -1, facts);
            return {};
        }
        case S_IFREG:
            return copyFile(from, to, name, path, facts);
        case S_IFIFO:
            if (::mkfifoat(to, name.constData(), facts.st_mode & 07777) != 0)
                return failed(u"the pipe's copy cannot be made"_s, path);
            return {};
        default:
            return {};
        }
    }

    Status copyFile(int from, int to, const QByteArray &name, const QByteArray &path, const struct stat &facts)
    {
        const FileDescriptor source(::openat(from, name.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
        if (!source.isOpen())
            return failed(u"the file cannot be opened"_s, path);
        const FileDescriptor copy(
            ::openat(to, name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!copy.isOpen())
            return failed(u"the file's copy cannot be made"_s, path);
        if (!copyBytes(source.get(), copy.get()))
            return failed(u"the file cannot be copied"_s, path);
        if (::fchmod(copy.get(), facts.st_mode & 07777) != 0)
            return failed(u"the file's mode cannot be kept"_s, path);
        keepTimes(-1, nullptr, copy.get(), facts);
        return {};
    }

    QByteArray m_from, m_to;
    const StopToken &m_stop;
};

} // namespace

Status copyFolder(const QString &from, const QString &to, const StopToken &stop)
{
    return Copying(QFile::encodeName(from), QFile::encodeName(to), stop).run();
}

bool canReflink(const QString &folder)
{
    const QByteArray path = QFile::encodeName(folder);
    const FileDescriptor from(::open(path.constData(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600));
    const FileDescriptor to(::open(path.constData(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600));
    return from.isOpen() && to.isOpen() && ::write(from.get(), "x", 1) == 1
        && ::ioctl(to.get(), FICLONE, from.get()) == 0;
}

} // namespace assay
