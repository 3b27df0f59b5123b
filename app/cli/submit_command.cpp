#include "app/cli/submit_command.h"

#include "app/cli/ownercommand.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int submitCommand(const CommandContext &context)
{
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    if (!context.invocation.has(u"task"_s)) {
        return context.terminal.error(
            {.what = u"the task is missing"_s,
             .subject = u"--task"_s,
             .remedy = u"Name the task that your edit is for, such as --task T3; `assay status` lists them."_s,
             .kind = ErrorKind::Usage});
    }
    return tellOwnersCommand(context, *folder, u"submit"_s, {{u"task"_s, context.invocation.value(u"task"_s)}});
}

} // namespace assay::cli
