// assay journal [RUN]
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int journalCommand(const CommandContext &context);

} // namespace assay::cli
