#include "core/engine/leftcommands.h"

#include "core/engine/commands.h"
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
    auto writer = JournalWriter::open(folder, clock);
    if (!writer)
        return failure(writer.error());
    const auto ledger = Ledger::open(folder, std::move(*writer));
    if (!ledger)
        return failure(ledger.error());
    // Looked at again under the lock: whoever held it before may have taken them.
    const auto left = pendingCommands(folder);
    if (!left)
        return failure(left.error());
    for (const InboxCommand &command : *left) {
        if (!(*ledger)->state().commandsSeen.contains(command.id)) {
            const auto drafts = command.verb.isEmpty()
                ? Result<QList<Draft>>(
                      failure(command.args[u"error"].toString(), command.id, u"Send it with `assay`."_s))
                : commandDrafts((*ledger)->state(), command);
            const auto written
                = drafts ? (*ledger)->append(*drafts) : (*ledger)->append(refusalDraft(command, drafts.error()));
            if (!written)
                return written;
        }
        if (const auto gone = discardCommand(folder, command.id); !gone)
            return gone;
    }
    return {};
}

} // namespace assay
