// The standard input of a command that is talked with while it runs.
#pragma once

#include <QByteArray>

#include <atomic>
#include <deque>
#include <mutex>

namespace assay {

/// Made by the caller, shared with the command (ProcessCommand::input) and good for one run. Thread-safe; nothing here
/// waits. The host's thread writes what is queued as the command reads it, so that neither side can block the other.
class ProcessInput {
public:
    static constexpr qsizetype kQueueLimit = qsizetype(64) << 20; ///< bytes that may wait to be read

    ProcessInput();
    ~ProcessInput();
    ProcessInput(const ProcessInput &) = delete;
    ProcessInput &operator=(const ProcessInput &) = delete;

    /// Queues all of the bytes, or none: false when it was closed, when nobody reads any more (the command closed its
    /// standard input or ended, which is no error of its run), or when more than the limit would wait.
    [[nodiscard]] bool write(const QByteArray &bytes);
    /// The command's end of file, behind what is queued.
    void close();
    /// While it is held the command waits for our answer: its silence is no idleness (ProcessLimits::idle).
    void holdIdle(bool held) { m_idleHeld = held; }

private:
    friend class RunningProcess; // the host's side
    enum class Turn { More, Empty, Over };
    /// Writes what `fd` takes, without waiting. Over: closed and all written, or nobody reads.
    [[nodiscard]] Turn writeTo(int fd);
    void abandon(); ///< nobody reads any more
    void drainWake() const;
    [[nodiscard]] bool isWaiting() const; ///< something is to be done: bytes are queued, or it was closed

    mutable std::mutex m_mutex;
    std::deque<QByteArray> m_queue; // guarded by the mutex, as the next four
    qsizetype m_queued = 0;
    qsizetype m_done = 0; // bytes of the first that are written
    bool m_closed = false;
    bool m_abandoned = false;
    std::atomic<bool> m_idleHeld = false;
    int m_wake = -1; // an eventfd that the host polls
};

} // namespace assay
