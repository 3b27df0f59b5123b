// Whether an iteration waits for the owner: it has no end yet, and does not run either.
#pragma once

#include "core/journal/runstate.h"

namespace assay::ui {

/// An approval or a permission of this iteration is open: only an answer lets it go on, whether an engine lives or not.
[[nodiscard]] bool isHeld(const RunState &state, const IterationFact &iteration);

} // namespace assay::ui
