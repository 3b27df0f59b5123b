#include "ui/models/gatechart.h"

#include <algorithm>

namespace assay::ui {

QList<GatePoint> gatePoints(const RunState &state)
{
    // Newest report of each tree that stands for it, found once for all checkpoints.
    QHash<ObjectId, const GateFact *> standing;
    for (const CheckpointFact &checkpoint : state.checkpoints) {
        if (!standing.contains(checkpoint.tree))
            standing.insert(checkpoint.tree, state.gateOf(checkpoint.tree));
    }
    QList<GatePoint> points;
    for (const CheckpointFact &checkpoint : state.checkpoints) {
        const GateFact *gate = standing.value(checkpoint.tree);
        if (gate && gate->countsKnown)
            points.append({checkpoint.number, checkpoint.iteration, gate->seq, gate->passed, gate->failed});
    }
    return points;
}

qsizetype GateChartLayout::barAt(QPoint place) const
{
    for (qsizetype i = 0; i < bars.size(); ++i) {
        if (bars.at(i).column.contains(place))
            return i;
    }
    return -1;
}

GateChartLayout layoutOf(const QList<GatePoint> &points, QSize size)
{
    GateChartLayout layout;
    if (points.isEmpty())
        return layout;
    constexpr int between = GateChartLayout::between;
    const qsizetype room = std::max(1, (size.width() + between) / (GateChartLayout::leastBar + between));
    const qsizetype shown = std::min(room, points.size());
    layout.hidden = points.size() - shown;
    const int width = std::clamp((size.width() + between) / int(shown) - between, 1, GateChartLayout::mostBar);
    const int bottom = size.height() - GateChartLayout::labelHeight;
    const int height = std::max(bottom - GateChartLayout::valueHeight, 1);
    int most = 1;
    for (const GatePoint &point : points)
        most = std::max(most, point.passed + point.failed);
    const auto high = [&](int count) { return count == 0 ? 0 : std::max(2, int(qint64(count) * height / most)); };
    int x = 0;
    for (qsizetype i = 0; i < shown; ++i) {
        // Base first, then the newest.
        const qsizetype at = i == 0 ? 0 : i + layout.hidden;
        const GatePoint &point = points.at(at);
        const int failed = high(point.failed), passed = std::min(high(point.passed), height - failed);
        layout.bars.append({at, QRect(x, bottom - passed, width, passed),
                            QRect(x, bottom - passed - failed, width, failed), QRect(x, 0, width, size.height())});
        x += width + between;
    }
    return layout;
}

} // namespace assay::ui
