#include "app/cli/man_command.h"

#include "app/cli/manpage.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int manCommand(const CommandContext &context)
{
    const QString name = context.invocation.argument(u"COMMAND"_s);
    const CommandSpec *command = findCommand(name);
    if (!command && !name.isEmpty()) {
        return context.terminal.error({.what = u"there is no such command"_s,
                                       .subject = name,
                                       .remedy = u"`assay --help` lists them."_s,
                                       .kind = ErrorKind::Usage});
    }
    const QString page = command ? manPage(*command) : manPage();
    context.terminal.result(page);
    context.terminal.object({{u"type"_s, u"result"_s}, {u"command"_s, u"man"_s}, {u"text"_s, page}, {u"exit"_s, 0}});
    return 0;
}

} // namespace assay::cli
