// One step of an iteration: started, run, ended - or found ended in the journal and passed over.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

/// How a step ended. Hold: it waits for the owner and is run again once they answered.
struct StepEnd {
    enum class Kind { Pass, Fail, Hold } kind = Kind::Pass;
    QString reason;
    QString signature; ///< for the stuck rule: the set of failing cases and checks
    [[nodiscard]] static StepEnd pass(QString why = {}) { return {Kind::Pass, std::move(why), {}}; }
    [[nodiscard]] static StepEnd fail(QString why, QString signature = {})
    {
        return {Kind::Fail, std::move(why), std::move(signature)};
    }
    [[nodiscard]] static StepEnd hold(QString why) { return {Kind::Hold, std::move(why), {}}; }
};

/// Runs `work` unless the journal says that this step of the iteration passed. Appends step.started and step.ended;
/// a held step stays open. Waits before it
/// begins while the owner has paused the run.
[[nodiscard]] Result<StepEnd> runStep(Measurement &measurement, const QString &name,
                                      const std::function<Result<StepEnd>()> &work);

} // namespace assay
