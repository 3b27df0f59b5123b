// A run's time as pixels and back. Time in which nobody worked (a stopped run, a night) is cut out and drawn as a break
// of fixed width, so that a block stays as wide as it took.
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>

namespace assay::ui {

/// Times are milliseconds since the run began; x counts from the run's begin, not from what is scrolled to.
struct TimeScale {
    struct Break {
        qint64 from = 0, to = 0;
        friend bool operator==(const Break &, const Break &) = default;
    };
    static constexpr int breakWidth = 24;
    static constexpr qint64 shortestBreak = 30'000; ///< idle time below it is drawn as it was
    static constexpr double closest = 1.0; ///< pixels a millisecond: no nearer than that

    QList<Break> breaks; ///< in order, apart from one another
    qint64 span = 0; ///< the run's last moment
    double pixelsPerMs = 0.01;

    [[nodiscard]] qint64 worked() const; ///< the span without its breaks
    [[nodiscard]] int x(qint64 ms) const;
    [[nodiscard]] qint64 at(int x) const; ///< inside a break: its begin
    [[nodiscard]] int width() const { return x(span); }

    /// The scale at which the whole run is `width` wide.
    [[nodiscard]] double fitting(int width) const;
    /// Zooms by `factor`, never wider than to fit and never closer than `closest`. What stands at `x` in the window,
    /// scrolled by `scroll`, stays there: returns the new scroll.
    [[nodiscard]] int zoom(double factor, int x, int scroll, int width);
};

struct TimeTick {
    int x = 0;
    QString text; ///< "13:12:20", local time
};
/// Marks of the clock between two places, at least `apart` pixels from one another. Pure but for the time zone.
[[nodiscard]] QList<TimeTick> ticksOf(const TimeScale &scale, const QDateTime &start, int fromX, int toX, int apart);

} // namespace assay::ui
