// assay resume [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int resumeCommand(const CommandContext &context);

} // namespace assay::cli
