// A recorded agent's sessions: which there are, and which one fits a request.
#pragma once

#include "core/agent/agent.h"

#include <QSet>

namespace assay {

struct RecordedSession {
    QString folder; ///< absolute
    SessionPurpose purpose = SessionPurpose::Audit;
    ObjectId tree;
    QSet<FindingId> findings;
    int attempt = 0; ///< counted rolled-back attempts of the task before it
};

/// The file `recording.toml` of format "assay/recording/1"; described in resources/demo/recording/README.md.
class Recording {
public:
    /// Errors: no folder, no recording.toml, not TOML (with line and column), another format, a missing, unknown or
    /// ill-typed key, a session folder that is missing or lies outside.
    [[nodiscard]] static Result<Recording> load(const QString &folder);

    [[nodiscard]] const QString &agent() const { return m_agent; }
    [[nodiscard]] const QString &version() const { return m_version; }
    [[nodiscard]] const QList<RecordedSession> &sessions() const { return m_sessions; }
    /// The session for this request by purpose, checkpoint tree, findings (as a set) and counted attempts; else null.
    [[nodiscard]] const RecordedSession *find(const SessionRequest &request) const;
    /// For readers: the session wanted, and those there are.
    [[nodiscard]] QString whyNone(const SessionRequest &request) const;

private:
    QString m_folder, m_agent, m_version;
    QList<RecordedSession> m_sessions;
};

} // namespace assay
