#include "app/cli/defend_command.h"

#include "app/cli/stopsignals.h"
#include "core/defence/hunkdefence.h"
#include "core/domain/displaytext.h"
#include "core/engine/engine.h"
#include "core/journal/policycodec.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// The places in the files that were named; all where none was. Fails naming a file without any.
Result<QList<ReviewPlace>> wantedPlaces(const Ledger &ledger, const QStringList &paths, const StopToken &stop)
{
    const auto policy = policyFromJson(ledger.state().policy);
    if (!policy)
        return failure(policy.error());
    const auto all = defence::placesOf(ledger.folder(), ledger.state(), *policy, stop);
    if (!all || paths.isEmpty())
        return all;
    QList<ReviewPlace> wanted;
    for (const QString &path : paths) {
        const auto before = wanted.size();
        for (const ReviewPlace &place : *all) {
            if (place.path.bytes() == path.toUtf8() || place.path.display() == path)
                wanted.append(place);
        }
        if (wanted.size() == before)
            return failure(u"the change has nothing there that could be taken back, tests aside"_s, path,
                           u"Name a changed file by its path in the repository."_s, ErrorKind::Usage);
    }
    return wanted;
}

void tell(Terminal &terminal, const defence::Progress &progress)
{
    const HunkFact &fact = progress.fact;
    const QString defence = toWord(fact.defence);
    terminal.object({{u"type"_s, u"progress"_s},
                     {u"hunk"_s,
                      QJsonObject{{u"path"_s, pathToJson(fact.place.path)},
                                  {u"id"_s, fact.place.hunk.text()},
                                  {u"defence"_s, defence},
                                  {u"seen"_s, fact.seen},
                                  {u"reused"_s, progress.reused}}}});
    const TextStyle style = terminal.style();
    const Ink ink = fact.defence == HunkDefence::Defended ? Ink::Good
        : fact.defence == HunkDefence::Undefended         ? Ink::Bad
                                                          : Ink::Warning;
    QString words = visible(fact.place.text());
    if (!fact.seen.isEmpty())
        words += u": "_s + visible(QString(fact.seen).replace(u"\x1f"_s, u": "_s));
    terminal.line(inked(style, ink, padded(defence, 12)) + wrapped(words, style.width - 12, 14));
    terminal.liveLine(u"%1 of %2 hunks judged"_s.arg(progress.done).arg(progress.of));
}

} // namespace

int defendCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    auto ledger = openRun(*folder, context.clock);
    if (!ledger)
        return terminal.error(ledger.error());
    StopSource stop;
    const StopSignals signals_(stop, {});
    const auto places = wantedPlaces(**ledger, context.invocation.values(u"path"_s), stop.token());
    if (!places)
        return terminal.error(places.error());
    if (places->isEmpty())
        terminal.line(u"Nothing but tests was changed: there is nothing to take back."_s);
    qsizetype undefended = 0, open = 0;
    if (!places->isEmpty()) {
        terminal.liveLine(u"judging %1 hunks"_s.arg(places->size()));
        const auto judged = defence::judgeHunks(
            **ledger, context.host, *places, [&](const defence::Progress &progress) { tell(terminal, progress); },
            stop.token());
        terminal.liveLine({});
        if (!judged)
            return terminal.error(judged.error());
        for (const HunkFact &fact : *judged) {
            undefended += fact.defence == HunkDefence::Undefended ? 1 : 0;
            open += fact.defence == HunkDefence::CouldNot ? 1 : 0;
        }
        terminal.result(
            u"%1 of %2 hunks undefended: no check and no test noticed when they were missing%3."_s.arg(undefended)
                .arg(places->size())
                .arg(open > 0 ? u"; %1 could not be judged"_s.arg(open) : QString()));
    }
    terminal.object({{u"type"_s, u"result"_s},
                     {u"command"_s, u"defend"_s},
                     {u"run"_s, folder->path()},
                     {u"hunks"_s, places->size()},
                     {u"undefended"_s, undefended},
                     {u"could_not"_s, open},
                     {u"exit"_s, 0}});
    return 0;
}

} // namespace assay::cli
