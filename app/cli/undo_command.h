// assay undo [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int undoCommand(const CommandContext &context);

} // namespace assay::cli
