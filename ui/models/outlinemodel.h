// A tree of rows under headings: what the details of an iteration and a gate report are shown in.
#pragma once

#include "ui/look/meaning.h"

#include <QAbstractItemModel>

#include <memory>

namespace assay::ui {

/// Beside the roles that all models share.
enum OutlineRole { RunsRole = Qt::UserRole + 100, GaveRole };

struct OutlineCell {
    QString text;
    std::optional<Meaning> meaning; ///< the cell is a chip
    QString toolTip;
    int gave = 0, runs = 0; ///< of a proof: so many of so many runs answered that; RunsRole and GaveRole
    friend bool operator==(const OutlineCell &, const OutlineCell &) = default;
};

struct OutlineNode {
    QString key;       ///< unique among its siblings: what stays the same row over updates
    QString reference; ///< what Enter leads to, in the view's own words; IdRole gives it
    QList<OutlineCell> cells;
    QList<OutlineNode> children;
    bool quiet = false;
};

/// Thread: GUI. What goes and comes is told in runs, so that selection, expansion and scroll position stay.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT
public:
    /// `numbers`: the columns that are aligned to the right.
    explicit OutlineModel(QStringList headings, QList<int> numbers = {}, QObject *parent = nullptr);
    ~OutlineModel() override;
    void show(const QList<OutlineNode> &nodes);
    /// The keys from the top to a row, and the row of such a path; an invalid index where it is not.
    [[nodiscard]] QStringList pathOf(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const QStringList &path) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Row;
    [[nodiscard]] Row *rowAt(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const Row *row) const;
    void update(Row *parent, const QList<OutlineNode> &next);
    void removeRows(Row *parent, qsizetype first, qsizetype last);
    void insertRows(Row *parent, qsizetype first, qsizetype last, const QList<OutlineNode> &next);
    QStringList m_headings;
    QList<int> m_numbers;
    std::unique_ptr<Row> m_root;
};

} // namespace assay::ui
