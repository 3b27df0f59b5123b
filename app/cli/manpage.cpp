#include "app/cli/manpage.h"

#include "core/engine/configfile.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// Text as roff takes it: backslashes, hyphens that are options' dashes, and lines that would begin a request.
QString roff(QString text)
{
    text.replace(u'\\', u"\\e"_s);
    text.replace(u'-', u"\\-"_s);
    if (text.startsWith(u'.') || text.startsWith(u'\''))
        text.prepend(u"\\&"_s);
    return text;
}

class Page {
public:
    Page(const QString &name, const QString &summary)
    {
        m_lines.append(
            u".TH \"%1\" 1 \"\" \"assay %2\" \"Assay\""_s.arg(roff(name.toUpper()), QStringLiteral(ASSAY_VERSION)));
        section(u"NAME"_s);
        m_lines.append(roff(name) + u" \\- "_s + roff(summary));
    }
    void section(const QString &heading) { m_lines.append(u".SH "_s + heading); }
    void paragraph(const QString &text) { m_lines.append(u".PP\n"_s + roff(text)); }
    void row(const QString &name, const QString &meaning)
    {
        m_lines.append(u".TP\n\\fB"_s + roff(name) + u"\\fR\n"_s + roff(meaning));
    }
    void example(const QString &line) { m_lines.append(u".PP\n.nf\n.RS\n"_s + roff(line) + u"\n.RE\n.fi"_s); }
    void options(const QList<OptionSpec> &specs)
    {
        for (const OptionSpec &option : specs) {
            const QString letter = option.letter.isNull() ? QString() : u"-%1, "_s.arg(option.letter);
            QString meaning = option.meaning;
            if (option.repeatable)
                meaning += u"; may be given several times"_s;
            row(letter + spelled(option), meaning);
        }
    }
    [[nodiscard]] QString text() const { return m_lines.join(u'\n'); }

private:
    QStringList m_lines;
};

} // namespace

QString manPage()
{
    Page page(u"assay"_s, u"supervised improvement of code"_s);
    page.section(u"SYNOPSIS"_s);
    page.paragraph(u"assay COMMAND [options]"_s);
    page.section(u"DESCRIPTION"_s);
    page.paragraph(
        u"Assay runs a loop over a local clone of a git repository: an agent looks for defects and mends them, and "
        u"nothing it "
        "says counts before Assay has run it. A finding counts once its repro was watched; a change is kept once its "
        "checks, the old tests, the gate and the new tests' teeth were watched. What it ends with is a bundle that "
        "anyone can verify."_s);
    page.section(u"COMMANDS"_s);
    for (const CommandSpec &command : commandTable())
        page.row(u"assay "_s + usageOf(command), command.summary);
    page.section(u"OPTIONS OF EVERY COMMAND"_s);
    page.options(globalOptions());
    page.section(u"EXIT STATUS"_s);
    for (const ExitStatusSpec &spec : exitStatusTable())
        page.row(QString::number(spec.status), spec.meaning);
    page.section(u"OUTPUT FOR PROGRAMS"_s);
    page.paragraph(u"With --json every line of standard output is one object with a member \"type\"."_s);
    page.row(
        u"entry"_s,
        u"\"entry\" holds a journal entry with the members of the journal's line: seq, kind, v, at, actor, cause, iter, data, prev, hash"_s);
    page.row(
        u"progress"_s,
        u"\"run\" with the run folder, first; iteration, of, iteration_type, task, attempt, step, elapsed_ms; or \"proof\" with name, state (proven, refuted, could not), detail"_s);
    page.row(
        u"result"_s,
        u"the last line of a command that did its work: command, exit, and what it is about (run, bundle, outcome, sentence, matrix, findings, prompts, undefended, declined, refuted, unswept, unmet)"_s);
    page.row(u"warning"_s, u"text"_s);
    page.row(u"error"_s, u"kind, what, subject, remedy, text, exit"_s);
    page.section(u"ENVIRONMENT"_s);
    for (const VariableSpec &variable : variableTable())
        page.row(variable.name, variable.meaning);
    page.section(u"ASSAY.TOML"_s);
    page.paragraph(u"Read from the base commit, or from the file that --config names. Every key there is:"_s);
    for (const ConfigKey &key : configKeys())
        page.row(key.name,
                 u"%1 (%2; default %3)"_s.arg(key.meaning, key.unit,
                                              key.fallback.isEmpty() ? u"none: it must be given"_s : key.fallback));
    return page.text();
}

QString manPage(const CommandSpec &command)
{
    QString summary = command.summary;
    summary[0] = summary.at(0).toLower();
    Page page(u"assay-"_s + command.name, summary);
    page.section(u"SYNOPSIS"_s);
    page.paragraph(u"assay "_s + usageOf(command) + (command.options.isEmpty() ? QString() : u" [options]"_s));
    page.section(u"DESCRIPTION"_s);
    page.paragraph(command.summary + u'.');
    for (const QString &detail : command.details)
        page.paragraph(detail);
    if (!command.arguments.isEmpty())
        page.section(u"ARGUMENTS"_s);
    for (const ArgumentSpec &argument : command.arguments)
        page.row(argument.name, argument.meaning);
    page.section(u"OPTIONS"_s);
    page.options(command.options + globalOptions());
    if (!command.examples.isEmpty())
        page.section(u"EXAMPLES"_s);
    for (const QString &example : command.examples)
        page.example(example);
    page.section(u"SEE ALSO"_s);
    page.paragraph(u"assay(1) tells the exit statuses."_s);
    return page.text();
}

} // namespace assay::cli
