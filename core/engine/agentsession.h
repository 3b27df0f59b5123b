// One iteration's agent session: started, watched, ended, and what it left taken into evidence.
#pragma once

#include "core/agent/outbox.h"
#include "core/engine/measurement.h"

namespace assay {

/// What a session left. The outbox is always read from the evidence snapshot, so that a resumed iteration sees the
/// same bytes that the journal names, whatever became of the folder.
struct SessionLeft {
    bool valid = false;
    QString why;      ///< when not valid, for the verdict: "outbox invalid: …"
    QString folder;   ///< the snapshot laid out on disk
};

class AgentSession {
public:
    /// Reads a folder and returns every problem of its form; empty = it fits.
    using Validate = std::function<QList<OutboxProblem>(const QString &folder)>;

    AgentSession(Measurement &measurement, SessionPurpose purpose, Validate validate)
        : m_measurement(measurement),
          m_purpose(purpose),
          m_validate(std::move(validate))
    {}

    /// Blocks until the session is over; a form that does not fit goes back to the agent once.
    /// Errors: AgentUnavailable (nothing was done; the iteration does not count), Stopped, Failed.
    [[nodiscard]] Result<SessionLeft> run(const QString &prompt, const QList<FindingId> &findings, int countedAttempts);

private:
    [[nodiscard]] Status hold(const QString &prompt, const QList<FindingId> &findings, int countedAttempts, int round,
                              const QStringList &errors);
    [[nodiscard]] Status unavailable(const QString &session, const QString &cause, const QDateTime &resetsAt = {});
    [[nodiscard]] bool lastOneFailedToo() const;
    [[nodiscard]] Result<QString> layOut(const SessionFact &session) const;
    [[nodiscard]] QString sessionId(int round) const;

    Measurement &m_measurement;
    SessionPurpose m_purpose;
    Validate m_validate;
};

} // namespace assay
