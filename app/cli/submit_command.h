// assay submit [RUN] --task TASK
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int submitCommand(const CommandContext &context);

} // namespace assay::cli
