// What a session's program prints beside its protocol, as activity events within a session's bounds.
#pragma once

#include "core/agent/agent.h"
#include "core/agent/outputlines.h"

namespace assay {

/// Each line is an "output" event. Of a flood the first lines are passed on and the rest is counted. One thread.
class LineReporter {
public:
    /// With `usage`, a line that is a JSON object with a known "type" (activity.h) is passed on as that event, and what it
    /// tells of usage is added there.
    explicit LineReporter(const ActivitySink &sink, SessionEnd *usage = nullptr) : m_sink(sink), m_usage(usage) {}

    void report(const OutputLine &line);
    /// Tells what was left out: here, and `dropped` bytes before.
    void finish(qint64 dropped);

private:
    [[nodiscard]] bool passOn(const OutputLine &line);

    const ActivitySink &m_sink;
    SessionEnd *m_usage;
    qint64 m_lines = 0, m_bytes = 0, m_eventBytes = 0, m_leftOut = 0;
};

} // namespace assay
