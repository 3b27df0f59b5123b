#include "core/process/processinput.h"

#include <cerrno>
#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>

namespace assay {

namespace {
constexpr qsizetype kWritesATurn = qsizetype(1) << 20; // so that one thirsty child does not starve the others
}

ProcessInput::ProcessInput() : m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ProcessInput::~ProcessInput()
{
    if (m_wake >= 0)
        ::close(m_wake);
}

bool ProcessInput::write(const QByteArray &bytes)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed || m_abandoned || bytes.size() > kQueueLimit - m_queued)
            return false;
        if (bytes.isEmpty())
            return true;
        m_queued += bytes.size();
        m_queue.push_back(bytes);
    }
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t n = ::write(m_wake, &one, sizeof one);
    return true;
}

void ProcessInput::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
    }
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t n = ::write(m_wake, &one, sizeof one);
}

void ProcessInput::drainWake() const
{
    uint64_t drained = 0;
    [[maybe_unused]] const ssize_t n = ::read(m_wake, &drained, sizeof drained);
}

bool ProcessInput::isWaiting() const
{
    const std::lock_guard lock(m_mutex);
    return !m_queue.empty() || m_closed;
}

void ProcessInput::abandon()
{
    const std::lock_guard lock(m_mutex);
    m_abandoned = true;
    m_queue.clear();
    m_queued = m_done = 0;
}

ProcessInput::Turn ProcessInput::writeTo(int fd)
{
    for (qsizetype total = 0; total < kWritesATurn;) {
        QByteArray first; // shared, so that a caller's write() need not wait for ours
        {
            const std::lock_guard lock(m_mutex);
            if (m_queue.empty())
                return m_closed ? Turn::Over : Turn::Empty;
            first = m_queue.front();
        }
        const ssize_t n = ::write(fd, first.constData() + m_done, size_t(first.size() - m_done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return Turn::More;
        if (n < 0) {
            abandon();
            return Turn::Over;
        }
        const std::lock_guard lock(m_mutex);
        total += n;
        m_done += n;
        m_queued -= n;
        if (m_done == first.size()) {
            m_queue.pop_front();
            m_done = 0;
        }
    }
    return Turn::More;
}

} // namespace assay
