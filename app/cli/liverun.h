// A run driven by this process: the engine on a thread of its own, the journal followed and told on the main thread.
#pragma once

#include "app/cli/commandcontext.h"
#include "core/engine/engine.h"

namespace assay::cli {

struct LiveRunOptions {
    QString resources;
    bool waitForOwner = false;
    bool exportBundle = true;  ///< on convergence, to RUN/bundle
    QString command;           ///< "run", "demo", "resume": named in the result object
};

/// Runs the engine to an end and tells it: events, then the report, then the bundle's path as the last line. Ctrl-C
/// stops the run and says how to go on. Returns the documented exit status.
[[nodiscard]] int driveRun(const CommandContext &context, std::unique_ptr<Ledger> ledger,
                           const LiveRunOptions &options);

} // namespace assay::cli
