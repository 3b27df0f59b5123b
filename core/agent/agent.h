// How the loop talks to an agent: prompt in, activity out, an end with a reason. What counts as a result is the
// outbox and the work tree, never the prose.
#pragma once

#include "core/domain/error.h"
#include "core/domain/finding.h"
#include "core/domain/permission.h"
#include "core/domain/policy.h"
#include "core/domain/stoptoken.h"

#include <QDateTime>
#include <QJsonObject>

#include <functional>
#include <memory>

namespace assay {

class ProcessHost;

enum class SessionPurpose { Audit, Task, Gate, Evaluation };
[[nodiscard]] QString toWord(SessionPurpose purpose);
[[nodiscard]] std::optional<SessionPurpose> sessionPurposeFromWord(QStringView word);

/// Answers what a live session asks leave for, in the owner's place or with the owner. Called in the session's thread, and
/// never waits: an answer comes with answers(), at once where a rule gave it.
class PermissionDesk {
public:
    struct Answer {
        QString key; ///< of the request
        bool allowed = false;
        QString why; ///< for the activity and, refused, for the agent: "by agent.permission[2]"
    };
    virtual ~PermissionDesk() = default;
    virtual void ask(const PermissionRequest &request) = 0;
    /// What was answered since it was asked last; a session asks many times a second.
    [[nodiscard]] virtual QList<Answer> answers() = 0;
    /// The session no longer wants to know.
    virtual void withdraw(const QString &key, const QString &why) = 0;
};

struct SessionRequest {
    QString id;
    SessionPurpose purpose = SessionPurpose::Audit;
    ObjectId checkpointTree;
    QList<FindingId> findings; ///< the task's
    int countedAttempts = 0; ///< counted rolled-back attempts of the task
    QString prompt; ///< the whole text
    QString clone; ///< work tree: the working folder
    QString baseGit; ///< the objects that the clone's own .git borrows; empty = none
    QString outbox; ///< ASSAY_OUTBOX, exists and is empty (a second round keeps the first's files)
    QString runFolder; ///< ASSAY_RUN, for the reaper
    QStringList outboxErrors; ///< second round: what was wrong with the form
    PermissionDesk *permissions = nullptr; ///< null: whatever is asked is refused
};

enum class SessionEndReason { Finished, Failed, TimedOut, Idle, EndedByOwner, Stopped, Unavailable, NoRecording };
[[nodiscard]] QString toWord(SessionEndReason reason);

struct SessionEnd {
    SessionEndReason reason = SessionEndReason::Finished;
    QString detail; ///< for readers: "exit status 3", "no recording for …"
    qint64 inputTokens = -1, outputTokens = -1; ///< -1 = not said
    double cost = -1;
    QByteArray log; ///< bounded output of a command agent
    QDateTime resetsAt; ///< Unavailable by a rate limit: when it ends, where that was told
};

/// One activity event; the stream file's line. Types: message, thought, tool_call, plan, usage, permission,
/// rate_limit, output.
using ActivitySink = std::function<void(const QJsonObject &)>;

class Agent {
public:
    virtual ~Agent() = default;
    [[nodiscard]] virtual QString name() const = 0;
    [[nodiscard]] virtual QString version() const = 0;
    /// Blocks until the session is over and its processes are gone. Called from the engine's thread.
    [[nodiscard]] virtual SessionEnd run(const SessionRequest &request, const ActivitySink &sink, StopToken stop) = 0;
};

/// By one of agentForms() (knownagents.h). A clear error when the folder is no recording or the program is not found.
[[nodiscard]] Result<std::unique_ptr<Agent>> makeAgent(const QString &spec, ProcessHost &host, const Policy &policy);

} // namespace assay
