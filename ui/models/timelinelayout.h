// Where everything of a timeline lies, in pixels: rows from top to bottom are the clock, the rolled-back attempts, the
// lane, the marks. Pure; x counts from the run's begin.
#pragma once

#include "ui/models/timeline.h"

#include <QRect>

namespace assay::ui {

struct TimelineLayout {
    static constexpr int clockHeight = 24, headHeight = 24, stepsHeight = 20, rowGap = 8, markHeight = 24;
    static constexpr int blockHeight = headHeight + stepsHeight;
    static constexpr int leastWidth = 3; ///< of a block, however short it was
    static constexpr int markWidth = 24;
    static constexpr int height = clockHeight + 2 * (blockHeight + rowGap) + markHeight + rowGap;
    static constexpr int aboveTop = clockHeight;
    static constexpr int laneTop = aboveTop + blockHeight + rowGap;
    static constexpr int marksTop = laneTop + blockHeight + rowGap;

    struct MarkGroup {
        QRect rect;
        QList<qsizetype> marks; ///< positions in Timeline::marks that stand too close to be apart
        friend bool operator==(const MarkGroup &, const MarkGroup &) = default;
    };
    QList<QRect> blocks;       ///< as Timeline::blocks
    QList<QList<QRect>> steps; ///< of each block; empty ones took less than a pixel
    QList<MarkGroup> groups;

    /// Position of the block at a place, or -1. Marks belong to no block.
    [[nodiscard]] qsizetype blockAt(QPoint place) const;
    [[nodiscard]] qsizetype groupAt(QPoint place) const;
    /// The first block that reaches beyond x: where painting starts.
    [[nodiscard]] qsizetype firstBlockFrom(int x) const;
};

[[nodiscard]] TimelineLayout layoutOf(const Timeline &line, const TimeScale &scale);

} // namespace assay::ui
