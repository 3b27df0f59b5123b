// One session with an agent that speaks the Agent Client Protocol, version 1 (https://agentclientprotocol.com): what is
// asked, told and answered, from the first line to the end of the turn. No process: lines in, lines out.
#pragma once

#include "core/agent/acpactivity.h"
#include "core/agent/jsonrpc.h"
#include "core/agent/linereporter.h"
#include "core/agent/sessionpermissions.h"

#include <QJsonArray>

namespace assay {

/// What is known of the agent beforehand.
struct AcpManners {
    /// The mode in which it asks before it changes something: set where it offers it and is in another one.
    QString askingMode = QStringLiteral("default");
    QString login; ///< for people; empty = only what it says itself
};

/// initialize → session/new → session/set_mode, where that is needed → one session/prompt. Neither file access nor terminals are offered to the agent: it has its
/// own, and containment does not rest on ours. No MCP servers are handed over. One thread.
class AcpSession {
public:
    AcpSession(const SessionRequest &request, const AcpManners &manners, const ActivitySink &sink, ProcessInput &input);

    void begin();
    void take(const OutputLine &line); ///< standard output is the protocol; the rest is told as output
    void turn(); ///< many times a second: takes answers to permissions, passes on what is half said
    /// The owner wants it to end: session/cancel, and what waits for a permission is answered "cancelled".
    void cancel();

    /// The turn is over, or will never be: nothing that matters follows.
    [[nodiscard]] bool isOver() const { return m_over; }
    /// Usage always. Reason and detail where the protocol told them; false where it did not, and the process has to tell.
    [[nodiscard]] bool tellEnd(SessionEnd &end) const;
    /// What it was doing, where it ends without a word: "it never answered initialize".
    [[nodiscard]] QString whereItStands() const;
    void finish(qint64 dropped);

private:
    using Answer = std::expected<QJsonValue, RpcError>;
    void initialized(const Answer &answer);
    void created(const Answer &answer);
    void prompt();
    void remember(const QJsonObject &update);
    void prompted(const Answer &answer);
    void askedPermission(const QJsonValue &id, const QJsonObject &parameters);
    void endWith(SessionEndReason reason, const QString &detail);
    void endWithError(const QString &asked, const RpcError &error);

    const SessionRequest &m_request;
    const AcpManners m_manners;
    ProcessInput &m_input;
    SessionEnd m_end;
    LineReporter m_beside;
    AcpActivity m_activity;
    SessionPermissions m_permissions;
    JsonRpc m_rpc;
    QHash<QString, QJsonValue> m_asked; ///< permission → the agent's id of its request
    QHash<QString, QJsonObject> m_calls; ///< of tools, as told so far: a permission may name the id alone
    QJsonArray m_logins; ///< authMethods
    QString m_agentName, m_session, m_waitsFor;
    std::chrono::steady_clock::time_point m_heard;
    bool m_over = false;
    bool m_cancelled = false;
};

} // namespace assay
