// Sums over counts that change: which group a row falls into, among a million groups (a Fenwick tree).
#pragma once

#include <QList>

#include <bit>

namespace assay::ui {

class RowSums {
public:
    void clear() { m_tree.clear(); }
    [[nodiscard]] qsizetype size() const { return m_tree.size(); }

    void append(qint64 count)
    {
        const qsizetype number = m_tree.size() + 1; // counted from 1
        qint64 sum = count;
        for (qsizetype at = number - 1; at > number - lowest(number); at -= lowest(at))
            sum += m_tree.at(at - 1);
        m_tree.append(sum);
    }
    void change(qsizetype index, qint64 by)
    {
        for (qsizetype at = index + 1; at <= m_tree.size(); at += lowest(at))
            m_tree[at - 1] += by;
    }
    /// Of everything before `index`.
    [[nodiscard]] qint64 before(qsizetype index) const
    {
        qint64 sum = 0;
        for (qsizetype at = index; at > 0; at -= lowest(at))
            sum += m_tree.at(at - 1);
        return sum;
    }
    /// The index in which the sum passes `position` (0-based), and what is left of it there.
    [[nodiscard]] std::pair<qsizetype, qint64> at(qint64 position) const
    {
        qsizetype index = 0;
        for (qsizetype step = qsizetype(std::bit_floor(size_t(m_tree.size()))); step > 0; step /= 2) {
            if (index + step <= m_tree.size() && m_tree.at(index + step - 1) <= position) {
                index += step;
                position -= m_tree.at(index - 1);
            }
        }
        return {index, position};
    }

private:
    [[nodiscard]] static qsizetype lowest(qsizetype number) { return number & -number; }
    QList<qint64> m_tree;
};

} // namespace assay::ui
