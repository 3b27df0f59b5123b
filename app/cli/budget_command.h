// assay budget [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int budgetCommand(const CommandContext &context);

} // namespace assay::cli
