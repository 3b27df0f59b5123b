// A child's output on its way from the process host's thread to the session's: cut into lines, within bounds.
#pragma once

#include <QByteArray>

#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace assay {

struct OutputLine {
    int stream = 1;        ///< 1 standard output, 2 standard error
    QByteArray bytes;      ///< without its end of line
    qint64 cut = 0;        ///< bytes of this line that were left out
};

/// Whatever a child prints, this holds at most 2 * kLineLimit + kQueueLimit bytes; more is counted and dropped, since
/// the host's thread must not wait. take() by the host's thread, next() by one other.
class OutputLines {
public:
    static constexpr qsizetype kLineLimit = qsizetype(4) << 20;   ///< bytes kept of one line
    static constexpr qsizetype kQueueLimit = qsizetype(16) << 20; ///< bytes waiting to be read

    void take(int stream, QByteArrayView bytes);
    void close(); ///< no more output: what stands without an end of line is a line
    /// Waits for a line; nullopt once closed and empty.
    [[nodiscard]] std::optional<OutputLine> next();
    [[nodiscard]] qint64 dropped() const; ///< bytes of lines lost because nobody read in time

private:
    void push(int stream);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::array<OutputLine, 2> m_open; // the unfinished line of each stream
    std::deque<OutputLine> m_queue;
    qsizetype m_queued = 0;
    qint64 m_dropped = 0;
    bool m_closed = false;
};

} // namespace assay
