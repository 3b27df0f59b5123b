// assay completion bash|zsh|fish
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int completionCommand(const CommandContext &context);

} // namespace assay::cli
