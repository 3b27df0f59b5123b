// assay run TARGET
#pragma once

#include "app/cli/commandcontext.h"
#include "core/engine/runoptions.h"

namespace assay::cli {

[[nodiscard]] int runCommand(const CommandContext &context);

/// What `run` and `demo` share: looks at the target, makes the run folder, drives the run to an end.
[[nodiscard]] int startRun(const CommandContext &context, const QString &target, const QString &base,
                           const RunOptions &options, const QString &command);

} // namespace assay::cli
