// assay task [RUN] TASK --park|--unpark|--rank N
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int taskCommand(const CommandContext &context);

} // namespace assay::cli
