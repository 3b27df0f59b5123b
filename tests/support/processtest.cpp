#include "tests/support/processtest.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace assay::test {

ProcessCommand command(const QByteArray &program, const QByteArrayList &arguments)
{
    return {.program = program, .arguments = arguments, .environment = cleanEnvironment()};
}

ProcessCommand shell(const QByteArray &script)
{
    return command("/bin/sh", {"-c", script});
}

ProcessCommand misbehave(const QByteArrayList &arguments)
{
    return command("python3", QByteArrayList{"-S", ASSAY_SOURCE_DIR "/tests/support/misbehave.py"} + arguments);
}

QByteArray readFile(const QByteArray &path)
{
    const int fd = ::open(path.constData(), O_RDONLY | O_CLOEXEC);
    QByteArray bytes;
    char part[8192];
    for (ssize_t n = 0; fd >= 0 && (n = ::read(fd, part, sizeof part)) > 0;)
        bytes.append(part, n);
    if (fd >= 0)
        ::close(fd);
    return bytes;
}

bool isAlive(int pid)
{
    const QByteArray stat = readFile("/proc/" + QByteArray::number(pid) + "/stat");
    const char state = stat.isEmpty() ? 'X' : stat.at(stat.lastIndexOf(')') + 2);
    return state != 'X' && state != 'Z';
}

QList<int> processesWith(const QByteArray &mark)
{
    QList<int> found;
    DIR *proc = ::opendir("/proc");
    while (const dirent *entry = proc ? ::readdir(proc) : nullptr) {
        const QByteArray name(entry->d_name);
        const int pid = name.toInt();
        if (pid > 0 && pid != ::getpid() && readFile("/proc/" + name + "/cmdline").contains(mark) && isAlive(pid))
            found.append(pid);
    }
    if (proc)
        ::closedir(proc);
    return found;
}

qint64 peakMemory()
{
    const QByteArray status = readFile("/proc/self/status");
    const QByteArray line = status.mid(status.indexOf("VmHWM:") + 6);
    return line.left(line.indexOf("kB")).trimmed().toLongLong() * 1024;
}

void resetPeakMemory()
{
    const int fd = ::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (fd < 0 || ::write(fd, "5", 1) != 1)
        qWarning("peak memory cannot be reset");
    if (fd >= 0)
        ::close(fd);
}

} // namespace assay::test
