#include "ui/look/codeinker.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>

using namespace Qt::StringLiterals;
namespace Syntax = KSyntaxHighlighting;

namespace assay::ui {
namespace {

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

const Syntax::Repository &definitions()
{
    thread_local const Syntax::Repository repository;
    return repository;
}

} // namespace

class CodeInker::Highlighter : public Syntax::AbstractHighlighter {
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

CodeInker::CodeInker(const QString &fileName, QByteArrayView firstLine)
{
    Syntax::Definition definition = definitions().definitionForFileName(fileName);
    if (!definition.isValid())
        definition = definitions().definitionForName(languageOfScript(firstLine));
    if (!definition.isValid())
        return;
    m_highlighter = std::make_unique<Highlighter>();
    m_highlighter->setDefinition(definition);
}

CodeInker::~CodeInker() = default;

QList<InkSpan> CodeInker::inksOf(const QString &line)
{
    return m_highlighter ? m_highlighter->inksOf(line) : QList<InkSpan>();
}

} // namespace assay::ui
