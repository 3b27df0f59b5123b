#include "core/process/boundedcapture.h"

#include <algorithm>

namespace assay {

void BoundedCapture::append(QByteArrayView bytes)
{
    m_total += bytes.size();
    const qint64 room = std::min(m_limit - m_kept.size(), qint64(bytes.size()));
    if (room > 0) {
        m_kept.append(bytes.first(room));
        bytes = bytes.sliced(room);
        m_at = m_limit / 2;
    }
    while (!bytes.isEmpty()) {
        const qint64 n = std::min(m_limit - m_at, qint64(bytes.size()));
        std::copy_n(bytes.begin(), n, m_kept.begin() + m_at);
        bytes = bytes.sliced(n);
        m_at = m_at + n == m_limit ? m_limit / 2 : m_at + n;
    }
}

QByteArray BoundedCapture::take()
{
    if (m_total > m_limit) {
        const qint64 half = m_limit / 2;
        std::rotate(m_kept.begin() + half, m_kept.begin() + m_at, m_kept.end());
        m_kept.insert(half,
                      "\n\xe2\x80\xa6 " + QByteArray::number(m_total - m_limit) + " bytes left out \xe2\x80\xa6\n");
    }
    m_total = 0;
    m_at = 0;
    return std::exchange(m_kept, {});
}

} // namespace assay
