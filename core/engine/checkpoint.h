// A kept candidate's tree, committed anew on the previous checkpoint with the trailers.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

/// First line of a summary, at most 72 characters, without control characters.
[[nodiscard]] QString checkpointTitle(const QString &summary);

/// Commits and sets refs/assay/checkpoints/<n>; found again when a crash came between the ref and its entry.
/// Trailers: Assay-Run, Assay-Task, Assay-Findings, Assay-Journal (the head's hash: the anchor that detects edits).
[[nodiscard]] Result<ObjectId> commitCheckpoint(Measurement &measurement, const Task &task,
                                                const CandidateFact &candidate, const QString &summary);

} // namespace assay
