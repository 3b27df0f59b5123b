#include "app/cli/dispatch.h"

#include "app/cli/demo_command.h"
#include "app/cli/resume_command.h"
#include "app/cli/run_command.h"
#include "app/cli/status_command.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace assay::cli {

int dispatch(const CommandContext &context)
{
    using Command = int (*)(const CommandContext &);
    static const QHash<QString, Command> commands{
        {u"demo"_s, demoCommand},
        {u"run"_s, runCommand},
        {u"resume"_s, resumeCommand},
        {u"status"_s, statusCommand},
    };
    return commands.value(context.invocation.command->name)(context);
}

} // namespace assay::cli
