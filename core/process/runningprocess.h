// One command under way: its descriptors, its limits, what it said so far. Lives in the host's thread.
#pragma once

#include "core/process/boundedcapture.h"
#include "core/process/processhost.h"
#include "core/process/starter.h"

#include <optional>
#include <poll.h>

namespace assay {

class RunningProcess {
public:
    using Clock = std::chrono::steady_clock;

    RunningProcess(ProcessCommand command, StopToken stop);
    ~RunningProcess();
    RunningProcess(const RunningProcess &) = delete;
    RunningProcess &operator=(const RunningProcess &) = delete;

    [[nodiscard]] std::future<ProcessResult> future() { return m_promise.get_future(); }
    /// False when it is over already, since it could not be started.
    [[nodiscard]] bool begin(const Starter &starter);
    void addPolled(std::vector<pollfd> &polled) const;
    /// Reads what is there; false when the process is over.
    [[nodiscard]] bool turn(QByteArray &buffer);
    /// Ends its tree when it has a title and is not ending already.
    bool endByOwner();
    [[nodiscard]] const QString &title() const { return m_command.title; }
    [[nodiscard]] std::chrono::milliseconds duration() const { return m_result.duration; }
    /// Fulfils the promise; the last call.
    void deliver() { m_promise.set_value(std::move(m_result)); }
    void endAtOnce(); ///< the host goes away: closes the keeper's socket and delivers Stopped

private:
    struct Stream {
        int fd = -1;
        BoundedCapture kept;
    };
    [[nodiscard]] bool refuse(const QString &why);
    void read(int stream, QByteArray &buffer, bool all);
    void feed();
    void watch(Clock::time_point now);
    void end(ProcessEnd why);
    void finish(const std::optional<struct KeeperReport> &report, QByteArray &buffer);
    void close();

    ProcessCommand m_command;
    StopToken m_stop;
    std::promise<ProcessResult> m_promise;
    ProcessResult m_result;
    Stream m_streams[2];
    int m_keeper = -1;
    int m_input = -1; ///< our end of the pipe to its standard input
    bool m_ending = false;
    Clock::time_point m_started, m_lastOutput, m_diskLook;
};

} // namespace assay
