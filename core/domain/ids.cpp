#include "core/domain/ids.h"

#include <QCryptographicHash>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

/// The digit's value; what is none has a bit above them.
constexpr unsigned char noDigit = 0x80;
constexpr auto digits = [] {
    std::array<unsigned char, 256> values{};
    values.fill(noDigit);
    for (unsigned char i = 0; i < 16; ++i)
        values[static_cast<unsigned char>("0123456789abcdef"[i])] = i;
    return values;
}();

unsigned char digitOf(char character)
{
    return digits[static_cast<unsigned char>(character)];
}

unsigned char digitOf(QChar character)
{
    return character.unicode() < digits.size() ? digits[character.unicode()] : noDigit;
}

} // namespace

template <size_t Size>
HashName<Size>::HashName(QAnyStringView hex)
{
    hex.visit([this](auto text) {
        if (text.size() != qsizetype(2 * Size))
            return;
        std::array<unsigned char, Size> bytes{};
        unsigned seen = 0;
        for (size_t i = 0; i < Size; ++i) {
            const unsigned high = digitOf(text.data()[2 * i]), low = digitOf(text.data()[2 * i + 1]);
            seen |= high | low;
            bytes[i] = static_cast<unsigned char>((high << 4 | low) & 0xff);
        }
        if ((seen & noDigit) != 0)
            return;
        m_bytes = bytes;
    });
}

template <size_t Size>
QByteArray HashName<Size>::hex() const
{
    return isNull() ? QByteArray() : QByteArrayView(m_bytes).toByteArray().toHex();
}

template class HashName<20>;
template class HashName<32>;

Digest Digest::of(QByteArrayView bytes)
{
    return Digest(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

bool RepoPath::isUtf8() const
{
    return QByteArrayView(m_bytes).isValidUtf8();
}

QString RepoPath::display() const
{
    const auto escaped = [](QByteArrayView bytes) {
        QString text;
        for (const char c : bytes) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x20 || byte >= 0x7f)
                text += u"\\x%1"_s.arg(int(byte), 2, 16, QChar(u'0'));
            else
                text += QLatin1Char(c);
        }
        return text;
    };
    if (!isUtf8())
        return escaped(m_bytes);
    QString text;
    for (const QChar c : QString::fromUtf8(m_bytes)) {
        if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            text += escaped(QByteArray(1, static_cast<char>(c.unicode())));
        else
            text += c;
    }
    return text;
}

bool RepoPath::isBelow(QByteArrayView folder) const
{
    return folder.isEmpty() || m_bytes == folder
        || (m_bytes.size() > folder.size() && m_bytes.startsWith(folder) && m_bytes.at(folder.size()) == '/');
}

} // namespace assay
