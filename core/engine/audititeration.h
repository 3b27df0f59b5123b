// One audit: a fresh session that is told nothing of earlier findings, and every claim of it watched.
#pragma once

#include "core/agent/outbox.h"
#include "core/engine/step.h"

namespace assay {

class AuditIteration {
public:
    explicit AuditIteration(Measurement &measurement) : m_measurement(measurement) {}
    /// Runs or goes on with the iteration to its verdict: findings filed, clean, or no result.
    [[nodiscard]] Status run();

private:
    [[nodiscard]] Status fileClaims(const AuditResult &audit);
    [[nodiscard]] Status judge();
    [[nodiscard]] Status fileTasks();
    [[nodiscard]] Status end(QStringView verdict, const QString &reason);
    [[nodiscard]] QList<Draft> checkDrafts(const Finding &finding, bool reproduced, const QHash<CheckId, Watched> &seen,
                                           const QHash<CheckId, Watched> &controls) const;

    Measurement &m_measurement;
};

/// The prompts that a session's decisions become; those already put to the owner are passed over. `next` counts ids.
[[nodiscard]] QList<Draft> decisionDrafts(const Measurement &measurement, const QList<ClaimedDecision> &decisions);

/// What this iteration reproduced and no task covers yet: empty when its tasks were filed before a crash.
[[nodiscard]] QList<FindingId> freshFindings(const Measurement &measurement);

/// Unanswered prompts that a task covering these findings waits for.
[[nodiscard]] QList<PromptId> blockersOf(const RunState &state, const Task &task);

/// Files what fileFindings says: tasks, strikes, the order of the backlog. For an audit, and after causes were merged.
[[nodiscard]] QList<Draft> backlogDrafts(const Measurement &measurement, const BacklogChange &change);

/// Why a spot task of the change's `superseded` is: by a strike, or because a merge of causes brought it to an open task.
[[nodiscard]] QString whySuperseded(const BacklogChange &change, const TaskId &spot);

} // namespace assay
