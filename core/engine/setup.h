// From a target to a run that is ready to audit: folder and journal, vault, policy, preparation, baseline.
#pragma once

#include "core/engine/ledger.h"
#include "core/engine/measurement.h"
#include "core/engine/runoptions.h"
#include "core/git/target.h"

namespace assay {

/// Makes the run folder with its journal and `run.created`. The target was inspected; nothing of it is copied yet.
/// Errors: the folder lies inside the target, exists and is not empty, or cannot be written.
[[nodiscard]] Result<std::unique_ptr<Ledger>> createRun(const RunFolder &folder, const TargetFacts &target,
                                                        const RunOptions &options, const Clock &clock);

/// Fetches base into the vault unless it is there. Safe to repeat after a crash at any point.
[[nodiscard]] Status fetchIntoVault(const Ledger &ledger, ProcessHost &host, StopToken stop);

/// The policy: assay.toml of base (or the owner's file), what the owner asked for, what is found in the tree.
/// Appends `run.configured` once; afterwards reads it from there. ErrorKind::Usage for a bad assay.toml.
[[nodiscard]] Result<Policy> configureRun(Ledger &ledger, ProcessHost &host);

/// What the owner is to know of the policy's agent before it starts; nothing of one that starts no program.
[[nodiscard]] QStringList agentWarnings(const Policy &policy);

/// Prepares base and runs the gate twice, and once more uncontained where the policy asks for it. Returns why the gate
/// is broken, or an empty text.
[[nodiscard]] Result<QString> measureBaseline(Measurement &measurement);

} // namespace assay
