#include "app/cli/completion_command.h"

#include "app/cli/completion.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int completionCommand(const CommandContext &context)
{
    const QString shell = context.invocation.argument(u"SHELL"_s);
    const QString script = shell == "bash"_L1 ? bashCompletion()
        : shell == "zsh"_L1                   ? zshCompletion()
                                              : fishCompletion();
    context.terminal.result(script);
    context.terminal.object(
        {{u"type"_s, u"result"_s}, {u"command"_s, u"completion"_s}, {u"text"_s, script}, {u"exit"_s, 0}});
    return 0;
}

} // namespace assay::cli
