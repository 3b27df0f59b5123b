#include "core/diff/warnings.h"

#include "core/diff/pairing.h"
#include "core/diff/suspects.h"
#include "core/diff/words.h"

#include <algorithm>

namespace assay::diff {
namespace {

/// The code point before (or at) a position; 0 at the ends.
char32_t codeBefore(QStringView text, qsizetype at)
{
    if (at <= 0)
        return 0;
    if (at >= 2 && text[at - 1].isLowSurrogate() && text[at - 2].isHighSurrogate())
        return QChar::surrogateToUcs4(text[at - 2], text[at - 1]);
    return text[at - 1].unicode();
}

char32_t codeAt(QStringView text, qsizetype at)
{
    if (at >= text.size())
        return 0;
    if (at + 1 < text.size() && text[at].isHighSurrogate() && text[at + 1].isLowSurrogate())
        return QChar::surrogateToUcs4(text[at], text[at + 1]);
    return text[at].unicode();
}

/// Pictures, and the signs that can be drawn as one.
bool isPicture(char32_t code)
{
    return (code >= 0x1f000 && code <= 0x1faff) || (code >= 0x203c && code <= 0x3299 && !QChar::isLetter(code))
        || code == 0x2139 || code == 0xa9 || code == 0xae;
}

/// Whether the character's script has joiners, direction marks and variants.
bool isShaped(char32_t code)
{
    switch (QChar::script(code)) {
    case QChar::Script_Unknown:
    case QChar::Script_Common:
    case QChar::Script_Inherited:
    case QChar::Script_Latin:
    case QChar::Script_Greek:
    case QChar::Script_Cyrillic:
        return false;
    default:
        return true;
    }
}

bool isVariant(char32_t code)
{
    return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
}

/// Tags behind a black flag spell the region whose flag it is.
bool isTagOfFlag(QStringView text, qsizetype at)
{
    char32_t before = codeBefore(text, at);
    while (before >= 0xe0020 && before <= 0xe007f) {
        at -= 2;
        before = codeBefore(text, at);
    }
    return before == 0x1f3f4;
}

bool isOrdinary(QStringView text, qsizetype at, char32_t code, qsizetype length)
{
    if (code >= 0xe0020 && code <= 0xe007f)
        return isTagOfFlag(text, at);
    const char32_t before = codeBefore(text, at), behind = codeAt(text, at + length);
    switch (code) {
    case 0x200c: // shapes the letters around it
        return isShaped(before);
    case 0x200d: // the same, and puts pictures together
        return isShaped(before) || isPicture(before) || before == 0xfe0f;
    case 0x200e: // marks stand at the edge of such letters; overrides and isolates are never taken for ordinary
    case 0x200f:
    case 0x061c:
        return isShaped(before) || isShaped(behind);
    case 0xfe0e: // as text or as a picture; a key's picture is its sign, this and a frame
    case 0xfe0f:
        return isPicture(before) || (before < 0x80 && behind == 0x20e3);
    default:
        // One behind a letter or a mathematical sign that has variants. A row of them spells bytes that nobody sees.
        return isVariant(code) && (isShaped(before) || QChar::category(before) == QChar::Symbol_Math);
    }
}

bool hasLatinLetter(QStringView word)
{
    return std::ranges::any_of(word,
                               [](QChar unit) { return unit.isLetter() && unit.script() == QChar::Script_Latin; });
}

/// Whether the line has anything worth a closer look, at the cost of reading it.
bool isPlain(QByteArrayView line, TextEncoding encoding)
{
    return !isUtf16(encoding) && std::ranges::all_of(line, [](char byte) {
        return (uchar(byte) >= 0x20 && uchar(byte) < 0x7f) || byte == '\t';
    });
}

class LineLook {
public:
    LineLook(const FileDiff &file, int line, int partner, QList<Warning> &warnings)
        : m_line(line),
          m_decoded(file.after().decoded(line)),
          m_warnings(warnings)
    {
        const QStringView text = m_decoded.text();
        if (partner >= 0) {
            const LineText old = file.before().decoded(partner);
            const WordChanges changes = wordChanges(old.text(), text, WordChanges::kNoLimit);
            if (changes.alike) {
                m_added = changes.added;
                m_all = false;
            }
        }
        m_carriageReturnsEndLines = file.facts().after.lineEnds() == LineEndStyle::Cr;
        for (const Span &word : wordsOf(text)) {
            if (isAdded(word))
                look(text, word);
        }
    }

private:
    [[nodiscard]] bool isAdded(const Span &word)
    {
        if (m_all)
            return true;
        while (m_next < m_added.size() && m_added[m_next].end() <= word.start)
            ++m_next;
        return m_next < m_added.size() && m_added[m_next].start < word.end();
    }

    void look(QStringView text, const Span &word)
    {
        const QStringView letters = text.sliced(word.start, word.length);
        std::optional<bool> isMixed;
        for (qsizetype i = word.start; i < word.end();) {
            const char32_t code = codeAt(text, i);
            const qsizetype length = code > 0xffff ? 2 : 1;
            const auto found = suspect(code);
            const bool isMark = m_line == 0 && i == 0 && code == 0xfeff;
            if (found && !isMark && !isOrdinary(text, i, code, length)
                && !(code == U'\r' && m_carriageReturnsEndLines)) {
                if (found->deceit == Deceit::LookAlike && !isMixed)
                    isMixed = hasLatinLetter(letters);
                if (found->deceit != Deceit::LookAlike || *isMixed)
                    m_warnings.append({.deceit = found->deceit,
                                       .line = m_line,
                                       .offset = m_decoded.byteAt(i),
                                       .code = code,
                                       .name = QString::fromLatin1(found->name),
                                       .looksLike = found->looksLike});
            }
            i += length;
        }
    }

    int m_line;
    LineText m_decoded;
    QList<Warning> &m_warnings;
    QList<Span> m_added;
    bool m_all = true, m_carriageReturnsEndLines = false;
    qsizetype m_next = 0;
};

} // namespace

QList<Warning> addedWarnings(const FileDiff &file)
{
    QList<Warning> warnings;
    for (const LineChange &change : file.changes()) {
        for (const LineChange &block : pairedBlocks(file.before(), file.after(), change)) {
            for (int i = 0; i < block.newCount; ++i) {
                const int line = block.newStart + i;
                if (!isPlain(file.after().text(line), file.after().encoding()))
                    LineLook(file, line, i < block.oldCount ? block.oldStart + i : -1, warnings);
            }
        }
    }
    return warnings;
}

} // namespace assay::diff
