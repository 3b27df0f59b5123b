// What a command gets to work with.
#pragma once

#include "app/cli/commandline.h"
#include "app/cli/report.h"
#include "app/cli/terminal.h"
#include "core/domain/clock.h"
#include "core/journal/runfolder.h"
#include "core/places/programname.h"
#include "core/process/processhost.h"

namespace assay::cli {

/// References live as long as the program does. Main thread.
struct CommandContext {
    const Invocation &invocation;
    Terminal &terminal;
    ProcessHost &host;
    const Clock &clock;
};

/// The place of a run for its report; `bundle` only where the folder is still there.
[[nodiscard]] ReportPlace placeOf(const RunFolder &folder, const RunState &state);

/// RUN of this command line.
[[nodiscard]] Result<RunFolder> runOf(const CommandContext &context);

} // namespace assay::cli
