#include "app/cli/man_command.h"

#include "app/cli/manpage.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int manCommand(const CommandContext &context)
{
    const QString name = context.invocation.argument(u"COMMAND"_s);
    if (name.isEmpty()) {
        context.terminal.result(manPage());
        return 0;
    }
    const CommandSpec *command = findCommand(name);
    if (!command) {
        return context.terminal.error({.what = u"there is no such command"_s,
                                       .subject = name,
                                       .remedy = u"`assay --help` lists them."_s,
                                       .kind = ErrorKind::Usage});
    }
    context.terminal.result(manPage(*command));
    return 0;
}

} // namespace assay::cli
