// Bytes as text for people, and back to the same bytes.
#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

namespace assay::diff {

enum class TextEncoding {
    Utf8,    ///< ASCII too
    Utf16Le, ///< with a byte order mark and an even size; else it is binary
    Utf16Be,
    Latin1, ///< a guess: not UTF-8, and every byte of the upper half is a printable one of ISO 8859-1
    Broken, ///< UTF-8 but for some bytes
};

[[nodiscard]] constexpr bool isUtf16(TextEncoding encoding)
{
    return encoding == TextEncoding::Utf16Le || encoding == TextEncoding::Utf16Be;
}

/// Of a whole file. Linear.
[[nodiscard]] TextEncoding encodingOf(QByteArrayView bytes);

/// Bytes that begin the file and are a mark, not text: 0, 2 or 3.
[[nodiscard]] qsizetype byteOrderMark(QByteArrayView bytes, TextEncoding encoding);

/// A line (or a part of one) as text that knows where each of its characters is in the bytes.
///
/// Nothing is lost or made up: a byte b that is no UTF-8 is the unpaired surrogate U+DC00 + b, which a view shows as
/// \xNN; everything else stands as it is, controls and byte order mark included.
class LineText {
public:
    /// At most `limit` UTF-16 units, never half a pair; negative: all of it.
    [[nodiscard]] static LineText decoded(QByteArrayView bytes, TextEncoding encoding, qsizetype limit = -1);

    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] qsizetype cut() const { return m_cut; } ///< bytes behind the limit
    /// Where the character of this text position begins; the end's is the number of bytes decoded. In the middle of a
    /// pair it is the character's begin.
    [[nodiscard]] qsizetype byteAt(qsizetype position) const;
    /// The position of the character that this byte belongs to. O(log n).
    [[nodiscard]] qsizetype positionAt(qsizetype byte) const;

private:
    QString m_text;
    QList<quint32> m_offsets; ///< one a position and one for the end; empty where every unit takes m_width bytes
    qsizetype m_width = 1;
    qsizetype m_cut = 0;
};

/// The bytes that decoded() made this text of, whatever they were.
[[nodiscard]] QByteArray encoded(QStringView text, TextEncoding encoding);

/// A byte that is no UTF-8, as decoded() writes it.
[[nodiscard]] constexpr bool isStrayByte(char16_t unit)
{
    return unit >= 0xdc80 && unit <= 0xdcff;
}

/// All of a UTF-16 file as UTF-8 with the same line ends, for comparing by bytes; unpaired surrogates stay different.
[[nodiscard]] QByteArray asUtf8(QByteArrayView utf16, TextEncoding encoding);

} // namespace assay::diff
