// The loop: reads the state, decides, does one thing, appends what happened, until an end.
#pragma once

#include "core/engine/ledger.h"
#include "core/engine/nextstep.h"
#include "core/process/processhost.h"

#include <functional>

namespace assay {

struct EngineOptions {
    QString resources;          ///< folder with prompts/ and schemas/
    bool waitForOwner = false;  ///< true: stays and polls the inbox while a prompt holds the run; false: ends waiting
    std::function<void(const Entry &)> onEntry; ///< in the engine's thread, after each entry; tests inject faults here
};

/// Runs until an end of the loop. The run folder must exist (createRun). Blocks; call it on a thread of its own.
/// Everything that readers need is in the journal; the outcome is returned for the exit status alone.
/// Errors are those that could not be journalled as an end: no lock, disk full, a journal that cannot be written.
[[nodiscard]] Result<Outcome> runEngine(std::unique_ptr<Ledger> ledger, ProcessHost &host, const EngineOptions &options,
                                        StopToken stop);

/// Opens an existing run's journal for writing: takes its lock. Refuses one whose chain of hashes is broken.
[[nodiscard]] Result<std::unique_ptr<Ledger>> openRun(const RunFolder &folder, const Clock &clock);

} // namespace assay
