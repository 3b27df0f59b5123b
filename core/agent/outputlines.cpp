#include "core/agent/outputlines.h"

namespace assay {
namespace {

/// What one queued line costs beside its bytes, so that a flood of empty lines is bounded too.
constexpr qsizetype kLineCost = 64;

} // namespace

void OutputLines::push(int stream)
{
    OutputLine &open = m_open.at(stream == 2 ? 1 : 0);
    if (open.bytes.endsWith('\r'))
        open.bytes.chop(1);
    const qsizetype cost = open.bytes.size() + kLineCost;
    if (!m_limits.keepsAll && m_queued + cost > m_limits.queue) {
        m_dropped += open.bytes.size() + open.cut + 1;
    } else {
        m_queued += cost;
        m_queue.push_back({stream, open.bytes, open.cut});
    }
    open = {};
}

void OutputLines::take(int stream, QByteArrayView bytes)
{
    {
        const std::scoped_lock lock(m_mutex);
        OutputLine &open = m_open.at(stream == 2 ? 1 : 0);
        while (!bytes.isEmpty()) {
            const qsizetype end = bytes.indexOf('\n');
            const QByteArrayView part = end < 0 ? bytes : bytes.first(end);
            const qsizetype kept = qMin(part.size(), m_limits.line - open.bytes.size());
            open.bytes.append(part.first(kept));
            open.cut += part.size() - kept;
            if (end < 0)
                break;
            push(stream);
            bytes = bytes.sliced(end + 1);
        }
    }
    m_changed.notify_one();
}

void OutputLines::close()
{
    {
        const std::scoped_lock lock(m_mutex);
        for (const int stream : {1, 2}) {
            const OutputLine &open = m_open.at(stream == 2 ? 1 : 0);
            if (!open.bytes.isEmpty() || open.cut > 0)
                push(stream);
        }
        m_closed = true;
    }
    m_changed.notify_one();
}

bool OutputLines::mayTake() const
{
    const std::scoped_lock lock(m_mutex);
    return m_queued < m_limits.queue;
}

OutputLines::Next OutputLines::next(OutputLine &line, std::chrono::milliseconds wait)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, wait, [this] { return m_closed || !m_queue.empty(); });
    if (m_queue.empty())
        return m_closed ? Next::Closed : Next::Nothing;
    line = std::move(m_queue.front());
    m_queue.pop_front();
    m_queued -= line.bytes.size() + kLineCost;
    return Next::Line;
}

qint64 OutputLines::dropped() const
{
    const std::scoped_lock lock(m_mutex);
    return m_dropped;
}

} // namespace assay
