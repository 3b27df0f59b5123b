// The first and the last half of a stream of any length, in bounded memory.
#pragma once

#include <QByteArray>

namespace assay {

class BoundedCapture {
public:
    explicit BoundedCapture(qint64 limit) : m_limit(limit > 2 ? limit : 2) {}
    void append(QByteArrayView bytes);
    [[nodiscard]] qint64 total() const { return m_total; }
    /// What was kept; where something was left out, a line of its own says how many bytes. Empties this.
    [[nodiscard]] QByteArray take();

private:
    qint64 m_limit;      ///< bytes kept
    qint64 m_total = 0;  ///< bytes seen
    qint64 m_at = 0;     ///< where the ring, the second half of m_kept, is written next
    QByteArray m_kept;   ///< everything, until it is full; never preallocated, since most outputs are short
};

} // namespace assay
