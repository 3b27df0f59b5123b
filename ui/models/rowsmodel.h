// A table over values with a key: setRows() turns the difference into the fewest changes a view has to follow.
#pragma once

#include "ui/look/roles.h"

#include <QAbstractTableModel>
#include <QHash>

namespace assay::ui {

/// Row: a value with `Key key() const` (hashable, unique in a table) and operator==. A subclass says what its columns
/// show: columnCount, headerData, cell(row, column, role). Thread: GUI.
template <class Row>
class RowsModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;
    using Key = decltype(std::declval<const Row &>().key());

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        return cell(m_rows.at(index.row()), index.column(), role);
    }
    [[nodiscard]] const Row &row(int number) const { return m_rows.at(number); }
    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }
    [[nodiscard]] int rowOf(const Key &key) const
    {
        for (qsizetype i = 0; i < m_rows.size(); ++i) {
            if (m_rows.at(i).key() == key)
                return int(i);
        }
        return -1;
    }

    /// Rows that went are removed, new ones inserted where they belong, moved ones moved, changed ones told as changed.
    /// A reordering that would move many rows one by one is told as a change of layout instead.
    void setRows(QList<Row> next)
    {
        removeMissing(next);
        if (!sameOrder(next)) {
            relayout(next);
        }
        insertNew(next);
        for (qsizetype i = 0; i < next.size(); ++i) {
            if (m_rows.at(i) == next.at(i))
                continue;
            const qsizetype first = i;
            for (; i < next.size() && !(m_rows.at(i) == next.at(i)); ++i)
                m_rows[i] = std::move(next[i]);
            Q_EMIT dataChanged(index(int(first), 0), index(int(i - 1), columnCount() - 1));
            --i;
        }
    }

protected:
    [[nodiscard]] virtual QVariant cell(const Row &row, int column, int role) const = 0;

private:
    void removeMissing(const QList<Row> &next)
    {
        QSet<Key> kept;
        kept.reserve(next.size());
        for (const Row &one : next)
            kept.insert(one.key());
        for (qsizetype last = m_rows.size() - 1; last >= 0; --last) {
            if (kept.contains(m_rows.at(last).key()))
                continue;
            qsizetype first = last;
            while (first > 0 && !kept.contains(m_rows.at(first - 1).key()))
                --first;
            beginRemoveRows({}, int(first), int(last));
            m_rows.remove(first, last - first + 1);
            endRemoveRows();
            last = first;
        }
    }

    /// Whether the rows that stay stand in the same order in `next`.
    [[nodiscard]] bool sameOrder(const QList<Row> &next) const
    {
        qsizetype at = 0;
        for (const Row &one : next) {
            if (at < m_rows.size() && m_rows.at(at).key() == one.key())
                ++at;
        }
        return at == m_rows.size();
    }

    void relayout(const QList<Row> &next)
    {
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        QHash<Key, qsizetype> old;
        for (qsizetype i = 0; i < m_rows.size(); ++i)
            old.insert(m_rows.at(i).key(), i);
        QList<Row> rows;
        rows.reserve(m_rows.size());
        QList<int> moved(m_rows.size());
        for (const Row &one : next) {
            if (const auto found = old.constFind(one.key()); found != old.cend()) {
                moved[*found] = int(rows.size());
                rows.append(m_rows.at(*found));
            }
        }
        m_rows = std::move(rows);
        const QModelIndexList before = persistentIndexList();
        QModelIndexList after;
        after.reserve(before.size());
        for (const QModelIndex &one : before)
            after.append(index(moved.at(one.row()), one.column()));
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, VerticalSortHint);
    }

    void insertNew(const QList<Row> &next)
    {
        for (qsizetype i = 0; i < next.size(); ++i) {
            if (i < m_rows.size() && m_rows.at(i).key() == next.at(i).key())
                continue;
            // Everything up to the next row that is there already is new.
            qsizetype end = next.size();
            if (i < m_rows.size()) {
                end = i;
                while (!(next.at(end).key() == m_rows.at(i).key()))
                    ++end;
            }
            beginInsertRows({}, int(i), int(end - 1));
            m_rows.insert(i, end - i, Row());
            for (qsizetype j = i; j < end; ++j)
                m_rows[j] = next.at(j);
            endInsertRows();
            i = end - 1;
        }
    }

    QList<Row> m_rows;
};

} // namespace assay::ui
