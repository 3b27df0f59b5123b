// What Claude Code prints with --output-format stream-json, a line at a time, as activity events and an end.
// Seen of 2.1.x; lines that are not JSON and types not known are passed over, as its documentation asks for.
#pragma once

#include "core/agent/agent.h"

namespace assay {

/// Pure but for the sink it calls; belongs to one thread.
class ClaudeStream {
public:
    explicit ClaudeStream(const ActivitySink &sink) : m_sink(sink) {}

    /// The program asks something, and takes it back: by the request's id (claudecontrol.h).
    void onAsked(std::function<void(const QString &id, const QJsonObject &request)> asked)
    {
        m_asked = std::move(asked);
    }
    void onTookBack(std::function<void(const QString &id)> tookBack) { m_tookBack = std::move(tookBack); }
    /// A line without its end.
    void take(QByteArrayView line);
    /// The result line came: nothing that matters follows.
    [[nodiscard]] bool isOver() const { return m_over; }
    /// Usage and cost always. Reason and detail by what was typed in the stream (never by its prose), where the result line
    /// came; false where it did not, and the process has to tell.
    [[nodiscard]] bool tellEnd(SessionEnd &end) const;
    [[nodiscard]] const QString &model() const { return m_model; }

private:
    void assistant(const QJsonObject &message);
    void user(const QJsonObject &message);
    void result(const QJsonObject &line);

    const ActivitySink &m_sink;
    std::function<void(const QString &, const QJsonObject &)> m_asked;
    std::function<void(const QString &)> m_tookBack;
    SessionEnd m_end;
    QString m_model;
    QString m_error; ///< of the last assistant message: "authentication_failed", "rate_limit", …
    qint64 m_resetsAt = 0; ///< of the last rate limit event, seconds since 1970
    bool m_over = false;
};

} // namespace assay
