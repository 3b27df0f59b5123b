#include "app/cli/dispatch.h"

#include "app/cli/budget_command.h"
#include "app/cli/changes_command.h"
#include "app/cli/clean_command.h"
#include "app/cli/completion_command.h"
#include "app/cli/decide_command.h"
#include "app/cli/defend_command.h"
#include "app/cli/demo_command.h"
#include "app/cli/doctor_command.h"
#include "app/cli/export_command.h"
#include "app/cli/finding_command.h"
#include "app/cli/gate_command.h"
#include "app/cli/journal_command.h"
#include "app/cli/man_command.h"
#include "app/cli/mark_command.h"
#include "app/cli/note_command.h"
#include "app/cli/pause_command.h"
#include "app/cli/record_command.h"
#include "app/cli/repro_command.h"
#include "app/cli/resume_command.h"
#include "app/cli/review_command.h"
#include "app/cli/rewind_command.h"
#include "app/cli/run_command.h"
#include "app/cli/skip_command.h"
#include "app/cli/status_command.h"
#include "app/cli/stop_command.h"
#include "app/cli/submit_command.h"
#include "app/cli/task_command.h"
#include "app/cli/undo_command.h"
#include "app/cli/verify_command.h"
#include "app/cli/why_command.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace assay::cli {

int dispatch(const CommandContext &context)
{
    using Command = int (*)(const CommandContext &);
    static const QHash<QString, Command> commands{
        {u"demo"_s, demoCommand},       {u"run"_s, runCommand},         {u"resume"_s, resumeCommand},
        {u"status"_s, statusCommand},   {u"decide"_s, decideCommand},   {u"review"_s, reviewCommand},
        {u"note"_s, noteCommand},       {u"submit"_s, submitCommand},   {u"rewind"_s, rewindCommand},
        {u"pause"_s, pauseCommand},     {u"stop"_s, stopCommand},       {u"task"_s, taskCommand},
        {u"finding"_s, findingCommand}, {u"budget"_s, budgetCommand},   {u"journal"_s, journalCommand},
        {u"export"_s, exportCommand},   {u"verify"_s, verifyCommand},   {u"repro"_s, reproCommand},
        {u"clean"_s, cleanCommand},     {u"doctor"_s, doctorCommand},   {u"completion"_s, completionCommand},
        {u"man"_s, manCommand},         {u"gate"_s, gateCommand},       {u"undo"_s, undoCommand},
        {u"skip"_s, skipCommand},       {u"defend"_s, defendCommand},   {u"why"_s, whyCommand},
        {u"record"_s, recordCommand},   {u"changes"_s, changesCommand}, {u"mark"_s, markCommand},
    };
    const Command command = commands.value(context.invocation.command->name);
    Q_ASSERT(command); // every command of the table is here: a test asks each for its help and its work
    return command(context);
}

} // namespace assay::cli
