#include "core/process/processhost.h"

#include <QSet>

#include <charconv>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay {

namespace {

QByteArray readProc(pid_t pid, const char *name)
{
    const QByteArray path = "/proc/" + QByteArray::number(pid) + '/' + name;
    const int fd = ::open(path.constData(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return {}; // gone meanwhile, or another user's: not ours either way
    QByteArray bytes;
    char part[8192];
    for (ssize_t n = 0; (n = ::read(fd, part, sizeof part)) > 0;)
        bytes.append(part, n);
    ::close(fd);
    return bytes;
}

pid_t parentOf(pid_t pid)
{
    const QByteArray stat = readProc(pid, "stat");
    return stat.mid(stat.lastIndexOf(')') + 4).split(' ').value(0).toInt();
}

QSet<pid_t> selfAndAncestors()
{
    QSet<pid_t> found;
    for (pid_t pid = ::getpid(); pid > 0 && !found.contains(pid); pid = parentOf(pid))
        found.insert(pid);
    return found;
}

bool carries(pid_t pid, const QByteArray &mark)
{
    return ('\0' + readProc(pid, "environ")).contains('\0' + mark + '\0');
}

/// Through a pidfd, and looked at again behind it: the number may have been given to another process.
bool killCarrier(pid_t pid, const QByteArray &mark)
{
    const int fd = int(::syscall(SYS_pidfd_open, pid, 0));
    if (fd < 0)
        return false;
    const bool killed = carries(pid, mark) && ::syscall(SYS_pidfd_send_signal, fd, SIGKILL, nullptr, 0) == 0;
    if (killed) {
        pollfd ended{fd, POLLIN, 0};
        ::poll(&ended, 1, 500);
    }
    ::close(fd);
    return killed;
}

} // namespace

int reapLeftovers(const QByteArray &runFolder)
{
    const QByteArray mark = "ASSAY_RUN=" + runFolder;
    const QSet<pid_t> spared = selfAndAncestors();
    QSet<pid_t> killed;
    // Again until a look finds none: what is killed may have forked just before.
    for (int look = 0; look < 20; ++look) {
        bool found = false;
        DIR *proc = ::opendir("/proc");
        while (const dirent *entry = proc ? ::readdir(proc) : nullptr) {
            pid_t pid = 0;
            const char *end = entry->d_name + std::strlen(entry->d_name);
            if (std::from_chars(entry->d_name, end, pid).ptr != end || pid <= 0 || spared.contains(pid))
                continue;
            if (carries(pid, mark) && killCarrier(pid, mark)) {
                killed.insert(pid);
                found = true;
            }
        }
        if (proc)
            ::closedir(proc);
        if (!found)
            break;
    }
    return int(killed.size());
}

} // namespace assay
