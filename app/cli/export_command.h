// assay export [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int exportCommand(const CommandContext &context);

} // namespace assay::cli
