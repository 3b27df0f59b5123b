// assay status [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int statusCommand(const CommandContext &context);

} // namespace assay::cli
