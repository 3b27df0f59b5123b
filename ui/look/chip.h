// A chip: glyph and word in a meaning's ink on its wash; one height everywhere. As paint, as widget, as table cell.
#pragma once

#include "ui/look/meaning.h"

#include <QStyledItemDelegate>
#include <QWidget>

namespace assay::ui {

/// What paints a chip; the geometry alone can be asked and tested.
struct ChipPaint {
    Meaning meaning = Meaning::Idle;
    QString text;
    [[nodiscard]] QString label() const; ///< glyph, space, text
    [[nodiscard]] QSize size(const QFont &font) const;
    /// Left aligned and vertically centred in `rect`, elided when it does not fit.
    void paint(QPainter &painter, const QRect &rect, const QFont &font, const QPalette &palette) const;
};

class Chip : public QWidget {
    Q_OBJECT
public:
    explicit Chip(QWidget *parent = nullptr);
    /// An empty text hides it.
    void show(Meaning meaning, const QString &text, const QString &toolTip = {});
    [[nodiscard]] const ChipPaint &chip() const { return m_chip; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ChipPaint m_chip;
};

/// Severity's bar: one to three strokes in neutral ink, as many as it is bad.
void paintStrokes(QPainter &painter, const QRect &rect, Severity severity, const QPalette &palette);

/// Cells whose MeaningRole is set are painted as chips, those with a SeverityRole as bar and word; quiet rows are greyed.
class ChipDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
    /// Ground and selection of the cell, without its text.
    void paintGround(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
};

} // namespace assay::ui
