// A child's output on its way from the process host's thread to the session's: cut into lines, within bounds.
#pragma once

#include <QByteArray>

#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace assay {

struct OutputLine {
    int stream = 1;        ///< 1 standard output, 2 standard error
    QByteArray bytes;      ///< without its end of line
    qint64 cut = 0;        ///< bytes of this line that were left out
};

/// Whatever a child prints, this holds at most two lines and a queue; more is counted and dropped, since the host's thread
/// must not wait. Where no line may be lost, the host asks mayTake() and leaves the rest in the child's pipe: then a whole
/// line may stand beyond the queue's limit. take() and mayTake() by the host's thread, next() by one other.
class OutputLines {
public:
    struct Limits {
        qsizetype line = qsizetype(4) << 20; ///< bytes kept of one line
        qsizetype queue = qsizetype(16) << 20; ///< bytes waiting to be read
        bool keepsAll = false; ///< the host asks before it reads
    };
    enum class Next { Line, Nothing, Closed };

    OutputLines() : OutputLines(Limits{}) {}
    explicit OutputLines(const Limits &limits) : m_limits(limits) {}

    void take(int stream, QByteArrayView bytes);
    void close(); ///< no more output: what stands without an end of line is a line
    [[nodiscard]] bool mayTake() const;
    /// Waits that long for a line. Closed once there will be none.
    [[nodiscard]] Next next(OutputLine &line, std::chrono::milliseconds wait);
    [[nodiscard]] qint64 dropped() const; ///< bytes of lines lost because nobody read in time

private:
    void push(int stream);

    const Limits m_limits;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::array<OutputLine, 2> m_open; // the unfinished line of each stream
    std::deque<OutputLine> m_queue;
    qsizetype m_queued = 0;
    qint64 m_dropped = 0;
    bool m_closed = false;
};

} // namespace assay
