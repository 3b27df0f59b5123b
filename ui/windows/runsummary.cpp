#include "ui/windows/runsummary.h"

#include "core/journal/journalreader.h"
#include "core/journal/runlock.h"
#include "core/journal/runstate.h"
#include "ui/look/formats.h"
#include "ui/run/enginewatch.h"
#include "ui/run/journaldamage.h"
#include "ui/views/standingwords.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::ui {

RunSummary summarise(const FoundRun &run, const RunSummary *known)
{
    const RunFolder folder(run.path);
    const QFileInfo journal(folder.journal());
    RunSummary summary{.path = run.path,
                       .name = Formats::line(run.name),
                       .lastAt = run.created,
                       .holder = std::max<qint64>(RunLock::holder(folder), 0),
                       .journalSize = journal.size(),
                       .journalWritten = journal.lastModified()};
    if (known && known->journalSize == summary.journalSize && known->journalWritten == summary.journalWritten
        && known->holder == summary.holder)
        return *known;
    RunState state;
    EngineWatch watch;
    const auto read = readJournal(folder.journal(), 0, false, [&](Entry &&entry) {
        state.apply(entry);
        watch.saw(entry);
        return true;
    });
    if (!read) {
        summary.problem = read.error().text();
    } else if (summary.holder == 0) { // a run at work looked at its chain when it was opened
        if (const auto chain = verifyChain(folder.journal())) {
            if (const auto damage = damageOf(folder, *chain))
                summary.problem = damage->text();
        }
    }
    const Standing standing = summary.problem.isEmpty() ? StandingWords::of(state, watch.works(summary.holder))
        : state.lastSeq > 0                             ? StandingWords::damaged()
                                                        : Standing{Meaning::Bad, Formats::line(summary.problem), {}};
    summary.meaning = standing.meaning;
    summary.standing = standing.text;
    summary.target = Formats::line(QFileInfo(state.target).fileName());
    if (state.lastAt.isValid())
        summary.lastAt = state.lastAt;
    const Spent spent = StandingWords::spent(state, watch.works(summary.holder), state.lastAt);
    summary.counted = spent.used;
    summary.limit = spent.limit;
    summary.open = int(state.openPrompts().size());
    summary.cutOff = summary.holder == 0 && !state.outcome && summary.problem.isEmpty();
    return summary;
}

} // namespace assay::ui
