// The journal as rows; grows at its end, however long it is.
#pragma once

#include "ui/models/entryhead.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace assay::ui {

class JournalModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Seq, Time, Iteration, Kind, Actor, Summary, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    /// Rows beyond those known are inserted; another journal (the first hash differs, or shorter) resets. `upTo`: only
    /// entries up to this one; 0 = all.
    void show(const QList<EntryHead> &heads, qint64 upTo = 0);
    [[nodiscard]] const EntryHead &head(int row) const { return m_heads.at(row); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_count);
    }
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    QList<EntryHead> m_heads; ///< shared with the document
    qsizetype m_count = 0;
};

/// By kind's group ("finding", "gate", "" = all; "refuted" = claims that were not so) and by text.
class JournalFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setKind(const QString &group);
    void setText(const QString &text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_kind, m_text;
};

} // namespace assay::ui
