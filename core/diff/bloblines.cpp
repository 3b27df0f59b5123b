#include "core/diff/bloblines.h"

#include <algorithm>
#include <cstring>

namespace assay::diff {

BlobLines::BlobLines(QByteArray bytes, TextEncoding encoding) : m_bytes(std::move(bytes)), m_encoding(encoding)
{
    Q_ASSERT(m_bytes.size() <= kLargest);
    const char *const begin = m_bytes.constData(), *const end = begin + m_bytes.size();
    const bool wide = isUtf16(encoding);
    m_ends.reserve(std::count(begin, end, '\n') + 1); // no more than are needed: there are many files
    for (const char *at = begin; at < end;) {
        const auto *feed = static_cast<const char *>(std::memchr(at, '\n', size_t(end - at)));
        if (feed && wide) {
            // A line feed is a whole unit: its byte at the low end, the other one zero.
            const qsizetype low = encoding == TextEncoding::Utf16Le ? 0 : 1;
            while (feed && ((feed - begin) % 2 != low || feed[low == 0 ? 1 : -1] != 0))
                feed = feed + 1 < end ? static_cast<const char *>(std::memchr(feed + 1, '\n', size_t(end - feed - 1)))
                                      : nullptr;
        }
        at = feed ? feed + (wide && encoding == TextEncoding::Utf16Le ? 2 : 1) : end;
        m_ends.append(quint32(at - begin));
    }
}

QByteArrayView BlobLines::line(int line) const
{
    return lines(line, 1);
}

QByteArrayView BlobLines::lines(int first, int count) const
{
    const qsizetype from = offset(first);
    return QByteArrayView(m_bytes).sliced(from, offset(first + count) - from);
}

LineEnd BlobLines::lineEnd(int number) const
{
    const QByteArrayView bytes = line(number);
    const qsizetype width = isUtf16(m_encoding) ? 2 : 1;
    const auto unit = [&](qsizetype fromEnd) {
        if (bytes.size() < fromEnd * width)
            return '\0';
        return bytes[bytes.size() - fromEnd * width + (m_encoding == TextEncoding::Utf16Be ? 1 : 0)];
    };
    const auto upperIsZero = [&](qsizetype fromEnd) {
        return width == 1 || bytes[bytes.size() - fromEnd * width + (m_encoding == TextEncoding::Utf16Be ? 0 : 1)] == 0;
    };
    if (unit(1) != '\n' || !upperIsZero(1))
        return LineEnd::None;
    return unit(2) == '\r' && upperIsZero(2) ? LineEnd::CrLf : LineEnd::Lf;
}

QByteArrayView BlobLines::text(int number) const
{
    const qsizetype width = isUtf16(m_encoding) ? 2 : 1;
    return line(number).chopped(qsizetype(lineEnd(number)) * width);
}

int BlobLines::lineAt(qsizetype offset) const
{
    const auto behind = std::ranges::upper_bound(m_ends, quint32(std::clamp(offset, qsizetype(0), m_bytes.size())));
    return std::min(int(behind - m_ends.begin()), std::max(0, count() - 1));
}

} // namespace assay::diff
