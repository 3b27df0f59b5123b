// assay rewind [RUN] CHECKPOINT
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int rewindCommand(const CommandContext &context);

} // namespace assay::cli
