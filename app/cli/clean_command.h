// assay clean [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int cleanCommand(const CommandContext &context);

} // namespace assay::cli
