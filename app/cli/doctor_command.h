// assay doctor
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

[[nodiscard]] int doctorCommand(const CommandContext &context);

} // namespace assay::cli
