// assay mark [RUN] PLACE
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int markCommand(const CommandContext &context);

} // namespace assay::cli
