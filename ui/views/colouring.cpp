#include "ui/views/colouring.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>

using namespace Qt::StringLiterals;
namespace Syntax = KSyntaxHighlighting;

namespace assay::ui {
namespace {

constexpr qint64 bytesMost = 1 << 20;

CodeInk inkOf(Syntax::Theme::TextStyle style)
{
    switch (style) {
    case Syntax::Theme::Keyword:
    case Syntax::Theme::ControlFlow:
        return CodeInk::Keyword;
    case Syntax::Theme::DataType:
    case Syntax::Theme::BuiltIn:
    case Syntax::Theme::Import:
    case Syntax::Theme::Attribute:
    case Syntax::Theme::Preprocessor:
        return CodeInk::Type;
    case Syntax::Theme::String:
    case Syntax::Theme::Char:
    case Syntax::Theme::SpecialChar:
    case Syntax::Theme::VerbatimString:
    case Syntax::Theme::SpecialString:
        return CodeInk::String;
    case Syntax::Theme::DecVal:
    case Syntax::Theme::BaseN:
    case Syntax::Theme::Float:
    case Syntax::Theme::Constant:
        return CodeInk::Number;
    case Syntax::Theme::Comment:
    case Syntax::Theme::Documentation:
    case Syntax::Theme::CommentVar:
    case Syntax::Theme::Annotation:
        return CodeInk::Comment;
    default:
        return CodeInk::Text;
    }
}

/// Keeps the state from line to line.
class Inker : public Syntax::AbstractHighlighter {
public:
    QList<InkSpan> inksOf(const QString &line)
    {
        m_spans.clear();
        m_state = highlightLine(line, m_state);
        return m_spans;
    }

protected:
    void applyFormat(int offset, int length, const Syntax::Format &format) override
    {
        const CodeInk ink = inkOf(format.textStyle());
        if (length > 0 && ink != CodeInk::Text)
            m_spans.append({offset, length, ink});
    }

private:
    Syntax::State m_state;
    QList<InkSpan> m_spans;
};

/// A script's language by the program that it names.
QString languageOfScript(QByteArrayView firstLine)
{
    if (!firstLine.startsWith("#!"))
        return {};
    const std::pair<QByteArrayView, QString> programs[]
        = {{"python", u"Python"_s}, {"node", u"JavaScript"_s}, {"perl", u"Perl"_s}, {"ruby", u"Ruby"_s},
           {"php", u"PHP/PHP"_s},   {"lua", u"Lua"_s},         {"zsh", u"Zsh"_s},   {"sh", u"Bash"_s}};
    for (const auto &[program, language] : programs) {
        if (firstLine.indexOf(program) >= 0)
            return language;
    }
    return {};
}

} // namespace

std::shared_ptr<const Lines> coloured(const QByteArray &bytes, const QString &fileName)
{
    auto lines = std::make_shared<Lines>(Lines::of(bytes));
    if (bytes.size() > bytesMost || lines->count() == 0)
        return lines;
    const Syntax::Repository repository;
    Syntax::Definition definition = repository.definitionForFileName(fileName);
    if (!definition.isValid())
        definition = repository.definitionForName(languageOfScript(lines->raw(0)));
    if (!definition.isValid())
        return lines;
    Inker inker;
    inker.setDefinition(definition);
    lines->inks.reserve(lines->count());
    for (qsizetype line = 0; line < lines->count(); ++line)
        lines->inks.append(inker.inksOf(lines->shown(line)));
    return lines;
}

} // namespace assay::ui
