// The strokes that the style's controls are made of.
#pragma once

#include <QColor>
#include <QPainter>

namespace assay::ui {

inline constexpr int barWidth = 12;      ///< of a scroll bar
inline constexpr int shortestThumb = 32; ///< of its thumb

/// A frame of our corners, its line inside of `rect`.
void paintBox(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &line, qreal width = 1);
/// Of 6 by 3 pixels around `middle`.
void paintChevron(QPainter *painter, const QPointF &middle, bool up, const QColor &ink);

} // namespace assay::ui
