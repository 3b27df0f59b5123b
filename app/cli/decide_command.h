// assay decide [RUN] PROMPT OPTION
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int decideCommand(const CommandContext &context);

} // namespace assay::cli
