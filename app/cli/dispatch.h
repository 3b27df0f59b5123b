// From a parsed command line to the command that carries it out.
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

/// Returns the exit status.
[[nodiscard]] int dispatch(const CommandContext &context);

} // namespace assay::cli
