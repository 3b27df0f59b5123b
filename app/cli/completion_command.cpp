#include "app/cli/completion_command.h"

#include "app/cli/completion.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int completionCommand(const CommandContext &context)
{
    const QString shell = context.invocation.argument(u"SHELL"_s);
    context.terminal.result(shell == "bash"_L1      ? bashCompletion()
                                : shell == "zsh"_L1 ? zshCompletion()
                                                    : fishCompletion());
    return 0;
}

} // namespace assay::cli
