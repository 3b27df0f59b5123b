// assay changes [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int changesCommand(const CommandContext &context);

} // namespace assay::cli
