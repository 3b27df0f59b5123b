#include "core/agent/prompts.h"

#include "core/agent/outboxhint.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

const QString kNone = u"(none)"_s;

/// Text of others inside a prompt: quoted, so that a heading in it is not taken for one of ours.
QString quoted(const QString &text)
{
    return u"> "_s + text.trimmed().replace(u'\n', u"\n> "_s);
}

/// A list entry whose further lines stay in it.
QString item(const QString &text)
{
    return u"- "_s + text.trimmed().replace(u'\n', u"\n  "_s);
}

QString items(const QStringList &texts)
{
    QStringList lines;
    for (const QString &text : texts)
        lines << item(text);
    return lines.isEmpty() ? kNone : lines.join(u'\n');
}

QString inLine(const QStringList &texts)
{
    QStringList shown;
    for (const QString &text : texts)
        shown << u'`' + text + u'`';
    return shown.isEmpty() ? kNone : shown.join(u", "_s);
}

/// A fence longer than any run of backticks inside.
QString fenced(const QString &text)
{
    QString fence = u"```"_s;
    while (text.contains(fence))
        fence += u'`';
    return fence + u'\n' + text.trimmed() + u'\n' + fence;
}

QString gateText(const QStringList &commands)
{
    if (commands.isEmpty())
        return u"(none: this project is unguarded; only checks judge)"_s;
    QStringList lines;
    for (const QString &command : commands)
        lines << u"- `"_s + command + u'`';
    return lines.join(u'\n');
}

QString declinedText(const QList<std::pair<QString, QString>> &declined)
{
    QStringList lines;
    for (const auto &[title, reason] : declined)
        lines << (reason.isEmpty() ? title : title + u": "_s + reason);
    return items(lines);
}

QString putToOwnerText(const QList<PromptToOwner> &prompts)
{
    QStringList lines;
    for (const PromptToOwner &prompt : prompts)
        lines << prompt.title + u": "_s + prompt.question + u'\n'
                + (prompt.answer.isEmpty() ? u"Not answered yet."_s : u"Answer: "_s + prompt.answer);
    return items(lines);
}

QString findingText(const PromptFinding &finding)
{
    QStringList where;
    for (const Location &place : finding.where)
        where << (place.line > 0 ? u"%1:%2"_s.arg(place.path.display()).arg(place.line) : place.path.display());
    QString text = u"### %1: %2\n\n"_s.arg(finding.id.text(), finding.title.simplified());
    text += u"- Severity: %1; root cause: %2\n"_s.arg(toWord(finding.severity), finding.cause);
    text += u"- Where: %1\n"_s.arg(inLine(where));
    text += u"- Repro: `%1`\n"_s.arg(finding.repro);
    for (const QString &check : finding.checks)
        text += u"- Check: %1\n"_s.arg(check);
    text += u"\nObserved:\n\n%1\n\nExpected:\n\n%2"_s.arg(quoted(finding.observed), quoted(finding.expected));
    return text;
}

QString findingsText(const QList<PromptFinding> &findings)
{
    QStringList parts;
    for (const PromptFinding &finding : findings)
        parts << findingText(finding);
    return parts.isEmpty() ? kNone : parts.join(u"\n\n"_s);
}

QString attemptsText(const QList<PromptAttempt> &attempts)
{
    QStringList parts;
    for (const PromptAttempt &attempt : attempts)
        parts
            << u"Attempt %1, %2\n\n%3"_s.arg(attempt.number).arg(attempt.verdict, fenced(attempt.evidence.join(u'\n')));
    return parts.isEmpty() ? u"(this is the first)"_s : parts.join(u"\n\n"_s);
}

QString aim(const PromptInputs &inputs)
{
    if (inputs.structural)
        return u"The findings below share one root cause, `%1`. Change the structure once so that none of them, and no "
               "sibling of theirs, can happen; do not patch each place."_s.arg(inputs.cause);
    return u"Fix the finding below."_s;
}

QString environmentText(const QMap<QString, QString> &environment)
{
    QStringList entries;
    for (auto it = environment.begin(); it != environment.end(); ++it)
        entries << it.key() + u'=' + it.value();
    return inLine(entries);
}

Result<QString> readTemplate(const QString &resourceFolder, const QString &name)
{
    const QString path = resourceFolder + u"/prompts/"_s + name;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"a file of the program cannot be read: %1"_s.arg(file.errorString()), path,
                       u"Set ASSAY_RESOURCES to the program's resources folder"_s, ErrorKind::Internal);
    return QString::fromUtf8(file.readAll());
}

