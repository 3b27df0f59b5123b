#include "core/diff/encoding.h"

#include <QStringConverter>
#include <QtEndian>

#include <algorithm>

namespace assay::diff {
namespace {

/// One character of UTF-8 as RFC 3629 has it; length 0 when the byte begins none.
struct Character {
    char32_t code = 0;
    int length = 0;
};

Character characterAt(QByteArrayView bytes, qsizetype at)
{
    const auto byte = [&](qsizetype i) { return uchar(bytes[at + i]); };
    const uchar first = byte(0);
    if (first < 0x80)
        return {.code = first, .length = 1};
    int length = 0;
    char32_t code = 0, least = 0;
    if (first >= 0xc2 && first < 0xe0) {
        length = 2;
        code = first & 0x1fU;
        least = 0x80;
    } else if (first >= 0xe0 && first < 0xf0) {
        length = 3;
        code = first & 0x0fU;
        least = 0x800;
    } else if (first >= 0xf0 && first < 0xf5) {
        length = 4;
        code = first & 0x07U;
        least = 0x10000;
    }
    if (length == 0 || at + length > bytes.size())
        return {};
    for (int i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80)
            return {};
        code = (code << 6U) | (byte(i) & 0x3fU);
    }
    if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return {};
    return {.code = code, .length = length};
}

bool isAscii(QByteArrayView bytes)
{
    return std::ranges::all_of(bytes, [](char byte) { return uchar(byte) < 0x80; });
}

char16_t unitAt(const char *bytes, TextEncoding encoding)
{
    return encoding == TextEncoding::Utf16Le ? qFromLittleEndian<char16_t>(bytes) : qFromBigEndian<char16_t>(bytes);
}

void appendUtf8(QByteArray &bytes, char32_t code)
{
    if (code < 0x80) {
        bytes.append(char(code));
        return;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr unsigned kFirst[] = {0, 0xc0, 0xe0, 0xf0};
    bytes.append(char(kFirst[more] | (code >> (6U * unsigned(more)))));
    for (int i = more - 1; i >= 0; --i)
        bytes.append(char(0x80U | ((code >> (6U * unsigned(i))) & 0x3fU)));
}

/// The code point at `i`, which moves behind it; an unpaired surrogate is itself.
char32_t takeCode(QStringView text, qsizetype &i)
{
    const QChar unit = text[i++];
    if (unit.isHighSurrogate() && i < text.size() && text[i].isLowSurrogate())
        return QChar::surrogateToUcs4(unit, text[i++]);
    return unit.unicode();
}

} // namespace

TextEncoding encodingOf(QByteArrayView bytes)
{
    const bool isUtf32 = bytes.startsWith(QByteArrayView("\xff\xfe\0\0", 4)); // its mark begins with the other's
    if (bytes.size() % 2 == 0 && bytes.startsWith("\xff\xfe") && !isUtf32)
        return TextEncoding::Utf16Le;
    if (bytes.size() % 2 == 0 && bytes.startsWith("\xfe\xff"))
        return TextEncoding::Utf16Be;
    if (QUtf8StringView(bytes).isValidUtf8())
        return TextEncoding::Utf8;
    // One whole character of several bytes is more than chance: then the strays are the mistake, not the encoding.
    for (qsizetype i = 0; i < bytes.size();) {
        const Character character = characterAt(bytes, i);
        if (character.length > 1 || (character.length == 0 && uchar(bytes[i]) < 0xa0))
            return TextEncoding::Broken;
        ++i;
    }
    return TextEncoding::Latin1;
}

qsizetype byteOrderMark(QByteArrayView bytes, TextEncoding encoding)
{
    if (isUtf16(encoding))
        return 2;
    return encoding != TextEncoding::Latin1 && bytes.startsWith("\xef\xbb\xbf") ? 3 : 0;
}

LineText LineText::decoded(QByteArrayView bytes, TextEncoding encoding, qsizetype limit)
{
    LineText line;
    const qsizetype most = limit < 0 ? bytes.size() : limit;
    if (isUtf16(encoding)) {
        line.m_width = 2;
        qsizetype units = std::min(bytes.size() / 2, most);
        if (units > 0 && units < bytes.size() / 2
            && QChar::isHighSurrogate(unitAt(bytes.data() + 2 * units - 2, encoding))
            && QChar::isLowSurrogate(unitAt(bytes.data() + 2 * units, encoding)))
            --units;
        line.m_text.resize(units);
        for (qsizetype i = 0; i < units; ++i)
            line.m_text[i] = QChar(unitAt(bytes.data() + 2 * i, encoding));
        line.m_cut = bytes.size() - 2 * units;
        return line;
    }
    const QByteArrayView head = bytes.first(std::min(bytes.size(), most));
    if (encoding == TextEncoding::Latin1 || isAscii(head)) {
        line.m_text = QString::fromLatin1(head);
        line.m_cut = bytes.size() - head.size();
        return line;
    }
    qsizetype i = 0;
    while (i < bytes.size() && line.m_text.size() < most) {
        const Character character = characterAt(bytes, i);
        if (character.code >= 0x10000 && line.m_text.size() + 2 > most)
            break;
        line.m_offsets.append(quint32(i));
        if (character.length == 0) {
            line.m_text += QChar(char16_t(0xdc00 + uchar(bytes[i])));
        } else if (character.code < 0x10000) {
            line.m_text += QChar(char16_t(character.code));
        } else {
            line.m_offsets.append(quint32(i));
            line.m_text += QChar::highSurrogate(character.code);
            line.m_text += QChar::lowSurrogate(character.code);
        }
        i += std::max(1, character.length);
    }
    line.m_offsets.append(quint32(i));
    line.m_cut = bytes.size() - i;
    return line;
}

qsizetype LineText::byteAt(qsizetype position) const
{
    position = std::clamp(position, qsizetype(0), m_text.size());
    if (!m_offsets.isEmpty())
        return m_offsets.at(position);
    const bool inPair = position > 0 && position < m_text.size() && m_text.at(position).isLowSurrogate()
        && m_text.at(position - 1).isHighSurrogate();
    return m_width * (inPair ? position - 1 : position);
}

qsizetype LineText::positionAt(qsizetype byte) const
{
    qsizetype position = std::clamp(byte / m_width, qsizetype(0), m_text.size());
    if (!m_offsets.isEmpty()) {
        const auto behind = std::ranges::upper_bound(m_offsets, quint32(std::max(qsizetype(0), byte)));
        position = std::max(qsizetype(0), qsizetype(behind - m_offsets.begin()) - 1);
    }
    if (position > 0 && position < m_text.size() && m_text.at(position).isLowSurrogate()
        && m_text.at(position - 1).isHighSurrogate())
        --position;
    return position;
}

QByteArray encoded(QStringView text, TextEncoding encoding)
{
    QByteArray bytes;
    bytes.reserve(text.size());
    if (isUtf16(encoding)) {
        bytes.resize(2 * text.size());
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (encoding == TextEncoding::Utf16Le)
                qToLittleEndian(text[i].unicode(), bytes.data() + 2 * i);
            else
                qToBigEndian(text[i].unicode(), bytes.data() + 2 * i);
        }
        return bytes;
    }
    if (encoding == TextEncoding::Latin1)
        return text.toLatin1();
    for (qsizetype i = 0; i < text.size();) {
        const char32_t code = takeCode(text, i);
        if (code < 0x10000 && isStrayByte(char16_t(code)))
            bytes.append(char(code - 0xdc00));
        else
            appendUtf8(bytes, code);
    }
    return bytes;
}

QByteArray asUtf8(QByteArrayView utf16, TextEncoding encoding)
{
    const QString text = LineText::decoded(utf16, encoding).text();
    QByteArray bytes;
    bytes.reserve(text.size());
    for (qsizetype i = 0; i < text.size();)
        appendUtf8(bytes, takeCode(text, i));
    return bytes;
}

} // namespace assay::diff
