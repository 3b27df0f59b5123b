#include "app/cli/task_command.h"

#include "app/cli/ownercommand.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int taskCommand(const CommandContext &context)
{
    const Invocation &given = context.invocation;
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    const QString task = given.argument(u"TASK"_s);
    if (int(given.has(u"park"_s)) + int(given.has(u"unpark"_s)) + int(given.has(u"rank"_s)) != 1) {
        return context.terminal.error({.what = u"say what to do with it"_s,
                                       .subject = task,
                                       .remedy = u"Give one of --park, --unpark, --rank N."_s,
                                       .kind = ErrorKind::Usage});
    }
    if (given.has(u"park"_s))
        return tellOwnersCommand(context, *folder, u"park"_s,
                                 {{u"task"_s, task}, {u"reason"_s, given.value(u"reason"_s)}});
    if (given.has(u"unpark"_s))
        return tellOwnersCommand(context, *folder, u"unpark"_s, {{u"task"_s, task}});
    return tellOwnersCommand(context, *folder, u"rank"_s,
                             {{u"task"_s, task}, {u"rank"_s, given.number(u"rank"_s).value_or(0)}});
}

} // namespace assay::cli
