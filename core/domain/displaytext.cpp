#include "core/domain/displaytext.h"

#include <QList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

bool isHidden(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_NotAssigned:
    case QChar::Other_PrivateUse:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

QString escaped(char32_t c)
{
    if (c == U'\n')
        return u"\\n"_s;
    if (c == U'\t')
        return u"\\t"_s;
    if (c < 0x100)
        return u"\\x%1"_s.arg(uint(c), 2, 16, QChar(u'0'));
    return u"\\u%1"_s.arg(uint(c), 4, 16, QChar(u'0'));
}

/// Unicode's wide and full-width blocks, coarsely: those that terminals draw two columns wide.
bool isWide(char32_t c)
{
    static constexpr std::pair<char32_t, char32_t> wide[]
        = {{0x1100, 0x115f}, {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},  {0x4e00, 0x9fff},
           {0xa000, 0xa4cf}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60},
           {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    return std::any_of(std::begin(wide), std::end(wide),
                       [c](const auto &block) { return c >= block.first && c <= block.second; });
}

int columnsOf(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
        return 0;
    default:
        return isWide(c) ? 2 : 1;
    }
}

} // namespace

QString visible(const QString &text)
{
    QString shown;
    shown.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        char32_t c = text.at(i).unicode();
        if (text.at(i).isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
            c = QChar::surrogateToUcs4(text.at(i), text.at(i + 1));
            ++i;
        }
        if (isHidden(c))
            shown += escaped(c);
        else
            shown += QChar::fromUcs4(c);
    }
    return shown;
}

int columns(const QString &text)
{
    int width = 0;
    for (const char32_t c : text.toUcs4())
        width += columnsOf(c);
    return width;
}

QString fitted(const QString &text, int most)
{
    const QString shown = visible(text);
    most = std::max(most, 4);
    if (columns(shown) <= most)
        return shown;
    QString kept;
    int width = 0;
    for (const char32_t c : shown.toUcs4()) {
        width += columnsOf(c);
        if (width > most - 1)
            break;
        kept += QChar::fromUcs4(c);
    }
    return kept + u'…';
}

QString fittedMiddle(const QString &text, int most)
{
    const QString shown = visible(text);
    most = std::max(most, 4);
    if (columns(shown) <= most)
        return shown;
    const auto codes = shown.toUcs4();
    const int headWidth = (most - 1) / 3;
    QString head, tail;
    for (qsizetype i = 0; i < codes.size() && columns(head) + columnsOf(codes.at(i)) <= headWidth; ++i)
        head += QChar::fromUcs4(codes.at(i));
    const int tailWidth = most - 1 - columns(head);
    for (qsizetype i = codes.size() - 1; i >= 0 && columns(tail) + columnsOf(codes.at(i)) <= tailWidth; --i)
        tail.prepend(QChar::fromUcs4(codes.at(i)));
    return head + u'…' + tail;
}

QString padded(const QString &text, int width)
{
    return text + QString(std::max(0, width - columns(text)), u' ');
}

QString wrapped(const QString &text, int width, int indent)
{
    QString lines, line;
    const QString begin(indent, u' ');
    for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (line.isEmpty()) {
            line = word;
        } else if (columns(line) + 1 + columns(word) <= width) {
            line += u' ' + word;
        } else {
            lines += line + u'\n';
            line = begin + word;
        }
    }
    return lines + line;
}

QString shellWord(const QString &word)
{
    static constexpr QStringView plain = u"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,";
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) { return plain.contains(c); }))
        return word;
    const auto codes = word.toUcs4();
    if (std::none_of(codes.begin(), codes.end(), [](char32_t c) { return isHidden(c); })) {
        QString quoted = word;
        return u'\'' + quoted.replace(u'\'', u"'\\''"_s) + u'\'';
    }
    QString quoted;
    for (const char32_t c : codes) {
        if (c == U'\'' || c == U'\\')
            (quoted += u'\\') += QChar::fromUcs4(c);
        else if (!isHidden(c))
            quoted += QChar::fromUcs4(c);
        else if (c < 0x80)
            quoted += escaped(c);
        else
            quoted += u"\\U%1"_s.arg(uint(c), 8, 16, QChar(u'0'));
    }
    return u"$'"_s + quoted + u'\'';
}

} // namespace assay
