#include "core/process/runningprocess.h"

#include "core/process/requestfile.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr auto kDiskLook = std::chrono::milliseconds(100);
constexpr int kReadsATurn = 16; // so that one loud child does not starve the others

QString systemText(int error)
{
    return QString::fromLocal8Bit(::strerror(error));
}

void closeAll(int (&descriptors)[StartDescriptors])
{
    for (int &descriptor : descriptors) {
        if (descriptor >= 0)
            ::close(descriptor);
        descriptor = -1;
    }
}

} // namespace

RunningProcess::RunningProcess(ProcessCommand command, StopToken stop)
    : m_command(std::move(command)),
      m_stop(std::move(stop)),
      m_streams{{-1, BoundedCapture(m_command.limits.outputBytes)}, {-1, BoundedCapture(m_command.limits.outputBytes)}}
{}

RunningProcess::~RunningProcess()
{
    close();
}

bool RunningProcess::begin(const Starter &starter)
{
    m_started = m_lastOutput = Clock::now();
    if (m_stop.stopRequested()) {
        m_result.end = ProcessEnd::Stopped;
        return false;
    }
    const auto program = findProgram(m_command);
    if (!program)
        return refuse(program.error());
    int handed[StartDescriptors] = {-1, -1, -1, -1, -1};
    const auto opened = [&]() -> std::expected<void, int> {
        const auto request = requestFile(m_command, *program);
        if (!request)
            return std::unexpected(request.error());
        handed[RequestFile] = *request;
        if (m_command.input) {
            int pipe[2];
            if (::pipe2(pipe, O_CLOEXEC) != 0)
                return std::unexpected(errno);
            handed[StandardInput] = pipe[0];
            m_input = pipe[1];
            ::fcntl(m_input, F_SETFL, O_NONBLOCK);
        } else {
            const auto input = m_command.standardInput.isEmpty() ? nullFile() : memoryFile(m_command.standardInput);
            if (!input)
                return std::unexpected(input.error());
            handed[StandardInput] = *input;
        }
        for (int stream = 0; stream < 2; ++stream) {
            int pipe[2];
            if (::pipe2(pipe, O_CLOEXEC) != 0)
                return std::unexpected(errno);
            m_streams[stream].fd = pipe[0];
            handed[StandardOutput + stream] = pipe[1];
            ::fcntl(pipe[0], F_SETFL, O_NONBLOCK);
        }
        int pair[2];
        if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
            return std::unexpected(errno);
        m_keeper = pair[0];
        handed[KeeperSocket] = pair[1];
        return starter.send(handed);
    }();
    closeAll(handed);
    m_command.standardInput.clear();
    if (!opened && opened.error() == EPIPE)
        return refuse(u"the process that starts programs has gone; it was ended from outside. Start Assay again"_s);
    if (!opened)
        return refuse(systemText(opened.error()));
    return true;
}

void RunningProcess::addPolled(std::vector<pollfd> &polled) const
{
    polled.push_back({m_keeper, POLLIN, 0});
    if (!m_command.mayRead || m_command.mayRead()) {
        for (const Stream &stream : m_streams) {
            if (stream.fd >= 0)
                polled.push_back({stream.fd, POLLIN, 0});
        }
    }
    if (m_input >= 0) {
        polled.push_back({m_command.input->m_wake, POLLIN, 0});
        if (m_command.input->isWaiting())
            polled.push_back({m_input, POLLOUT, 0});
    }
}

bool RunningProcess::turn(QByteArray &buffer)
{
    // The report first: what is in the pipes then is all there will ever be.
    KeeperReport report;
    ssize_t n = ::recv(m_keeper, &report, sizeof report, MSG_DONTWAIT);
    // A keeper that ended without reading our last byte resets the socket; its report is still behind that.
    if (n < 0 && errno == ECONNRESET)
        n = ::recv(m_keeper, &report, sizeof report, MSG_DONTWAIT);
    if (n == ssize_t(sizeof report)) {
        finish(report, buffer);
        return false;
    }
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
        finish(std::nullopt, buffer);
        return false;
    }
    feed();
    if (!m_command.mayRead || m_command.mayRead()) {
        read(0, buffer, false);
        read(1, buffer, false);
    } else {
        m_lastOutput = Clock::now(); // it is we who are slow
    }
    if (!m_ending)
        watch(Clock::now());
    return true;
}

