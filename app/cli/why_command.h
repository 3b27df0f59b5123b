// assay why [RUN] FILE:LINE [--base]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int whyCommand(const CommandContext &context);

} // namespace assay::cli
