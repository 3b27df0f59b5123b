#include "core/process/starter.h"

#include "core/process/keeper.h"
#include "core/process/processtree.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace {

union DescriptorSpace {
    cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int) * StartDescriptors)];
};

/// True with all descriptors of one request.
bool receive(int socket, int (&descriptors)[StartDescriptors], bool &closed)
{
    char byte = 0;
    iovec data{&byte, 1};
    DescriptorSpace space{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = space.bytes;
    message.msg_controllen = sizeof space.bytes;
    const ssize_t n = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    closed = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
    const cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
    if (!head || head->cmsg_len != CMSG_LEN(sizeof descriptors))
        return false;
    std::memcpy(descriptors, CMSG_DATA(head), sizeof descriptors);
    return true;
}

/// Keeps nothing of the program that forked us but its memory.
void forgetProgram(int &socket)
{
    ::setsid(); // the terminal's Ctrl-C is for the program, which then ends its children in order
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL); // an ignored SIGPIPE would be inherited by every child
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    ::prctl(PR_SET_NAME, "assay-starter");
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    [[maybe_unused]] const int folder = ::chdir("/");
    if (socket <= STDERR_FILENO)
        socket = ::fcntl(socket, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream < 3; ++stream)
        ::dup2(null, stream);
    ::dup3(socket, STDERR_FILENO + 1, O_CLOEXEC); // everything from here on is close-on-exec, in the keepers too
    socket = STDERR_FILENO + 1;
    ::close_range(unsigned(socket) + 1, ~0U, 0);
}

/// What a keeper that was killed left is ours now, and nobody wants it. Each that dies here hands its own children
/// on to us and wakes us again, so once per ended child is enough.
void endOrphans(const std::vector<pid_t> &keepers)
{
    for (const pid_t pid : children(::getpid())) {
        if (std::find(keepers.begin(), keepers.end(), pid) != keepers.end())
            continue;
        if (const pid_t group = ::getpgid(pid); group > 1 && group != ::getpgrp())
            ::kill(-group, SIGKILL);
        ::kill(pid, SIGKILL);
    }
}

[[noreturn]] void serve(int socket)
{
    forgetProgram(socket);
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    const int childEnded = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    std::vector<pid_t> keepers;
    bool closed = false;
    while (!closed) {
        pollfd polled[2] = {{socket, POLLIN, 0}, {childEnded, POLLIN, 0}};
        ::poll(polled, 2, -1);
        if (polled[1].revents) {
            signalfd_siginfo drained[16];
            [[maybe_unused]] const ssize_t n = ::read(childEnded, drained, sizeof drained);
        }
        bool orphans = false;
        int status = 0;
        for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;)
            orphans = std::erase(keepers, pid) == 0 || WIFSIGNALED(status) || orphans;
        if (orphans)
            endOrphans(keepers);
        int descriptors[StartDescriptors];
        if (!receive(socket, descriptors, closed))
            continue;
        const pid_t pid = ::fork();
        if (pid == 0) {
            ::close(socket);
            ::close(childEnded);
            keepProcess(descriptors);
        }
        if (pid > 0) {
            keepers.push_back(pid);
        } else {
            const KeeperReport report{.failedStep = StartStep::Fork, .error = errno};
            ::send(descriptors[KeeperSocket], &report, sizeof report, MSG_NOSIGNAL);
        }
        for (const int descriptor : descriptors)
            ::close(descriptor);
    }
    ::_exit(0);
}

} // namespace

Starter::Starter()
{
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return;
    m_pid = ::fork();
    if (m_pid == 0)
        serve(pair[1]);
    ::close(pair[1]);
    m_socket = pair[0];
}

Starter::~Starter()
{
    if (m_socket >= 0)
        ::close(m_socket);
    while (m_pid > 0 && ::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {}
}

std::expected<void, int> Starter::send(const int (&descriptors)[StartDescriptors]) const
{
    char byte = 's';
    iovec data{&byte, 1};
    DescriptorSpace space{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = space.bytes;
    message.msg_controllen = sizeof space.bytes;
    cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptors);
    std::memcpy(CMSG_DATA(head), descriptors, sizeof descriptors);
    while (::sendmsg(m_socket, &message, MSG_NOSIGNAL) < 0) {
        if (errno != EINTR)
            return std::unexpected(errno == ENOTCONN || errno == EBADF ? EPIPE : errno);
    }
    return {};
}

} // namespace assay
