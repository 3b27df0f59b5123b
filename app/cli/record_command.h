// assay record [RUN] --to DIR
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int recordCommand(const CommandContext &context);

} // namespace assay::cli
