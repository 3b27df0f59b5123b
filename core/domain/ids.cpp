#include "core/domain/ids.h"

#include <QCryptographicHash>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace assay {

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
