// assay stop [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int stopCommand(const CommandContext &context);

} // namespace assay::cli
