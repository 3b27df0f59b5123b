// assay gate [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int gateCommand(const CommandContext &context);

} // namespace assay::cli
