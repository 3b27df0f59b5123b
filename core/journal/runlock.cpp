#include "core/journal/runlock.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

struct flock wholeFile()
{
    struct flock range{};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    return range;
}

qint64 writtenPid(int fd)
{
    const auto text = readFully(fd, 0, 32, {});
    const qint64 pid = text ? text->trimmed().toLongLong() : 0;
    return pid > 0 ? pid : -1;
}

} // namespace

Result<RunLock> RunLock::take(const RunFolder &folder)
{
    auto file = FileHandle::open(folder.lock(), O_RDWR | O_CREAT);
    if (!file)
        return failure(file.error());
    struct flock range = wholeFile();
    if (::fcntl(file->fd(), F_OFD_SETLK, &range) != 0) {
        if (errno != EAGAIN && errno != EACCES)
            return failure(systemError(u"cannot be locked"_s, folder.lock()));
        const qint64 pid = writtenPid(file->fd());
        return failure(pid > 0 ? u"the run is open already, in the process with pid %1"_s.arg(pid)
                               : u"the run is open already, in another process"_s,
                       folder.path(), u"Wait until it is done, or end it with `assay stop`."_s);
    }
    const QByteArray pid = QByteArray::number(static_cast<qint64>(::getpid())) + '\n';
    if (::ftruncate(file->fd(), 0) != 0)
        return failure(systemError(u"cannot be written"_s, folder.lock()));
    if (Status status = writeFully(file->fd(), pid, 0, folder.lock()); !status)
        return failure(status.error());
    return RunLock(std::move(*file));
}

qint64 RunLock::holder(const RunFolder &folder)
{
    const auto file = FileHandle::open(folder.lock(), O_RDONLY);
    if (!file)
        return 0;
    struct flock range = wholeFile();
    if (::fcntl(file->fd(), F_OFD_GETLK, &range) != 0 || range.l_type == F_UNLCK)
        return 0;
    return writtenPid(file->fd());
}

} // namespace assay
