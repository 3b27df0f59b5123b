// assay repro [RUN|BUNDLE]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int reproCommand(const CommandContext &context);

} // namespace assay::cli
