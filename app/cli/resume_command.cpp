#include "app/cli/resume_command.h"

#include "app/cli/agentoption.h"
#include "app/cli/liverun.h"
#include "app/cli/ownercommand.h"
#include "core/domain/displaytext.h"
#include "core/engine/commands.h"
#include "core/journal/runlock.h"
#include "core/places/resources.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

QJsonObject budgetOf(const Invocation &given)
{
    QJsonObject args;
    if (const auto iterations = given.number(u"budget"_s))
        args[u"iterations"_s] = *iterations;
    if (const auto time = given.duration(u"max-time"_s))
        args[u"wall_clock_ms"_s] = qint64(time->count());
    return args;
}

/// A larger budget, asked for on the command line, becomes a fact before the engine looks.
Status changeBudget(const Invocation &given, Ledger &ledger)
{
    const QJsonObject args = budgetOf(given);
    if (args.isEmpty())
        return {};
    const InboxCommand command{.id = QUuid::createUuid().toString(QUuid::WithoutBraces),
                               .verb = u"budget"_s,
                               .args = args,
                               .actor = u"owner"_s};
    auto drafts = commandDrafts(ledger.state(), command);
    if (!drafts)
        return failure(drafts.error());
    return ledger.append(std::move(*drafts));
}

/// So does another agent: the old program may have moved.
Status changeAgent(const QString &agent, Ledger &ledger)
{
    const RunState &state = ledger.state();
    if (agent.isEmpty() || state.policy[u"agent"].toString() == agent)
        return {};
    if (state.policy.isEmpty())
        return failure(u"its set-up was cut off before it was configured, so there is no agent to change yet"_s,
                       ledger.folder().path(), u"Resume it without --agent, or start a new run."_s, ErrorKind::Usage);
    auto draft = agentDraft(state, agent);
    if (!draft)
        return failure(draft.error());
    return ledger.append(std::move(*draft));
}

} // namespace

int resumeCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    const auto agent = agentOf(context);
    if (!agent)
        return terminal.error(agent.error());
    if (RunLock::holder(*folder) != 0 && !agent->isEmpty())
        return terminal.error(
            {.what = u"an engine works on this run with its own agent"_s,
             .subject = u"--agent"_s,
             .remedy = u"Stop it first: %1 stop %2"_s.arg(programName(), shellWord(placeOf(*folder, {}).run)),
             .kind = ErrorKind::Usage});
    if (RunLock::holder(*folder) != 0) {
        if (const QJsonObject budget = budgetOf(context.invocation); !budget.isEmpty()) {
            if (const int status = tellOwnersCommand(context, *folder, u"budget"_s, budget); status != 0)
                return status;
        }
        return tellOwnersCommand(context, *folder, context.invocation.has(u"step"_s) ? u"step"_s : u"resume"_s, {});
    }
    if (context.invocation.has(u"step"_s))
        return terminal.error(
            {.what = u"no engine works on this run, so there is no pause to step from"_s,
             .subject = u"--step"_s,
             .remedy = u"Resume it without --step; `run --supervise step` pauses after every iteration."_s,
             .kind = ErrorKind::Usage});
    const auto resources = findResources();
    if (!resources)
        return terminal.error(resources.error());
    auto ledger = openRun(*folder, context.clock);
    if (!ledger)
        return terminal.error(ledger.error());
    if (const auto changed = changeBudget(context.invocation, **ledger); !changed)
        return terminal.error(changed.error());
    if (const auto changed = changeAgent(*agent, **ledger); !changed)
        return terminal.error(changed.error());
    const RunState &state = (*ledger)->state();
    const ReportPlace place = placeOf(*folder, state);
    if (state.outcome == Outcome::Converged && !place.bundle.isEmpty() && !context.invocation.has(u"no-export"_s)) {
        terminal.line(u"The run has converged; there is nothing to go on with. Its report: %1 status %2"_s.arg(
            place.program, shellWord(place.run)));
        QJsonObject result = reportObject(state, place);
        result[u"type"_s] = u"result"_s;
        result[u"command"_s] = u"resume"_s;
        result[u"exit"_s] = 0;
        terminal.object(result);
        terminal.result(place.bundle);
        return 0;
    }
    return driveRun(context, std::move(*ledger),
                    {.resources = *resources,
                     .waitForOwner = context.invocation.has(u"wait"_s),
                     .exportBundle = !context.invocation.has(u"no-export"_s),
                     .command = u"resume"_s});
}

} // namespace assay::cli
