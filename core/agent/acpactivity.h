// The updates of an ACP session (https://agentclientprotocol.com, version 1) as activity events.
#pragma once

#include "core/agent/agent.h"

#include <QHash>

namespace assay {

/// Pure but for the sink; one thread. A message that comes in pieces becomes few events: one where something else follows,
/// where it is long, or where flush() is called because nothing came for a while. Of a flood the first 64 MiB are passed on
/// and the rest is counted.
class AcpActivity {
public:
    AcpActivity(const ActivitySink &sink, SessionEnd &usage) : m_sink(sink), m_usage(usage) {}

    /// The member "update" of a session/update.
    void take(const QJsonObject &update);
    /// The member "usage" of the answer to session/prompt, where there is one.
    void takeUsage(const QJsonObject &usage);
    /// What stands half said.
    void flush();
    [[nodiscard]] bool isHalfSaid() const { return !m_text.isEmpty(); }
    void finish(); ///< flushes, and tells what was left out

private:
    struct Call {
        QString title, status, output;
        bool shown = false;
    };
    void text(const QString &type, const QJsonObject &update);
    void call(const QJsonObject &update);
    void plan(const QJsonObject &update);
    void usage(const QJsonObject &update);
    void send(const QJsonObject &event, qsizetype size);

    const ActivitySink &m_sink;
    SessionEnd &m_usage;
    QString m_textType, m_text;
    QHash<QString, Call> m_calls;
    qint64 m_sent = 0, m_leftOut = 0;
    double m_cost = 0; ///< of the session so far, as the agent counts it
};

/// What a tool call wants, from its typed members: kind, title, the files of `locations` and of the diffs in `content`, and
/// the command of `rawInput` (a text, or words: of `bash -lc TEXT` the text).
[[nodiscard]] PermissionRequest acpPermission(const QJsonObject &toolCall);

} // namespace assay
