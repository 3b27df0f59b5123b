// Is it over? Everything that loop.md asks of a converged run, watched anew on a fresh preparation.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

/// Watches all fixed findings' checks and all guards xN and the gate on the current checkpoint, freshly prepared;
/// appends `convergence.judged`. A finding seen present again is judged regressed and its task is open again.
/// Returns false when the gate is broken there.
[[nodiscard]] Result<bool> judgeConvergence(Measurement &measurement);

} // namespace assay
