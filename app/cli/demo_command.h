// assay demo
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int demoCommand(const CommandContext &context);

} // namespace assay::cli
