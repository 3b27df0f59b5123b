#include "core/process/keeper.h"

#include "core/process/processtree.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kPoliteness = 300ms;   ///< between SIGTERM and SIGKILL
constexpr auto kLinger = 100ms;       ///< what the main process left may end by itself: a `tee` flushing, say
constexpr auto kScan = 100ms;         ///< between two counts of the tree
constexpr auto kGiveUp = 1200ms;      ///< after SIGKILL: what is then still there hangs in the kernel

struct Request {
    const StartHead *head = nullptr;
    char *program = nullptr, *folder = nullptr;
    std::vector<char *> arguments, environment;
};

bool readRequest(int fd, Request &request)
{
    struct stat info{};
    if (::fstat(fd, &info) != 0 || info.st_size < off_t(sizeof(StartHead)))
        return false;
    void *map = ::mmap(nullptr, size_t(info.st_size), PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED)
        return false;
    request.head = static_cast<const StartHead *>(map);
    char *at = static_cast<char *>(map) + sizeof(StartHead);
    const auto next = [&at] {
        char *text = at;
        at += std::strlen(at) + 1;
        return text;
    };
    request.program = next();
    request.folder = next();
    for (uint32_t i = 0; i < request.head->arguments; ++i)
        request.arguments.push_back(next());
    for (uint32_t i = 0; i < request.head->environment; ++i)
        request.environment.push_back(next());
    request.arguments.push_back(nullptr);
    request.environment.push_back(nullptr);
    return true;
}

struct StartFailure {
    StartStep step = StartStep::None;
    int error = 0;
};

/// In the new process: system calls only, since memory is the keeper's until the program runs.
StartFailure becomeProgram(const Request &request, const int *descriptors, pid_t keeper)
{
    // A keeper that is killed takes the main process along; the starter takes the rest.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != keeper || ::setsid() < 0)
        return {StartStep::Session, errno};
    if (::chdir(request.folder) != 0)
        return {StartStep::Folder, errno};
    for (int stream = 0; stream < 3; ++stream) {
        if (::dup2(descriptors[StandardInput + stream], stream) < 0)
            return {StartStep::Descriptors, errno};
    }
    const rlimit file{request.head->fileBytes, request.head->fileBytes};
    const rlimit core{0, 0};
    if (::setrlimit(RLIMIT_FSIZE, &file) != 0 || ::setrlimit(RLIMIT_CORE, &core) != 0)
        return {StartStep::Limits, errno};
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(request.program, request.arguments.data(), request.environment.data());
    return {StartStep::Execute, errno};
}

/// The process id, or what failed.
pid_t startProgram(const Request &request, const int *descriptors, StartFailure &failure)
{
    // A pipe that closes at exec, not shared memory: the sanitizers make a vfork a fork.
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC) != 0) {
        failure = {StartStep::Fork, errno};
        return -1;
    }
    const pid_t keeper = ::getpid();
    const pid_t pid = ::vfork();
    if (pid == 0) {
        const StartFailure inside = becomeProgram(request, descriptors, keeper);
        [[maybe_unused]] const ssize_t n = ::write(pipe[1], &inside, sizeof inside);
        ::_exit(127);
    }
    if (pid < 0)
        failure = {StartStep::Fork, errno};
    ::close(pipe[1]);
    if (pid > 0 && ::read(pipe[0], &failure, sizeof failure) != ssize_t(sizeof failure))
        failure = {};
    ::close(pipe[0]);
    return pid;
}

class Keeper {
public:
    Keeper(int socket, uint32_t processes) : m_socket(socket), m_limit(processes) {}

    [[noreturn]] void run(pid_t program)
    {
        m_program = program;
        sigset_t child;
        ::sigemptyset(&child);
        ::sigaddset(&child, SIGCHLD);
        const int childEnded = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
        while (reap()) {
            count();
            act();
            pollfd polled[2] = {{childEnded, POLLIN, 0}, {m_socket, POLLIN, 0}};
            const auto wait
                = std::chrono::ceil<std::chrono::milliseconds>(std::max(m_wake - Clock::now(), Clock::duration(0)));
            ::poll(polled, m_hostGone ? 1 : 2, int(wait.count()));
            if (polled[0].revents) {
                signalfd_siginfo drained[16];
                [[maybe_unused]] const ssize_t n = ::read(childEnded, drained, sizeof drained);
            }
            if (polled[1].revents && !m_hostGone)
                listen();
        }
        report();
        ::_exit(0);
    }

private:
    /// False when nothing is left.
    bool reap()
    {
        for (;;) {
            int status = 0;
            const pid_t pid = ::waitpid(-1, &status, WNOHANG);
            if (pid == 0)
                return true;
            if (pid < 0 && errno == EINTR)
                continue;
            if (pid < 0)
                return false;
            if (pid == m_program) {
                m_report.waitStatus = status;
                m_programEnded = true;
                if (m_killAt == Clock::time_point::max()) {
                    m_killAt = Clock::now() + kLinger;
                    m_lingering = true;
                }
            }
        }
    }

    void count()
    {
        const auto now = Clock::now();
        if (now < m_scanAt)
            return;
        m_scanAt = now + kScan;
        if (m_killAt > now && descendants(::getpid()).size() > m_limit) {
            m_report.tooManyProcesses = true;
            m_lingering = false;
            m_killAt = now;
        }
    }

    void act()
    {
        const auto now = Clock::now();
        m_wake = std::min(m_scanAt, m_killAt);
        if (now < m_killAt)
            return;
        if (m_lingering) {
            m_report.childrenLeft = int(descendants(::getpid()).size());
            m_lingering = false;
        }
        killDescendants(::getpid());
        // Ended children wake us; this is for those that forked while we looked.
        m_wake = now + 5ms;
        if (now > m_killAt + kGiveUp) {
            report();
            m_wake = now + 1s;
        }
    }

    void listen()
    {
        char byte = 0;
        const ssize_t n = ::recv(m_socket, &byte, 1, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        m_lingering = false;
        if (n == 1 && byte == kEndTree) {
            if (!m_programEnded)
                ::kill(-m_program, SIGTERM);
            m_killAt = std::min(m_killAt, Clock::now() + kPoliteness);
        } else {
            m_hostGone = true;
            m_killAt = std::min(m_killAt, Clock::now());
        }
    }

    void report()
    {
        if (!std::exchange(m_reported, true))
            ::send(m_socket, &m_report, sizeof m_report, MSG_NOSIGNAL);
    }

    int m_socket;
    size_t m_limit;
    pid_t m_program = -1;
    KeeperReport m_report;
    bool m_programEnded = false, m_lingering = false, m_hostGone = false, m_reported = false;
    Clock::time_point m_killAt = Clock::time_point::max();
    Clock::time_point m_scanAt = Clock::now() + kScan;
    Clock::time_point m_wake;
};

} // namespace

void keepProcess(const int *descriptors)
{
    ::prctl(PR_SET_NAME, "assay-keeper");
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const int socket = descriptors[KeeperSocket];
    Request request;
    StartFailure failure;
    pid_t program = -1;
    if (readRequest(descriptors[RequestFile], request))
        program = startProgram(request, descriptors, failure);
    else
        failure = {StartStep::Request, errno};
    if (failure.step != StartStep::None) {
        const KeeperReport report{.failedStep = failure.step, .error = failure.error};
        ::send(socket, &report, sizeof report, MSG_NOSIGNAL);
        ::_exit(1);
    }
    for (int i = 0; i < StartDescriptors; ++i) {
        if (i != KeeperSocket)
            ::close(descriptors[i]);
    }
    Keeper(socket, request.head->processes).run(program);
}

} // namespace assay
