// What a target offers, before a run of it is made: base, gate, preparation, or why it cannot be one.
#pragma once

#include "core/gate/detect.h"
#include "core/git/target.h"
#include "core/process/sandbox.h"

namespace assay::ui {

struct TargetLook {
    TargetFacts facts;
    DetectedGate found;
    bool hasConfig = false;   ///< base carries an assay.toml, whose answers come before what is found
    SandboxAbility sandbox;
};

/// Only reads. Blocks; for a worker. `target`: a folder; an address is looked at when the run is made.
[[nodiscard]] Result<TargetLook> lookAtTarget(ProcessHost &host, const QString &target, const QString &base);

} // namespace assay::ui
