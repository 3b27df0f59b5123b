#include "core/process/requestfile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

bool isExecutableFile(const QByteArray &path)
{
    struct stat info{};
    return ::stat(path.constData(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.constData(), X_OK) == 0;
}

/// What no exec can carry; empty = fine.
QString unfit(const ProcessCommand &command)
{
    if (command.program.isEmpty() || command.program.contains('\0'))
        return u"no program is named, or its name holds a NUL byte"_s;
    if (command.workingFolder.contains('\0'))
        return u"the working folder's name holds a NUL byte"_s;
    for (qsizetype i = 0; i < command.arguments.size(); ++i) {
        if (command.arguments[i].contains('\0'))
            return u"argument %1 holds a NUL byte, which no program can be given"_s.arg(i + 1);
    }
    for (const auto &[name, value] : command.environment.asKeyValueRange()) {
        if (name.isEmpty() || name.contains('=') || name.contains('\0') || value.contains('\0'))
            return u"environment variable \"%1\": the name is empty or holds '=', or a NUL byte is in it"_s.arg(
                QString::fromUtf8(name));
    }
    return {};
}

} // namespace

std::expected<QByteArray, QString> findProgram(const ProcessCommand &command)
{
    if (const QString why = unfit(command); !why.isEmpty())
        return std::unexpected(why);
    if (command.program.contains('/'))
        return command.program;
    const QByteArray path = command.environment.value("PATH");
    for (const QByteArray &folder : path.split(':')) {
        // A relative entry would mean the working folder, which a target's author fills.
        const QByteArray candidate = folder + '/' + command.program;
        if (folder.startsWith('/') && isExecutableFile(candidate))
            return candidate;
    }
    return std::unexpected(
        u"not found in PATH (%1). Install it, or name it by its path"_s.arg(QString::fromUtf8(path)));
}

std::expected<int, int> memoryFile(const QByteArray &bytes)
{
    int fd = ::memfd_create("assay", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return std::unexpected(errno);
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t n = ::write(fd, bytes.constData() + done, size_t(bytes.size() - done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            const int error = errno;
            ::close(fd);
            return std::unexpected(error);
        }
        done += n;
    }
    if (::lseek(fd, 0, SEEK_SET) != 0
        || ::fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0) {
        const int error = errno;
        ::close(fd);
        return std::unexpected(error);
    }
    return fd;
}

std::expected<int, int> nullFile()
{
    const int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    return fd < 0 ? std::expected<int, int>(std::unexpected(errno)) : fd;
}

std::expected<int, int> requestFile(const ProcessCommand &command, const QByteArray &program)
{
    const StartHead head{.arguments = uint32_t(command.arguments.size() + 1),
                         .environment = uint32_t(command.environment.size()),
                         .fileBytes = command.limits.fileBytes > 0 ? uint64_t(command.limits.fileBytes) : ~uint64_t(0),
                         .processes = uint32_t(std::max(command.limits.processes, 1))};
    QByteArray bytes(reinterpret_cast<const char *>(&head), sizeof head);
    const auto add = [&bytes](const QByteArray &text) { bytes.append(text).append('\0'); };
    add(program);
    add(command.workingFolder.isEmpty() ? QByteArray("/") : command.workingFolder);
    add(command.program);
    for (const QByteArray &argument : command.arguments)
        add(argument);
    for (const auto &[name, value] : command.environment.asKeyValueRange())
        add(name + '=' + value);
    return memoryFile(bytes);
}

QString startFailureText(const ProcessCommand &command, const KeeperReport &report)
{
    const QString program = QString::fromUtf8(command.program);
    const QString system = QString::fromLocal8Bit(::strerror(report.error));
    switch (report.failedStep) {
    case StartStep::Folder:
        return u"%1: the working folder %2 cannot be entered: %3"_s.arg(
            program, QString::fromUtf8(command.workingFolder), system);
    case StartStep::Execute:
        if (report.error == E2BIG)
            return u"%1: the arguments and the environment together are too long for the system"_s.arg(program);
        if (report.error == ENOEXEC)
            return u"%1: neither a program of this machine nor a script: its first line must begin #!"_s.arg(program);
        if (report.error == EACCES)
            return u"%1: %2. A program needs its run bit (chmod +x)"_s.arg(program, system);
        if (report.error == ENOENT)
            return u"%1: the file, or the interpreter that its first line names, does not exist"_s.arg(program);
        return u"%1: %2"_s.arg(program, system);
    case StartStep::Fork:
        return u"%1: no new process can be made: %2. End other programs, or raise the limit (ulimit -u)"_s.arg(program,
                                                                                                               system);
    default:
        return u"%1: step %2 of starting it failed: %3"_s.arg(program).arg(int(report.failedStep)).arg(system);
    }
}

} // namespace assay
