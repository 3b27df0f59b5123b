// A blob cut into lines, without a copy of any.
#pragma once

#include "core/diff/encoding.h"

namespace assay::diff {

enum class LineEnd : quint8 {
    None, ///< the last line of a file that does not end in one
    Lf,
    CrLf,
};

/// Lines end at line feeds, as git has it: a lone carriage return is a character of its line. Line numbers begin at 0
/// and are valid below count(). Immutable, copies share the bytes; any thread.
class BlobLines {
public:
    static constexpr qint64 kLargest = 1 << 30; ///< bytes; what libgit2 compares at most, and offsets fit in 32 bits

    BlobLines() = default;
    BlobLines(QByteArray bytes, TextEncoding encoding); ///< at most kLargest bytes; linear

    [[nodiscard]] int count() const { return int(m_ends.size()); }
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    [[nodiscard]] TextEncoding encoding() const { return m_encoding; }
    [[nodiscard]] qsizetype offset(int line) const
    {
        return line == 0 ? 0 : m_ends.at(line - 1);
    } ///< of count(): the end
    [[nodiscard]] QByteArrayView line(int line) const; ///< with its line end
    [[nodiscard]] QByteArrayView text(int line) const; ///< without
    [[nodiscard]] LineEnd lineEnd(int line) const;
    [[nodiscard]] QByteArrayView lines(int first, int count) const; ///< several, with their line ends
    [[nodiscard]] LineText decoded(int line, qsizetype limit = -1) const
    {
        return LineText::decoded(text(line), m_encoding, limit);
    }
    /// The line of a byte; the last one's for the end. O(log n).
    [[nodiscard]] int lineAt(qsizetype offset) const;

private:
    QByteArray m_bytes;
    QList<quint32> m_ends; ///< behind each line's end
    TextEncoding m_encoding = TextEncoding::Utf8;
};

} // namespace assay::diff
