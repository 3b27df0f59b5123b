// assay pause [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int pauseCommand(const CommandContext &context);

} // namespace assay::cli
