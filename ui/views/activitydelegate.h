// Paints a line of an agent's activity: when, what kind, whether it is folded, the text, and how the call went.
#pragma once

#include <QStyledItemDelegate>

namespace assay::ui {

/// Where the parts of a line stand; logical pixels, in the row's own coordinates.
struct ActivityGeometry {
    QRect time, kind, fold, text, status;
    /// `indent`: lines below a head stand further in. `status`: width of the chip, 0 = none.
    [[nodiscard]] static ActivityGeometry of(const QRect &row, bool isHead, int statusWidth);
};

class ActivityDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setSearched(const QString &text) { m_searched = text; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Seconds since the session began: 0:07, 12:40, 1:02:33.
    [[nodiscard]] static QString elapsed(quint32 tenths);

protected:
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;

private:
    void paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                   const QRect &where) const;
    QString m_searched;
};

} // namespace assay::ui
