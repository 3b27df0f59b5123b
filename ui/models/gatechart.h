// The gate's history as bars: what each measured checkpoint gave, and where its bar lies. Pure.
#pragma once

#include "core/journal/runstate.h"

#include <QRect>

namespace assay::ui {

struct GatePoint {
    int checkpoint = 0; ///< 0: base
    int iteration = 0;  ///< that made it
    qint64 seq = 0;     ///< of its report
    int passed = 0, failed = 0;
    friend bool operator==(const GatePoint &, const GatePoint &) = default;
};

/// One for each checkpoint whose gate was measured and tells counts, oldest first.
[[nodiscard]] QList<GatePoint> gatePoints(const RunState &state);

struct GateChartLayout {
    static constexpr int mostBar = 40, leastBar = 20, between = 4;
    static constexpr int valueHeight = 20, labelHeight = 20;
    struct Bar {
        qsizetype point = 0;
        QRect passed, failed; ///< failed stands on passed; empty when none failed
        QRect column;         ///< with its value above and its label below: what is hit and named
    };
    QList<Bar> bars;
    qsizetype hidden = 0; ///< earlier ones between base and the first that has room
    [[nodiscard]] qsizetype barAt(QPoint place) const; ///< or -1
};

/// Bars grow from zero, the highest fills the height; one that has any case is at least two pixels high. Base is
/// always there; of the others as many of the newest as have room.
[[nodiscard]] GateChartLayout layoutOf(const QList<GatePoint> &points, QSize size);

} // namespace assay::ui
