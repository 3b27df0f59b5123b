// assay skip [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int skipCommand(const CommandContext &context);

} // namespace assay::cli
