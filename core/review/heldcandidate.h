// The candidate that waits for the owner's review, and the comments that go back with it.
#pragma once

#include "core/domain/error.h"
#include "core/journal/runfolder.h"
#include "core/journal/runstate.h"

namespace assay::review {

/// The iteration whose candidate waits for a review; none else.
[[nodiscard]] const IterationFact *heldIteration(const RunState &state);

/// What the argument "marks" of `review` and `decide` takes when it is sent back: the open comments on hunks or files of
/// its change, seen from its checkpoint or from base. Reads the vault: for a worker. Empty where none waits.
[[nodiscard]] Result<QJsonArray> commentsOfHeld(const RunFolder &folder, const RunState &state);

} // namespace assay::review
