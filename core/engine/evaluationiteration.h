// A fresh session given only the change and the evidence, told to refute it. Its reasons count when their checks do.
#pragma once

#include "core/engine/step.h"

namespace assay {

class EvaluationIteration {
public:
    explicit EvaluationIteration(Measurement &measurement) : m_measurement(measurement) {}
    /// Runs or goes on to its verdict: passed, rejected, no result. A reason whose check is watched present becomes a
    /// finding and a task like an audit's; an opinion without one is told and changes nothing but the verdict.
    [[nodiscard]] Status run();

private:
    Measurement &m_measurement;
};

} // namespace assay
