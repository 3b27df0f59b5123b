// A gate tried before a run is made: prepared and run once on the base, in a folder that is thrown away.
#pragma once

#include "core/domain/clock.h"
#include "core/domain/gatereport.h"
#include "core/engine/runoptions.h"
#include "core/git/target.h"
#include "core/process/processhost.h"

namespace assay {

struct GateTrial {
    GateReport report;      ///< empty when there is no gate
    QByteArrayList outputs; ///< what each command printed, as in a run's evidence
};

/// Does to the base what a run's set-up does: fetches it, configures, prepares, runs the gate once, under the same
/// containment. Only reads the target. Blocks; for a worker. Errors: as of a set-up; stopped (ErrorKind::Stopped).
[[nodiscard]] Result<GateTrial> tryGate(ProcessHost &host, const TargetFacts &target, const RunOptions &options,
                                        const Clock &clock, const StopToken &stop);

} // namespace assay
