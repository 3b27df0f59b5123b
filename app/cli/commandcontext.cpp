#include "app/cli/commandcontext.h"

#include "core/journal/runlock.h"
#include "core/places/runfinder.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::cli {

ReportPlace placeOf(const RunFolder &folder, const RunState &state)
{
    ReportPlace place{.program = programName(),
                      .run = runWord(folder),
                      .folder = folder.path(),
                      .target = state.target,
                      .live = RunLock::holder(folder) != 0};
    if (!state.exported().isEmpty() && QFileInfo(state.exported()).isDir())
        place.bundle = state.exported();
    return place;
}

Result<RunFolder> runOf(const CommandContext &context)
{
    return findRun(context.invocation.argument(u"RUN"_s));
}

} // namespace assay::cli
