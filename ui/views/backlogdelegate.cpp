#include "ui/views/backlogdelegate.h"

#include "ui/look/metrics.h"
#include "ui/models/backlogmodel.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace assay::ui {

void BacklogDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    ChipDelegate::paint(painter, option, index);
    const Pips pips{index.data(StrikesRole).toInt()};
    if (pips.strikes <= 0)
        return;
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const int left = option.rect.left() + cell.fontMetrics.horizontalAdvance(cell.text) + groupGap;
    const QColor ink = cell.palette.color(QPalette::Text);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(cell.font);
    painter->setClipRect(option.rect);
    for (int pip = 0; pip < pips.shown(); ++pip) {
        const QRectF dot(left + pips.left(pip), option.rect.center().y() - Pips::size / 2 + 0.5, Pips::size,
                         Pips::size);
        painter->setPen(QPen(ink, 1.5));
        // The third is a ring around a dot: with it the rule changes what is worked.
        if (Pips::isMarked(pip)) {
            painter->setBrush(Qt::NoBrush);
            painter->drawEllipse(dot.adjusted(-0.5, -0.5, 0.5, 0.5));
            painter->setPen(Qt::NoPen);
            painter->setBrush(ink);
            painter->drawEllipse(dot.adjusted(2.5, 2.5, -2.5, -2.5));
        } else {
            painter->setPen(Qt::NoPen);
            painter->setBrush(ink);
            painter->drawEllipse(dot.adjusted(1, 1, -1, -1));
        }
    }
    if (pips.more() > 0) {
        painter->setPen(ink);
        painter->drawText(QRect(left + pips.width(), option.rect.top(), option.rect.width(), option.rect.height()),
                          Qt::AlignLeft | Qt::AlignVCenter, u"+%1"_s.arg(pips.more()));
    }
    painter->restore();
}

} // namespace assay::ui
