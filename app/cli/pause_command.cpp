#include "app/cli/pause_command.h"

#include "app/cli/ownercommand.h"
#include "core/domain/displaytext.h"
#include "core/journal/runlock.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int pauseCommand(const CommandContext &context)
{
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    if (RunLock::holder(*folder) == 0) {
        return context.terminal.error({.what = u"no engine works on it, so there is nothing to pause"_s,
                                       .subject = folder->path(),
                                       .remedy = u"It stays as it is until %1 resume %2."_s.arg(
                                           programName(), shellWord(placeOf(*folder, {}).run)),
                                       .kind = ErrorKind::Usage});
    }
    return tellOwnersCommand(context, *folder, u"pause"_s, {});
}

} // namespace assay::cli
