// assay finding [RUN] FINDING --decline|--cause SLUG|--merge-into SLUG
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int findingCommand(const CommandContext &context);

} // namespace assay::cli
