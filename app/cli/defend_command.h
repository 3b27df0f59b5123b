// assay defend [RUN] [--path FILE]…
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int defendCommand(const CommandContext &context);

} // namespace assay::cli
