#include "app/cli/helptext.h"

#include "core/domain/displaytext.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

constexpr int kNameWidth = 26;

class Page {
public:
    explicit Page(const TextStyle &style) : m_style(style) {}
    [[nodiscard]] QString text() const { return m_lines.join(u'\n'); }

    void paragraph(const QString &words) { m_lines.append(wrapped(words, m_style.width)); }
    void heading(const QString &words)
    {
        m_lines.append(QString());
        m_lines.append(inked(m_style, Ink::Bold, words));
    }
    void row(const QString &name, const QString &meaning)
    {
        QString line = u"  "_s + name;
        const int room = m_style.width - kNameWidth;
        if (columns(line) > kNameWidth - 2) {
            m_lines.append(line);
            line.clear();
        }
        m_lines.append(padded(line, kNameWidth) + wrapped(meaning, room, kNameWidth));
    }
    void plain(const QString &line) { m_lines.append(u"  "_s + line); }

    void options(const QString &title, const QList<OptionSpec> &specs)
    {
        heading(title);
        for (const OptionSpec &option : specs) {
            QString meaning = option.meaning;
            if (!option.words.isEmpty() && !meaning.contains(option.words.first()))
                meaning += u" ("_s + option.words.join(u", "_s) + u')';
            if (option.repeatable)
                meaning += u"; may be given several times"_s;
            row((option.letter.isNull() ? QString() : u"-%1, "_s.arg(option.letter)) + spelled(option), meaning);
        }
    }

private:
    TextStyle m_style;
    QStringList m_lines;
};

void exitStatuses(Page &page)
{
    page.heading(u"Exit status"_s);
    for (const ExitStatusSpec &spec : exitStatusTable())
        page.row(QString::number(spec.status), spec.meaning);
}

} // namespace

QString overview(const TextStyle &style)
{
    Page page(style);
    page.paragraph(u"assay COMMAND [options] - supervised improvement of code: an agent claims, Assay runs it; nothing "
                   u"counts that "
                   "was not seen."_s);
    page.heading(u"Commands"_s);
    for (const CommandSpec &command : commandTable()) {
        if (!command.hidden)
            page.row(usageOf(command).section(u' ', 0, 0), command.summary);
    }
    page.options(u"Options of every command"_s, globalOptions());
    exitStatuses(page);
    page.heading(u"Environment"_s);
    for (const VariableSpec &variable : variableTable())
        page.row(variable.name, variable.meaning);
    page.heading(u"To begin"_s);
    page.plain(u"assay demo                   the whole loop on a small library, no key, no network"_s);
    page.plain(u"assay COMMAND --help         a command's options and examples"_s);
    page.plain(u"assay doctor --config-keys   every key of assay.toml"_s);
    return page.text();
}

QString commandHelp(const CommandSpec &command, const TextStyle &style)
{
    Page page(style);
    page.paragraph(u"assay %1%2"_s.arg(usageOf(command), command.options.isEmpty() ? QString() : u" [options]"_s));
    page.paragraph(command.summary + u'.');
    for (const QString &detail : command.details) {
        page.paragraph(QString());
        page.paragraph(detail);
    }
    if (!command.arguments.isEmpty())
        page.heading(u"Arguments"_s);
    for (const ArgumentSpec &argument : command.arguments)
        page.row(argument.name, argument.meaning);
    if (!command.options.isEmpty())
        page.options(u"Options"_s, command.options);
    page.options(u"Options of every command"_s, globalOptions());
    if (!command.examples.isEmpty())
        page.heading(u"Examples"_s);
    for (const QString &example : command.examples)
        page.plain(example);
    page.heading(u"See also"_s);
    page.plain(u"assay --help tells the exit statuses and where things are kept."_s);
    return page.text();
}

} // namespace assay::cli
