// What a run does next: a pure decision over its state. The engine's loop is this function and its arms.
#pragma once

#include "core/journal/runstate.h"

namespace assay {

struct NextStep {
    enum class Kind {
        Audit,
        Task,             ///< `task`; `ownersEdit` when the owner submitted an edit for it
        FileGateTask,
        JudgeConvergence,
        Evaluate,
        Wait,             ///< only blocked work is left; burns no budget
        End,              ///< `outcome`
    } kind
        = Kind::End;
    TaskId task;
    bool ownersEdit = false;
    Outcome outcome = Outcome::Failed;
    QStringList why;      ///< at an end: the conditions that were not met
};

/// Given that no iteration is running. Outcome is judged before budget.
[[nodiscard]] NextStep nextStep(const RunState &state, const Policy &policy);

/// The last valid audit of the current checkpoint (the first audit counts while nothing was kept), or null. One made
/// before the owner went back is none, even where it looked at the same tree.
[[nodiscard]] const IterationFact *freshAudit(const RunState &state);

/// Tasks that keep the run from converging: High or Medium, open, blocked, or parked by the loop.
[[nodiscard]] QList<const Task *> convergenceBlockers(const RunState &state, const Policy &policy);

/// Time spent in finished steps: what the wall-clock budget counts. Waiting for the owner is not in it.
[[nodiscard]] std::chrono::milliseconds workedTime(const RunState &state);

} // namespace assay
