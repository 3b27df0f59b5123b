#include "app/cli/repro_command.h"

#include "app/cli/stopsignals.h"
#include "core/bundle/bundle.h"
#include "core/domain/displaytext.h"
#include "core/domain/rules.h"
#include "core/places/resources.h"
#include "core/places/runfinder.h"

#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// A bundle's folder as it is; everything else is a run.
Result<QString> subjectOf(const QString &word)
{
    if (!word.isEmpty() && QFileInfo::exists(word + u"/MANIFEST.json"_s))
        return QFileInfo(word).absoluteFilePath();
    const auto run = findRun(word);
    return run ? Result<QString>(run->path()) : failure(run.error());
}

} // namespace

int reproCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const Invocation &given = context.invocation;
    const auto subject = subjectOf(given.argument(u"RUN|BUNDLE"_s));
    if (!subject)
        return terminal.error(subject.error());
    const auto resources = findResources();
    if (!resources)
        return terminal.error(resources.error());
    StopSource stop;
    const StopSignals signals_(stop, {});
    terminal.liveLine(u"running the repros"_s);
    const auto rows = runRepros(context.host, *subject, given.value(u"target"_s), given.value(u"at"_s),
                                !given.has(u"uncontained"_s), *resources, stop.token());
    terminal.liveLine({});
    if (!rows)
        return terminal.error(rows.error());
    const TextStyle style = terminal.style();
    int status = 0;
    QJsonArray told;
    for (const ReproRow &row : *rows) {
        const auto answer = unanimous(row.answers);
        if (answer == Answer::Present)
            status = 1;
        else if (answer != Answer::Absent && status == 0)
            status = 10;
        QJsonArray answers;
        for (const Answer one : row.answers)
            answers.append(toWord(one));
        const bool guard = row.role == CheckRole::Guard;
        told.append(QJsonObject{{u"check"_s, row.check.text()},
                                {u"finding"_s, row.finding.text()},
                                {u"role"_s, toWord(row.role)},
                                {u"title"_s, row.title},
                                {u"answers"_s, answers},
                                {u"line"_s, row.line}});
        const Ink ink = answer == Answer::Absent ? Ink::Good : answer == Answer::Present ? Ink::Bad : Ink::Warning;
        // A guard has its own number: it says nothing of whether its finding is there.
        terminal.result(
            padded(fitted(guard ? row.check.text() : row.finding.text(), 5), 6)
            + inked(style, ink, padded(answer ? toWord(*answer) : u"flaky"_s, 13))
            + fitted(guard ? u"guard of %1: %2"_s.arg(row.finding.text(), row.title) : row.title, style.width - 19));
        if (!row.line.isEmpty())
            terminal.line(QString(19, u' ') + inked(style, Ink::Faint, fitted(row.line, style.width - 19)));
    }
    if (rows->isEmpty())
        terminal.line(u"There are no repros: no finding was reproduced."_s);
    terminal.object({{u"type"_s, u"result"_s},
                     {u"command"_s, u"repro"_s},
                     {u"subject"_s, *subject},
                     {u"repros"_s, told},
                     {u"exit"_s, status}});
    return status;
}

} // namespace assay::cli