void RunningProcess::feed()
{
    if (m_input < 0)
        return;
    m_command.input->drainWake();
    if (m_command.input->writeTo(m_input) == ProcessInput::Turn::Over)
        ::close(std::exchange(m_input, -1));
    if (m_command.input->m_idleHeld)
        m_lastOutput = Clock::now();
}

void RunningProcess::read(int stream, QByteArray &buffer, bool all)
{
    Stream &from = m_streams[stream];
    for (int turn = 0; from.fd >= 0 && (all || turn < kReadsATurn); ++turn) {
        const ssize_t n = ::read(from.fd, buffer.data(), size_t(buffer.size()));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0) {
            ::close(std::exchange(from.fd, -1));
            return;
        }
        const QByteArrayView bytes = QByteArrayView(buffer).first(n);
        from.kept.append(bytes);
        m_lastOutput = Clock::now();
        if (m_command.onOutput)
            m_command.onOutput(stream + 1, bytes);
    }
}

void RunningProcess::watch(Clock::time_point now)
{
    const ProcessLimits &limits = m_command.limits;
    if (m_stop.stopRequested())
        return end(ProcessEnd::Stopped);
    if (limits.timeout.count() > 0 && now - m_started >= limits.timeout)
        return end(ProcessEnd::TimedOut);
    if (limits.idle.count() > 0 && now - m_lastOutput >= limits.idle)
        return end(ProcessEnd::Idle);
    if (limits.diskPath.isEmpty() || now - m_diskLook < kDiskLook)
        return;
    m_diskLook = now;
    struct statvfs disk{};
    if (::statvfs(limits.diskPath.constData(), &disk) == 0
        && quint64(disk.f_bavail) * disk.f_frsize < quint64(limits.diskFloor))
        end(ProcessEnd::DiskFloor);
}

bool RunningProcess::endByOwner()
{
    if (m_command.title.isEmpty() || m_ending)
        return false;
    end(ProcessEnd::EndedByOwner);
    return true;
}

void RunningProcess::end(ProcessEnd why)
{
    m_ending = true;
    m_result.end = why;
    ::send(m_keeper, &kEndTree, 1, MSG_NOSIGNAL);
}

void RunningProcess::finish(const std::optional<KeeperReport> &report, QByteArray &buffer)
{
    read(0, buffer, true);
    read(1, buffer, true);
    m_result.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_started);
    m_result.outputTotal = m_streams[0].kept.total();
    m_result.errorTotal = m_streams[1].kept.total();
    m_result.standardOutput = m_streams[0].kept.take();
    m_result.standardError = m_streams[1].kept.take();
    close();
    if (report && report->failedStep != StartStep::None) {
        m_result.end = ProcessEnd::NotStarted;
        m_result.startError = startFailureText(m_command, *report);
        return;
    }
    const int status = report ? report->waitStatus : SIGKILL; // a killed keeper takes its program along
    if (WIFEXITED(status))
        m_result.exitStatus = WEXITSTATUS(status);
    else
        m_result.signal = WTERMSIG(status);
    m_result.childrenLeft = report ? report->childrenLeft : 0;
    if (m_ending)
        return;
    m_result.end = report && report->tooManyProcesses ? ProcessEnd::TooManyProcesses
        : WIFEXITED(status)                           ? ProcessEnd::Exited
                                                      : ProcessEnd::Signalled;
    // bubblewrap has no status of its own for "could not start".
    if (m_command.contained && m_result.exitStatus == 1 && m_result.outputTotal == 0
        && m_result.standardError.startsWith("bwrap: ")) {
        m_result.end = ProcessEnd::NotStarted;
        m_result.startError = QString::fromUtf8(m_result.standardError.trimmed());
    }
}

bool RunningProcess::refuse(const QString &why)
{
    m_result.end = ProcessEnd::NotStarted;
    m_result.startError = u"%1: %2"_s.arg(QString::fromUtf8(m_command.program), why);
    close();
    return false;
}

void RunningProcess::endAtOnce()
{
    m_result.end = ProcessEnd::Stopped;
    close();
    deliver();
}

void RunningProcess::close()
{
    if (m_command.input)
        m_command.input->abandon();
    for (int *fd : {&m_keeper, &m_input, &m_streams[0].fd, &m_streams[1].fd}) {
        if (*fd >= 0)
            ::close(std::exchange(*fd, -1));
    }
}

} // namespace assay
