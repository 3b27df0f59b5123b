#include "app/cli/budget_command.h"

#include "app/cli/ownercommand.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int budgetCommand(const CommandContext &context)
{
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    QJsonObject args;
    if (const auto iterations = context.invocation.number(u"iterations"_s))
        args[u"iterations"_s] = *iterations;
    if (const auto time = context.invocation.duration(u"max-time"_s))
        args[u"wall_clock_ms"_s] = qint64(time->count());
    if (args.isEmpty()) {
        return context.terminal.error({.what = u"say what the budget is to be"_s,
                                       .subject = u"budget"_s,
                                       .remedy = u"Give --iterations N, --max-time DURATION, or both."_s,
                                       .kind = ErrorKind::Usage});
    }
    return tellOwnersCommand(context, *folder, u"budget"_s, args);
}

} // namespace assay::cli
