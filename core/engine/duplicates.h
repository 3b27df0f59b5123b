// The same finding told twice: by its repro's bytes, or by root cause, path and line carried through the diff.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

/// Where a line of a file in the old tree stands in the new one, from the text of `git diff -U0` of that file;
/// 0 when the line itself was changed or removed. Pure.
[[nodiscard]] int carriedLine(QByteArrayView zeroContextDiff, int line);

/// The unfixed finding that a newly claimed one repeats, or an empty id.
[[nodiscard]] Result<FindingId> duplicateOf(Measurement &measurement, const Finding &claimed);

} // namespace assay
