#include "core/engine/step.h"

using namespace Qt::StringLiterals;

namespace assay {

Result<StepEnd> runStep(Measurement &measurement, const QString &name, const std::function<Result<StepEnd>()> &work)
{
    const IterationFact *iteration = measurement.state().iteration(measurement.iteration());
    const StepFact *known = iteration ? iteration->step(name) : nullptr;
    if (known && known->result == "pass"_L1)
        return StepEnd::pass(known->reason);
    if (const auto &ask = measurement.instruments().betweenSteps) {
        if (const auto goesOn = ask(); !goesOn)
            return failure(goesOn.error());
    }
    // A step found open was cut off or held; it starts anew so that the waiting is not counted as work.
    if (const auto started = measurement.append(u"step.started"_s, {{u"step"_s, name}}); !started)
        return failure(started.error());
    auto end = work();
    if (!end || end->kind == StepEnd::Kind::Hold)
        return end;
    const auto written = measurement.append(u"step.ended"_s,
                                            {{u"step"_s, name},
                                             {u"result"_s, end->kind == StepEnd::Kind::Pass ? u"pass"_s : u"fail"_s},
                                             {u"reason"_s, end->reason}});
    if (!written)
        return failure(written.error());
    return end;
}

} // namespace assay
