#include "core/engine/leftcommands.h"

#include "core/engine/commands.h"
#include "core/engine/engine.h"
#include "core/engine/ledger.h"

using namespace Qt::StringLiterals;

namespace assay {

Status carryOutLeft(const RunFolder &folder, const Clock &clock)
{
    const auto waiting = pendingCommands(folder);
    if (!waiting)
        return failure(waiting.error());
    if (waiting->isEmpty())
        return {};
    const auto ledger = openRun(folder, clock);
    if (!ledger)
        return failure(ledger.error());
    // Looked at again under the lock: whoever held it before may have taken them.
    return answerInbox(
        **ledger, [](const InboxCommand &) { return true; },
        [](const RunState &state, const InboxCommand &command) -> Result<QList<Draft>> {
            if (command.verb == "skip"_L1)
                return failure(u"the engine had ended: there was no process to end"_s, u"the run"_s);
            return commandDrafts(state, command);
        });
}

} // namespace assay
