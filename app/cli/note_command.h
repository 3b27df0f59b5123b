// assay note [RUN] TEXT
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int noteCommand(const CommandContext &context);

} // namespace assay::cli
