// Commands that an engine ended without having taken: sent in its last moment, they would lie in the inbox for ever where
// the run is never resumed.
#pragma once

#include "core/domain/clock.h"
#include "core/domain/error.h"
#include "core/journal/runfolder.h"

namespace assay {

/// Takes the run's lock, and carries out or refuses what lies in the inbox, in its order. Nothing there: nothing is done.
/// Errors: the lock is somebody's, disk.
[[nodiscard]] Status carryOutLeft(const RunFolder &folder, const Clock &clock);

} // namespace assay
