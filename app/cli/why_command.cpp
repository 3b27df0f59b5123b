#include "app/cli/why_command.h"

#include "app/cli/ownercommand.h"
#include "core/domain/displaytext.h"
#include "core/git/vault.h"
#include "core/review/lineorigin.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

QString placeText(const RepoPath &path, int line)
{
    return visible(path.display()) + u':' + QString::number(line);
}

/// The fixes a line belongs to, each with what would notice its loss.
QStringList findingLines(const RunState &state, const review::LineOrigin &origin, const TextStyle &style)
{
    QStringList lines;
    for (const FindingId &id : origin.findings) {
        const Finding *finding = state.finding(id);
        if (!finding)
            continue;
        lines.append(u"  "_s
                     + wrapped(u"%1 %2: %3 (%4)"_s.arg(id.text(), titleWord(finding->severity), visible(finding->title),
                                                       toWord(finding->state)),
                               style.width - 2, 5));
        for (const CheckId &check : finding->checks)
            lines.append(u"     %1 %2: %3"_s.arg(toWord(state.checks.value(check).role), check.text(),
                                                 visible(state.checks.value(check).name)));
        QStringList tests;
        for (const TeethFact &fact : state.teeth) {
            if (fact.finding == id && fact.teeth == Teeth::Toothed
                && !tests.contains(fact.test)) // judged in each attempt
                tests.append(fact.test);
        }
        for (const QString &test : std::as_const(tests))
            lines.append(u"     test that fails without the fix: "_s + visible(test));
        if (!finding->isDefended())
            lines.append(inked(style, Ink::Warning, u"     undefended: no test fails without the fix"_s));
    }
    return lines;
}

} // namespace

int whyCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    const QString place = context.invocation.argument(u"PLACE"_s);
    bool isNumber = false;
    const int line = place.section(u':', -1).toInt(&isNumber);
    if (!isNumber || !place.contains(u':'))
        return terminal.error({.what = u"a file and the number of a line are expected"_s,
                               .subject = place,
                               .remedy = u"Such as src/queue.py:17."_s,
                               .kind = ErrorKind::Usage});
    RunState state;
    if (const auto read = readState(*folder, state); !read)
        return terminal.error(read.error());
    const auto vault = Vault::open(folder->vault());
    if (!vault)
        return terminal.error(vault.error());
    const RepoPath path(place.section(u':', 0, -2).toUtf8());
    const bool ofBase = context.invocation.has(u"base"_s);
    const auto origin = review::originOf(*vault, state, ofBase ? review::Side::Base : review::Side::Now, path, line);
    if (!origin)
        return terminal.error(origin.error());

    const QString here = placeText(path, line), there = placeText(origin->path, origin->line);
    if (origin->checkpoint == 0) {
        terminal.result(ofBase ? u"%1 of base is still there: %2"_s.arg(here, there)
                               : u"%1 is base's own line: %2 there"_s.arg(here, there));
    } else {
        const CheckpointFact &checkpoint = state.checkpoints.at(origin->checkpoint);
        terminal.result(
            u"%1 %2 checkpoint %3 (iteration %4, %5): %6"_s.arg(here, ofBase ? u"went with"_s : u"came with"_s)
                .arg(origin->checkpoint)
                .arg(origin->iteration)
                .arg(origin->task.text(), visible(checkpoint.title)));
        for (const QString &text : findingLines(state, *origin, terminal.style()))
            terminal.result(text);
    }
    QJsonArray findings;
    for (const FindingId &id : origin->findings)
        findings.append(id.text());
    terminal.object({{u"type"_s, u"result"_s},
                     {u"command"_s, u"why"_s},
                     {u"checkpoint"_s, origin->checkpoint},
                     {u"iteration"_s, origin->iteration},
                     {u"task"_s, origin->task.text()},
                     {u"findings"_s, findings},
                     {u"tests"_s, QJsonArray::fromStringList(origin->tests)},
                     {u"path"_s, pathToJson(origin->path)},
                     {u"line"_s, origin->line},
                     {u"exit"_s, 0}});
    return 0;
}

} // namespace assay::cli
