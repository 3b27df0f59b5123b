// A run in one sentence: the command line's report, the console and journal.md say the same.
#pragma once

#include "core/journal/runstate.h"

namespace assay {

/// "31 tests were green while 4 High findings were real; 37 pass now and none of them is left." The worst severity is
/// told of. The state must have a checkpoint (`run.created` was seen). Pure.
[[nodiscard]] QString runSentence(const RunState &state);

/// The gate's commands that judge nothing now (CommandReport::isBlind): of its newest run on the checkpoint, or else on the
/// base. For blindWords().
[[nodiscard]] QStringList blindGate(const RunState &state);

} // namespace assay
