#include "app/cli/commandcontext.h"

#include "core/git/vault.h"
#include "core/journal/runlock.h"
#include "core/places/runfinder.h"
#include "core/review/leftouttree.h"

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
    if (!state.checkpoints.isEmpty() && !state.leftOut().isEmpty()) {
        // Where the vault cannot be read, others say so.
        if (const auto vault = Vault::open(folder.vault()))
            place.lapsed = review::lapsedMarks(*vault, state.baseTree, state.checkpoint().tree, state.marks)
                               .value_or(QList<ReviewPlace>());
    }
    return place;
}

Result<RunFolder> runOf(const CommandContext &context)
{
    return findRun(context.invocation.argument(u"RUN"_s));
}

} // namespace assay::cli
