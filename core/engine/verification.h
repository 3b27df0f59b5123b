// Verifying one candidate, cheapest first; each function is one step of a task iteration.
#pragma once

#include "core/agent/outbox.h"
#include "core/engine/step.h"

namespace assay {

class Verification {
public:
    Verification(Measurement &measurement, const Task &task, const TaskResult &result, const CandidateFact &candidate,
                 bool ownersEdit);

    [[nodiscard]] Result<StepEnd> paths();     ///< protected refused; sensitive named or approved
    [[nodiscard]] Result<StepEnd> checks();    ///< acceptance checks absent xN, guards absent
    [[nodiscard]] Result<StepEnd> oldTests();  ///< old tests judge new code
    [[nodiscard]] Result<StepEnd> gate();      ///< compared with the checkpoint's
    [[nodiscard]] Result<StepEnd> teeth();     ///< each new or changed test on the old code
    [[nodiscard]] Result<StepEnd> standing();  ///< every fixed finding's checks and every guard
    [[nodiscard]] Result<StepEnd> review();    ///< the owner's, under review supervision

    /// A broken gate on the candidate that is broken on the checkpoint too: the instrument itself is gone.
    [[nodiscard]] bool gateIsGone() const { return m_gateIsGone; }
    /// The owner sent the candidate back: rolled back, not counted.
    [[nodiscard]] bool sentBack() const { return m_sentBack; }

private:
    [[nodiscard]] Result<ObjectId> treeWithOldTests() const;
    [[nodiscard]] Result<ObjectId> oldCodeWithNewTests(const ObjectId &oldTree) const;
    [[nodiscard]] Result<StepEnd> judgeSuspects(const QStringList &suspects);
    [[nodiscard]] Result<StepEnd> ask(const QString &subject, const QString &title, const QString &question,
                                      const QString &why, bool canSendBack = false);
    [[nodiscard]] const NamedTest *correctionOf(const QString &test) const;

    Measurement &m_measurement;
    const Task &m_task;
    const TaskResult &m_result;
    const CandidateFact &m_candidate;
    bool m_ownersEdit;
    bool m_gateIsGone = false;
    bool m_sentBack = false;
};

} // namespace assay
