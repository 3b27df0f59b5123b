// assay man [COMMAND]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int manCommand(const CommandContext &context);

} // namespace assay::cli
