// Root causes with their strikes, and the tasks that work on them; a task can be dragged within its severity.
#pragma once

#include "ui/look/meaning.h"
#include "ui/models/treemodel.h"

#include <QCoreApplication>

namespace assay::ui {

/// A root cause or a task; texts in the operator's language.
struct BacklogRow {
    bool isCause = false;
    QString id;            ///< "T3"; of a cause its slug, empty for what has none
    QString title;         ///< of a task what it is about; of a cause its name
    QString type;
    Severity severity = Severity::Medium;
    QString severityText;
    Meaning meaning = Meaning::Idle;
    QString state;
    QString attempts;      ///< "1/3", of those that count
    QString covers;        ///< "F1, F3"
    QString note;          ///< why it is blocked, parked or superseded
    int strikes = 0;       ///< of a cause: its filed findings
    QString strikesText;
    int place = 0;         ///< as the how-many-th it is worked; 0: it is not waiting to be worked
    bool quiet = false;
    [[nodiscard]] QString key() const { return (isCause ? u'c' : u't') + id; }
    friend bool operator==(const BacklogRow &, const BacklogRow &) = default;
};

/// StrikesRole: int, of causes; painted as pips.
inline constexpr int StrikesRole = SearchRole + 1;

class BacklogModel : public TreeRowsModel<BacklogRow> {
    Q_OBJECT
public:
    enum Column { Id, Place, Title, SeverityWord, Type, State, Attempts, Covers, Note, ColumnCount };
    using TreeRowsModel::TreeRowsModel;

    [[nodiscard]] int columnCount(const QModelIndex & = {}) const override { return ColumnCount; }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    /// Nothing is dragged while the past is shown.
    void setMovable(bool movable) { m_movable = movable; }

    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData *mimeData(const QModelIndexList &indexes) const override;
    [[nodiscard]] bool canDropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                                       const QModelIndex &parent) const override;
    /// Moves nothing itself (false): it asks, and the journal brings the new order.
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

Q_SIGNALS:
    /// `task` is to be worked right before `neighbour`, or right after it.
    void moveAsked(const QString &task, const QString &neighbour, bool after);

protected:
    [[nodiscard]] QVariant cell(const BacklogRow &row, int column, int role) const override;

private:
    struct Drop {
        QString task, neighbour;
        bool after = false;
    };
    [[nodiscard]] std::optional<Drop> dropOf(const QMimeData *data, int row, const QModelIndex &parent) const;
    [[nodiscard]] static QString text(const BacklogRow &row, int column);
    bool m_movable = true;
};

} // namespace assay::ui
