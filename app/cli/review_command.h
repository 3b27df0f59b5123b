// assay review [RUN] accept|reject|send-back
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int reviewCommand(const CommandContext &context);

} // namespace assay::cli
