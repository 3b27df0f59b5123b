// The option --agent of run and resume.
#pragma once

#include "app/cli/commandcontext.h"

namespace assay::cli {

/// The agent as the run keeps it: paths made absolute, since a run may be resumed from another folder; empty when the
/// option was not given. Refused here and now when it cannot be.
[[nodiscard]] Result<QString> agentOf(const CommandContext &context);

} // namespace assay::cli
