#include "ui/look/lookpaint.h"

#include "ui/look/metrics.h"

namespace assay::ui {

void paintBox(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &line, qreal width)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(line, width));
    painter->setBrush(fill);
    const qreal inset = width / 2;
    painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), corner, corner);
    painter->restore();
}

void paintChevron(QPainter *painter, const QPointF &middle, bool up, const QColor &ink)
{
    const qreal tip = up ? -1.5 : 1.5;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(QPolygonF({middle + QPointF(-3, -tip), middle + QPointF(0, tip), middle + QPointF(3, -tip)}));
    painter->restore();
}

} // namespace assay::ui
