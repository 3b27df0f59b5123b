// The checks that must stay absent on any tree that holds what was kept.
#pragma once

#include "core/journal/runstate.h"

namespace assay {

struct StandingChecks {
    QList<CheckId> fixed;  ///< acceptance checks of fixed findings
    QList<CheckId> guards; ///< of findings that were filed
};
[[nodiscard]] StandingChecks standingChecks(const RunState &state);

} // namespace assay
