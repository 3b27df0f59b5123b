#include "app/cli/demo_command.h"

#include "app/cli/run_command.h"
#include "core/places/demorepository.h"
#include "core/places/resources.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int demoCommand(const CommandContext &context)
{
    const auto resources = findResources();
    if (!resources)
        return context.terminal.error(resources.error());
    const auto repository = demoRepository(context.host, *resources);
    if (!repository)
        return context.terminal.error(repository.error());
    if (context.invocation.has(u"repo-only"_s)) {
        context.terminal.result(*repository);
        context.terminal.object(
            {{u"type"_s, u"result"_s}, {u"command"_s, u"demo"_s}, {u"repository"_s, *repository}, {u"exit"_s, 0}});
        return 0;
    }
    RunOptions options = demoOptions(*resources);
    options.supervision = supervisionFromWord(context.invocation.value(u"supervise"_s));
    if (!options.supervision)
        options.supervision = Supervision::Auto;
    if (context.invocation.has(u"uncontained"_s))
        options.contained = false;
    return startRun(context, *repository, u"HEAD"_s, options, u"demo"_s);
}

} // namespace assay::cli
