#include "app/cli/finding_command.h"

#include "app/cli/ownercommand.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int findingCommand(const CommandContext &context)
{
    const Invocation &given = context.invocation;
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    const QString id = given.argument(u"FINDING"_s);
    if (int(given.has(u"decline"_s)) + int(given.has(u"cause"_s)) + int(given.has(u"merge-into"_s))
            + int(given.has(u"run-again"_s))
        != 1) {
        return context.terminal.error(
            {.what = u"say what to do with it"_s,
             .subject = id,
             .remedy = u"Give one of --decline, --run-again, --cause SLUG, --merge-into SLUG."_s,
             .kind = ErrorKind::Usage});
    }
    if (given.has(u"decline"_s))
        return tellOwnersCommand(context, *folder, u"decline"_s,
                                 {{u"finding"_s, id}, {u"reason"_s, given.value(u"reason"_s)}});
    if (given.has(u"run-again"_s))
        return tellOwnersCommand(context, *folder, u"recheck"_s, {{u"finding"_s, id}});
    if (given.has(u"cause"_s))
        return tellOwnersCommand(context, *folder, u"cause"_s,
                                 {{u"finding"_s, id}, {u"cause"_s, given.value(u"cause"_s)}});
    RunState state;
    if (const auto read = readState(*folder, state); !read)
        return context.terminal.error(read.error());
    const Finding *finding = state.finding(FindingId(id));
    if (!finding) {
        return context.terminal.error({.what = u"there is no such finding"_s,
                                       .subject = id,
                                       .remedy = u"`assay status` lists them."_s,
                                       .kind = ErrorKind::Usage});
    }
    return tellOwnersCommand(context, *folder, u"merge"_s,
                             {{u"from"_s, finding->cause}, {u"to"_s, given.value(u"merge-into"_s)}});
}

} // namespace assay::cli
