#include "app/cli/undo_command.h"

#include "app/cli/ownercommand.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int undoCommand(const CommandContext &context)
{
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    return tellOwnersCommand(context, *folder, u"undo"_s, {});
}

} // namespace assay::cli
