#include "ui/models/timelinelayout.h"

#include <algorithm>

namespace assay::ui {

qsizetype TimelineLayout::firstBlockFrom(int x) const
{
    const auto found = std::ranges::partition_point(blocks, [x](const QRect &rect) { return rect.right() < x; });
    return found - blocks.begin();
}

qsizetype TimelineLayout::blockAt(QPoint place) const
{
    // Short blocks are drawn wider than they were and may reach over the next: the last one under the place counts,
    // since it is drawn last.
    qsizetype hit = -1;
    for (qsizetype i = firstBlockFrom(place.x()); i < blocks.size() && blocks.at(i).left() <= place.x(); ++i) {
        if (blocks.at(i).contains(place))
            hit = i;
    }
    return hit;
}

qsizetype TimelineLayout::groupAt(QPoint place) const
{
    for (qsizetype i = 0; i < groups.size(); ++i) {
        if (groups.at(i).rect.contains(place))
            return i;
    }
    return -1;
}

TimelineLayout layoutOf(const Timeline &line, const TimeScale &scale)
{
    TimelineLayout layout;
    layout.blocks.reserve(line.blocks.size());
    layout.steps.reserve(line.blocks.size());
    for (const TimelineBlock &block : line.blocks) {
        const int left = scale.x(block.from);
        // One pixel stays free before the next block.
        const int width = std::max(scale.x(block.to) - left - 1, TimelineLayout::leastWidth);
        const QRect rect(left, block.above ? TimelineLayout::aboveTop : TimelineLayout::laneTop, width,
                         TimelineLayout::blockHeight);
        layout.blocks.append(rect);
        QList<QRect> steps;
        for (const TimelineStep &step : block.steps) {
            const int from = std::clamp(scale.x(step.from), rect.left(), rect.right() + 1);
            const int to = std::clamp(scale.x(step.to), from, rect.right() + 1);
            steps.append(
                to > from ? QRect(from, rect.top() + TimelineLayout::headHeight, to - from, TimelineLayout::stepsHeight)
                          : QRect());
        }
        layout.steps.append(steps);
    }
    for (qsizetype i = 0; i < line.marks.size(); ++i) {
        const int x = scale.x(line.marks.at(i).at);
        if (!layout.groups.isEmpty() && x - layout.groups.last().rect.center().x() < TimelineLayout::markWidth) {
            layout.groups.last().marks.append(i);
            continue;
        }
        layout.groups.append({QRect(x - TimelineLayout::markWidth / 2, TimelineLayout::marksTop,
                                    TimelineLayout::markWidth, TimelineLayout::markHeight),
                              {i}});
    }
    return layout;
}

} // namespace assay::ui
