// How the loop talks to an agent: prompt in, activity out, an end with a reason. What counts as a result is the
// outbox and the work tree, never the prose.
#pragma once

#include "core/domain/error.h"
#include "core/domain/finding.h"
#include "core/domain/policy.h"
#include "core/domain/stoptoken.h"

#include <QJsonObject>

#include <functional>
#include <memory>

namespace assay {

class ProcessHost;

enum class SessionPurpose { Audit, Task, Gate, Evaluation };
[[nodiscard]] QString toWord(SessionPurpose purpose);
[[nodiscard]] std::optional<SessionPurpose> sessionPurposeFromWord(QStringView word);

struct SessionRequest {
    QString id;
    SessionPurpose purpose = SessionPurpose::Audit;
    ObjectId checkpointTree;
    QList<FindingId> findings;     ///< the task's
    int countedAttempts = 0;       ///< counted rolled-back attempts of the task
    QString prompt;                ///< the whole text
    QString clone;                 ///< work tree: the working folder
    QString baseGit;               ///< the objects that the clone's own .git borrows; empty = none
    QString outbox;                ///< ASSAY_OUTBOX, exists and is empty (a second round keeps the first's files)
    QString runFolder;             ///< ASSAY_RUN, for the reaper
    QStringList outboxErrors;      ///< second round: what was wrong with the form
};

enum class SessionEndReason { Finished, Failed, TimedOut, Idle, EndedByOwner, Stopped, Unavailable, NoRecording };
[[nodiscard]] QString toWord(SessionEndReason reason);

struct SessionEnd {
    SessionEndReason reason = SessionEndReason::Finished;
    QString detail;               ///< for readers: "exit status 3", "no recording for …"
    qint64 inputTokens = -1, outputTokens = -1; ///< -1 = not said
    double cost = -1;
    QByteArray log;               ///< bounded output of a command agent
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

/// "recorded:DIR" or "command:PROGRAM [ARGS]". A clear error when the folder is no recording or the program is not found.
[[nodiscard]] Result<std::unique_ptr<Agent>> makeAgent(const QString &spec, ProcessHost &host, const Policy &policy);

} // namespace assay
