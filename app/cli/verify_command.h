// assay verify BUNDLE --target REPO
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int verifyCommand(const CommandContext &context);

} // namespace assay::cli
