// One attempt at one task: acceptance checks watched, one session, one candidate, one verification, one verdict.
#pragma once

#include "core/engine/verification.h"

namespace assay {

class TaskIteration {
public:
    explicit TaskIteration(Measurement &measurement) : m_measurement(measurement) {}

    enum class Progress {
        Finished,   ///< a verdict stands
        Waiting,    ///< held by an approval; the candidate stays
        GateGone,   ///< finished, and the gate is broken on the checkpoint too
    };
    /// Runs or goes on with the iteration.
    [[nodiscard]] Result<Progress> run();

private:
    [[nodiscard]] Result<StepEnd> watchAcceptance(const Task &task, bool &nothingToShow);
    [[nodiscard]] Result<StepEnd> session(const Task &task);
    [[nodiscard]] Status takeResult(const Task &task);
    [[nodiscard]] Result<StepEnd> collectCandidate();
    [[nodiscard]] Status keep(const Task &task, const TaskResult &result);
    [[nodiscard]] Status rollBack(const Task &task, const QString &step, const StepEnd &why, bool counted);
    [[nodiscard]] Status
    salvageCandidate(const ObjectId &commit); ///< a ref for it, and the clone back at the checkpoint
    [[nodiscard]] Status noChange(const Task &task, const QString &reason, bool counted, bool blocked = false);
    [[nodiscard]] Status withoutAcceptance(const Task &task);
    [[nodiscard]] Result<TaskResult> result() const;
    [[nodiscard]] const IterationFact &fact() const;

    Measurement &m_measurement;
};

} // namespace assay
