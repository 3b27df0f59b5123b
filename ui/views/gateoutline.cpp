#include "ui/views/gateoutline.h"

#include "ui/look/formats.h"
#include "ui/views/runwords.h"

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace assay::ui {
namespace {

Meaning meaningOf(std::optional<CaseResult> result)
{
    if (!result || result == CaseResult::Skipped)
        return Meaning::Idle;
    return result == CaseResult::Passed ? Meaning::Good : Meaning::Bad;
}

Meaning meaningOf(CaseChange change)
{
    switch (change) {
    case CaseChange::NewlyFailing:
    case CaseChange::Vanished:
        return Meaning::Bad;
    case CaseChange::NewlyPassing:
        return Meaning::Good;
    case CaseChange::Added:
    case CaseChange::None:
        break;
    }
    return Meaning::Idle;
}

bool passesFilter(const GateCase &one, GateFilter filter)
{
    switch (filter) {
    case GateFilter::All:
        return true;
    case GateFilter::Failing:
        return one.fails() || one.sinceBase == CaseChange::Vanished || one.sinceCheckpoint == CaseChange::Vanished;
    case GateFilter::Changed:
        return one.changed();
    case GateFilter::Unstable:
        return one.unstable;
    case GateFilter::Teeth:
        return one.teeth >= 0;
    case GateFilter::Suspect:
        break;
    }
    return one.suspect >= 0;
}

/// Where the group of a name ends: before the test's own name in its runner's way of writing. 0: it has no group.
qsizetype groupEnd(const QString &name)
{
    const qsizetype parameters = name.indexOf(u'[');
    const QString head = parameters < 0 ? name : name.left(parameters);
    if (const qsizetype scope = head.lastIndexOf("::"_L1); scope > 0)
        return scope;
    if (head.contains(u' '))
        return 0;
    return std::max<qsizetype>(head.lastIndexOf(u'.'), 0);
}

OutlineCell chip(Meaning meaning, const QString &text, const QString &toolTip = {})
{
    return {.text = text, .meaning = meaning, .toolTip = toolTip};
}

QString historyGlyphs(const GateCase &one)
{
    QString glyphs;
    for (const auto &result : one.history)
        glyphs += !result ? u"·"_s : glyph(meaningOf(result));
    return glyphs;
}

struct Group {
    QString name;
    QList<OutlineNode> rows;
    int passed = 0, failed = 0;
    double seconds = -1;
};

} // namespace

QStringList GateOutline::headings()
{
    return {tr("Case"),    tr("Result"), tr("Since base"), tr("Since checkpoint"),
            tr("History"), tr("Took"),   tr("As a test")};
}

QString GateOutline::result(std::optional<CaseResult> result)
{
    if (!result)
        return tr("not there");
    switch (*result) {
    case CaseResult::Passed:
        return tr("passed");
    case CaseResult::Failed:
        return tr("failed");
    case CaseResult::Error:
        return tr("error");
    case CaseResult::Skipped:
        break;
    }
    return tr("skipped");
}

QString GateOutline::change(CaseChange change)
{
    switch (change) {
    case CaseChange::NewlyFailing:
        return tr("newly failing");
    case CaseChange::NewlyPassing:
        return tr("newly passing");
    case CaseChange::Added:
        return tr("added");
    case CaseChange::Vanished:
        return tr("vanished");
    case CaseChange::None:
        break;
    }
    return {};
}

QString GateOutline::summary(const GateComparison &comparison)
{
    QStringList parts;
    if (!comparison.newlyFailing.isEmpty())
        parts.append(tr("%1 newly failing").arg(comparison.newlyFailing.size()));
    if (!comparison.vanished.isEmpty())
        parts.append(tr("%1 vanished").arg(comparison.vanished.size()));
    if (!comparison.worseCommands.isEmpty())
        parts.append(tr("worse: %1").arg(Formats::line(comparison.worseCommands.join(u", "_s))));
    if (!comparison.broken.isEmpty())
        parts.append(tr("broken: %1").arg(Formats::line(comparison.broken.join(u", "_s))));
    if (!comparison.newlyPassing.isEmpty())
        parts.append(tr("%1 newly passing").arg(comparison.newlyPassing.size()));
    if (!comparison.added.isEmpty())
        parts.append(tr("%1 added").arg(comparison.added.size()));
    if (!comparison.renamed.isEmpty())
        parts.append(tr("%1 renamed").arg(comparison.renamed.size()));
    if (parts.isEmpty())
        parts.append(tr("nothing changed"));
    if (!comparison.casesJudged)
        parts.append(tr("vanished cases cannot be judged: a command names no cases"));
    return parts.join(u", "_s);
}

QString GateOutline::ending(const CommandReport &command)
{
    if (command.timedOut)
        return tr("timed out");
    return command.signal != 0 ? tr("signal %1").arg(command.signal) : tr("exit %1").arg(command.exitStatus);
}

OutlineNode GateOutline::row(const GateCase &one, const QString &leaf, const QList<TeethFact> &teeth,
                             const QList<SuspectFact> &suspects)
{
    OutlineNode node{.key = one.name, .quiet = one.result == CaseResult::Skipped || !one.result};
    const auto since = [](CaseChange change) { return chip(meaningOf(change), GateOutline::change(change)); };
    qsizetype passed = 0, there = 0;
    for (const auto &result : one.history) {
        passed += result == CaseResult::Passed ? 1 : 0;
        there += result ? 1 : 0;
    }
    OutlineCell test;
    if (one.suspect >= 0) {
        const SuspectFact &fact = suspects.at(one.suspect);
        test = fact.accepted ? chip(Meaning::Unsure, tr("suspect, accepted"), Formats::line(fact.why))
                             : chip(Meaning::Bad, tr("suspect"), Formats::line(fact.why));
    }
    if (one.teeth >= 0) {
        const TeethFact &fact = teeth.at(one.teeth);
        const QString word = fact.finding.isEmpty()
            ? RunWords::teeth(fact.teeth)
            : tr("%1 for %2").arg(RunWords::teeth(fact.teeth), fact.finding.text());
        if (test.text.isEmpty())
            test = chip(ui::meaningOf(fact.teeth), word, Formats::line(fact.seen));
        else
            test.text += u", "_s + word;
    }
    if (one.unstable)
        test = chip(Meaning::Unsure, tr("unstable"),
                    tr("It differed between runs of the same tree: it is shown, and decides nothing."));
    node.cells = {{.text = Formats::line(leaf), .toolTip = Formats::line(one.name)},
                  // Most pass: a chip is for what does not.
                  one.result == CaseResult::Passed
                      ? OutlineCell{.text = glyph(Meaning::Good) + u' ' + result(one.result)}
                      : chip(meaningOf(one.result), result(one.result), Formats::line(one.message)),
                  since(one.sinceBase),
                  since(one.sinceCheckpoint),
                  {.text = historyGlyphs(one),
                   .toolTip = one.history.isEmpty()
                       ? QString()
                       : tr("passed in %1 of %2 reports that have it, oldest first").arg(passed).arg(there)},
                  {.text = one.seconds < 0 ? QString() : Formats::duration(milliseconds(qRound64(one.seconds * 1000)))},
                  test};
    return node;
}

QList<OutlineNode> GateOutline::of(const GateCases &cases, GateFilter filter, const QString &text,
                                   const QList<TeethFact> &teeth, const QList<SuspectFact> &suspects)
{
    QList<OutlineNode> nodes;
    for (qsizetype c = 0; c < cases.commands.size(); ++c) {
        const GateCommandCases &command = cases.commands.at(c);
        const CommandReport &report = command.report;
        OutlineNode top{.key = QString::number(c) + report.name(), .reference = u"command:%1"_s.arg(c)};
        const QString counts = !report.broken.isEmpty() ? tr("broken")
            : !report.countsKnown                       ? (report.isGreen() ? tr("ran") : ending(report))
            : report.failed > 0 ? tr("%1 failed, %2 passed").arg(report.failed).arg(report.passed)
                                : tr("%1 passed").arg(report.passed);
        const Meaning meaning = !report.broken.isEmpty() ? Meaning::Unsure
            : report.isGreen()                           ? Meaning::Good
                                                         : Meaning::Bad;
        top.cells = {{.text = Formats::line(report.name()), .toolTip = Formats::line(report.name())},
                     chip(meaning, counts, Formats::line(report.broken)),
                     {},
                     {},
                     {},
                     {.text = Formats::duration(report.duration)},
                     {.text = ending(report)}};
        QList<Group> groups;
        QHash<QString, qsizetype> known;
        for (qsizetype i = 0; i < command.cases.size(); ++i) {
            const GateCase &one = command.cases.at(i);
            if (!passesFilter(one, filter) || (!text.isEmpty() && !one.name.contains(text, Qt::CaseInsensitive)))
                continue;
            const qsizetype end = groupEnd(one.name);
            const QString name = one.name.left(end);
            auto at = known.constFind(name);
            if (at == known.cend()) {
                at = known.insert(name, groups.size());
                groups.append({.name = name});
            }
            Group &group = groups[*at];
            OutlineNode node = row(
                one, end == 0 ? one.name : one.name.mid(one.name.at(end) == u':' ? end + 2 : end + 1), teeth, suspects);
            node.reference = u"case:%1:%2"_s.arg(c).arg(i);
            group.rows.append(node);
            group.passed += one.result == CaseResult::Passed ? 1 : 0;
            group.failed += one.fails() ? 1 : 0;
            if (one.seconds >= 0)
                group.seconds = std::max(group.seconds, 0.0) + one.seconds;
        }
        for (const Group &group : std::as_const(groups)) {
            if (group.name.isEmpty()) {
                top.children.append(group.rows);
                continue;
            }
            const QString said = group.failed > 0 ? tr("%1 failed, %2 passed").arg(group.failed).arg(group.passed)
                                                  : tr("%1 passed").arg(group.passed);
            top.children.append({.key = group.name,
                                 .cells = {{.text = Formats::line(group.name), .toolTip = Formats::line(group.name)},
                                           group.failed > 0 ? chip(Meaning::Bad, said) : OutlineCell{.text = said},
                                           {},
                                           {},
                                           {},
                                           {.text = group.seconds < 0
                                                ? QString()
                                                : Formats::duration(milliseconds(qRound64(group.seconds * 1000)))}},
                                 .children = group.rows});
        }
        nodes.append(top);
    }
    return nodes;
}

} // namespace assay::ui