Result<QString> filled(const QString &resourceFolder, const QString &name, const QHash<QString, QString> &values)
{
    const auto text = readTemplate(resourceFolder, name);
    return text ? fillTemplate(*text, values, name) : text;
}

QHash<QString, QString> valuesFor(const PromptInputs &inputs, const QString &contract)
{
    QHash<QString, QString> values{
        {u"clone"_s, inputs.clone}, {u"outbox"_s, inputs.outbox}, {u"form_name"_s, formName(inputs.purpose)},
        {u"form"_s, inputs.form},   {u"contract"_s, contract},
    };
    if (inputs.purpose == SessionPurpose::Evaluation) {
        // A fresh pair of eyes: the change and what was measured, nothing else.
        values.insert(u"change"_s, fenced(inputs.change));
        values.insert(u"evidence"_s, items(inputs.evidence));
        return values;
    }
    values.insert({
        {u"envelope"_s, items(inputs.envelope)},
        {u"gate"_s, gateText(inputs.gate)},
        {u"protected_paths"_s,
         inLine(QStringList{u".git"_s, u"assay.toml"_s} + inputs.protectedPaths)
             + u", and whatever lies outside the tree"_s},
        {u"sensitive_paths"_s, inLine(inputs.sensitivePaths)},
        {u"declined"_s, declinedText(inputs.declined)},
        {u"put_to_owner"_s, putToOwnerText(inputs.putToOwner)},
        {u"notes"_s, items(inputs.notes)},
    });
    // An audit is told of no finding, so it has no placeholder that could.
    if (inputs.purpose == SessionPurpose::Audit)
        return values;
    values.insert({
        {u"task_id"_s, inputs.taskId.text()},
        {u"task_kind"_s, inputs.structural ? u"structural change"_s : u"fix"_s},
        {u"task_aim"_s, aim(inputs)},
        {u"findings"_s, findingsText(inputs.findings)},
        {u"guards"_s, items(inputs.guards)},
        {u"attempts"_s, attemptsText(inputs.attempts)},
        {u"comments"_s, items(inputs.comments)},
        {u"test_paths"_s, inLine(inputs.testPaths)},
        {u"repeats"_s, QString::number(inputs.repeats)},
        {u"budget"_s, inputs.budgetLeft.isEmpty() ? u"no limit"_s : inputs.budgetLeft},
    });
    return values;
}

} // namespace

Result<QString> fillTemplate(const QString &text, const QHash<QString, QString> &values, const QString &name)
{
    QString filled;
    qsizetype from = 0;
    while (true) {
        const qsizetype open = text.indexOf("{{"_L1, from);
        if (open < 0)
            return filled + text.mid(from);
        filled += QStringView(text).mid(from, open - from);
        const qsizetype close = text.indexOf("}}"_L1, open);
        const QString key = close < 0 ? text.mid(open + 2, 20) : text.mid(open + 2, close - open - 2);
        const auto value = values.constFind(key);
        if (close < 0 || value == values.constEnd()) {
            QStringList known = values.keys();
            known.sort();
            return failure(close < 0 ? u"\"{{%1\" is never closed"_s.arg(key)
                                     : u"unknown placeholder {{%1}}"_s.arg(key),
                           u"prompts/"_s + name, u"Known here: %1"_s.arg(known.join(u", "_s)), ErrorKind::Internal);
        }
        filled += *value;
        from = close + 2;
    }
}

Result<QString> composePrompt(const PromptInputs &inputs, const QString &resourceFolder)
{
    if (!inputs.outboxErrors.isEmpty())
        return filled(resourceFolder, u"retry.md"_s,
                      {{u"purpose"_s, toWord(inputs.purpose)},
                       {u"outbox"_s, inputs.outbox},
                       {u"form_name"_s, formName(inputs.purpose)},
                       {u"errors"_s, items(inputs.outboxErrors)},
                       {u"first_prompt"_s, inputs.firstPrompt}});

    const auto contract
        = filled(resourceFolder, u"contract.md"_s,
                 {{u"check_timeout"_s, u"%1 s"_s.arg(static_cast<double>(inputs.checkTimeout.count()) / 1000.0)},
                  {u"check_environment"_s, environmentText(inputs.checkEnvironment)},
                  {u"repeats"_s, QString::number(inputs.repeats)}});
    if (!contract)
        return contract;
    return filled(resourceFolder, toWord(inputs.purpose) + u".md"_s, valuesFor(inputs, contract->trimmed()));
}

} // namespace assay
