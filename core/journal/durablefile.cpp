#include "core/journal/durablefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <atomic>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

QString remedyFor(int number)
{
    switch (number) {
    case ENOSPC:
    case EDQUOT:
        return u"Free some space on its disk and resume the run; nothing that was recorded is lost."_s;
    case EFBIG:
        return u"The limit on the size of files (ulimit -f) is reached: raise it and resume the run."_s;
    case EACCES:
    case EPERM:
        return u"Give your user the right to read and write there, or choose another run folder."_s;
    case EROFS:
        return u"It is mounted read-only: choose a run folder on another file system."_s;
    case EMFILE:
    case ENFILE:
        return u"Too many files are open: raise the limit (ulimit -n)."_s;
    case ENOENT:
        return u"Check the run folder's path."_s;
    default:
        return {};
    }
}

} // namespace

FileHandle::~FileHandle()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

Result<FileHandle> FileHandle::open(const QString &path, int flags)
{
    int fd = -1;
    do {
        fd = ::open(QFile::encodeName(path).constData(), flags | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return failure(systemError(u"cannot be opened"_s, path));
    return FileHandle(fd);
}

Error systemError(const QString &what, const QString &path)
{
    const int number = errno;
    return {what + u": "_s + QString::fromLocal8Bit(std::strerror(number)), path, remedyFor(number), ErrorKind::Failed};
}

Status writeFully(int fd, QByteArrayView bytes, qint64 offset, const QString &path)
{
    while (!bytes.isEmpty()) {
        const ssize_t written = ::pwrite(fd, bytes.data(), static_cast<size_t>(bytes.size()), offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return failure(systemError(u"cannot be written"_s, path));
        bytes = bytes.sliced(written);
        offset += written;
    }
    return {};
}

Result<QByteArray> readFully(int fd, qint64 offset, qint64 size, const QString &path)
{
    QByteArray bytes(size, Qt::Uninitialized);
    qint64 have = 0;
    while (have < size) {
        const ssize_t got = ::pread(fd, bytes.data() + have, static_cast<size_t>(size - have), offset + have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failure(systemError(u"cannot be read"_s, path));
        if (got == 0)
            break;
        have += got;
    }
    bytes.truncate(have);
    return bytes;
}

Status syncFolder(const QString &folder)
{
    const auto handle = FileHandle::open(folder, O_RDONLY | O_DIRECTORY);
    if (!handle)
        return failure(handle.error());
    // Some file systems cannot sync a folder and say so; they keep its names in order by themselves.
    if (::fsync(handle->fd()) != 0 && errno != EINVAL)
        return failure(systemError(u"cannot be synced"_s, folder));
    return {};
}

Status makeDurableFolder(const QString &folder)
{
    const QString clean = QDir::cleanPath(folder);
    if (QFileInfo(clean).isDir())
        return {};
    const QString parent = QFileInfo(clean).path();
    if (parent != clean) {
        if (Status status = makeDurableFolder(parent); !status)
            return status;
    }
    if (::mkdir(QFile::encodeName(clean).constData(), 0777) != 0) {
        // Another process or thread may have made it meanwhile.
        const int number = errno;
        if (number == EEXIST && QFileInfo(clean).isDir())
            return {};
        errno = number;
        return failure(systemError(u"the folder cannot be made"_s, clean));
    }
    return syncFolder(parent);
}

Status writeDurably(const QString &path, QByteArrayView bytes)
{
    static std::atomic<unsigned> count = 0;
    const QString folder = QFileInfo(path).path();
    const QString temporary
        = folder + u"/.new-%1-%2"_s.arg(::getpid()).arg(count.fetch_add(1, std::memory_order_relaxed));
    const QByteArray temporaryName = QFile::encodeName(temporary);
    // What a killed process of the same number left there is worth nothing.
    const auto file = FileHandle::open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
    if (!file)
        return failure(file.error());
    Status status = writeFully(file->fd(), bytes, 0, path);
    if (status && ::fsync(file->fd()) != 0)
        status = failure(systemError(u"cannot be synced"_s, path));
    if (status && ::rename(temporaryName.constData(), QFile::encodeName(path).constData()) != 0)
        status = failure(systemError(u"cannot be put in place"_s, path));
    if (!status) {
        ::unlink(temporaryName.constData());
        return status;
    }
    return syncFolder(folder);
}

} // namespace assay
