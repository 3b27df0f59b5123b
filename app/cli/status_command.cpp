#include "app/cli/status_command.h"

#include "app/cli/ownercommand.h"
#include "core/domain/displaytext.h"
#include "core/journal/journalreader.h"
#include "core/journal/runlock.h"
#include "core/places/runfinder.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

int listRuns(Terminal &terminal)
{
    const QList<FoundRun> runs = knownRuns();
    if (runs.isEmpty())
        terminal.line(u"There is no run yet in %1."_s.arg(visible(runsFolder())));
    for (const FoundRun &run : runs) {
        const RunFolder folder(run.path);
        RunState state;
        const auto read = readState(folder, state);
        const bool live = RunLock::holder(folder) != 0;
        const QString how = read ? standing(state, live) : u"damaged: "_s + read.error().what;
        terminal.result(u"%1  %2  %3  %4"_s.arg(padded(fitted(run.name, 44), 44),
                                                run.created.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s),
                                                padded(fitted(how, 40), 28), visible(state.target)));
        terminal.object({{u"type"_s, u"result"_s},
                         {u"command"_s, u"status"_s},
                         {u"name"_s, run.name},
                         {u"run"_s, run.path},
                         {u"created"_s, run.created.toUTC().toString(Qt::ISODateWithMs)},
                         {u"standing"_s, how},
                         {u"target"_s, state.target},
                         {u"live"_s, live},
                         {u"exit"_s, 0}});
    }
    return 0;
}

} // namespace

int statusCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    if (context.invocation.has(u"all"_s))
        return listRuns(terminal);
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    RunState state;
    const auto read = readState(*folder, state);
    int status = 0;
    if (!read) {
        status = terminal.error(read.error());
        if (state.checkpoints.isEmpty())
            return status;
        terminal.warning(u"what follows is told by the %1 entries before the damage; `%2 journal --verify` tells more"_s
                             .arg(state.lastSeq)
                             .arg(programName()));
    }
    if (!state.unknownKinds.isEmpty()) {
        terminal.warning(u"the journal was written by a newer Assay: entries of %1 are passed over, so this may not be "
                         "the whole state"_s.arg(state.unknownKinds.join(u", "_s)));
    }
    // What was edited may read well: only the chain tells.
    if (const auto chain = verifyChain(folder->journal()); read && chain && !chain->problems.isEmpty()) {
        terminal.warning(
            u"the journal was changed after it was written (%1): do not rely on what follows; `%2 journal --verify` "
            "tells more"_s.arg(visible(chain->problems.first()), programName()));
    }
    const ReportPlace place = placeOf(*folder, state);
    terminal.line(u"run       %1"_s.arg(visible(place.run)));
    terminal.line(
        u"target    %1 at %2 (%3)"_s.arg(visible(state.target), visible(state.baseName), state.base.shortText()));
    if (place.live)
        terminal.line(u"an engine works on it (pid %1)"_s.arg(RunLock::holder(*folder)));
    terminal.line();
    for (const QString &line : reportLines(state, place, terminal.style()))
        terminal.line(line);
    if (terminal.quiet())
        terminal.result(standing(state, place.live));
    QJsonObject result = reportObject(state, place);
    result[u"type"_s] = u"result"_s;
    result[u"command"_s] = u"status"_s;
    result[u"exit"_s] = status;
    terminal.object(result);
    return status;
}

} // namespace assay::cli
