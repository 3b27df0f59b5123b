#include "ui/models/timescale.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace assay::ui {

qint64 TimeScale::worked() const
{
    qint64 worked = span;
    for (const Break &one : breaks)
        worked -= one.to - one.from;
    return worked;
}

int TimeScale::x(qint64 ms) const
{
    qint64 cut = 0;
    int gaps = 0;
    for (const Break &one : breaks) {
        if (ms <= one.from)
            break;
        cut += std::min(ms, one.to) - one.from;
        gaps += ms >= one.to ? breakWidth : 0;
    }
    return int(std::lround(double(ms - cut) * pixelsPerMs)) + gaps;
}

qint64 TimeScale::at(int x) const
{
    qint64 cut = 0;
    int gaps = 0;
    for (const Break &one : breaks) {
        const int begin = int(std::lround(double(one.from - cut) * pixelsPerMs)) + gaps;
        if (x <= begin)
            break;
        if (x < begin + breakWidth)
            return one.from;
        cut += one.to - one.from;
        gaps += breakWidth;
    }
    return std::clamp(std::llround((x - gaps) / pixelsPerMs) + cut, qint64(0), span);
}

double TimeScale::fitting(int width) const
{
    const int left = std::max(width - int(breaks.size()) * breakWidth, 1);
    return std::min(double(left) / double(std::max<qint64>(worked(), 1)), closest);
}

int TimeScale::zoom(double factor, int x, int scroll, int width)
{
    const qint64 held = at(x + scroll);
    const double fit = fitting(width);
    pixelsPerMs = std::clamp(pixelsPerMs * factor, fit, std::max(closest, fit));
    return std::clamp(this->x(held) - x, 0, std::max(0, this->width() - width));
}

QList<TimeTick> ticksOf(const TimeScale &scale, const QDateTime &start, int fromX, int toX, int apart)
{
    constexpr std::array<qint64, 19> steps{100,       200,       500,       1'000,      2'000,     5'000,   10'000,
                                           15'000,    30'000,    60'000,    120'000,    300'000,   600'000, 900'000,
                                           1'800'000, 3'600'000, 7'200'000, 21'600'000, 43'200'000};
    const auto fits = std::ranges::find_if(steps, [&](qint64 ms) { return double(ms) * scale.pixelsPerMs >= apart; });
    const qint64 step = fits == steps.end() ? steps.back() : *fits;
    const QDateTime local = start.toLocalTime();
    // Round moments of the operator's clock, not of the run's begin.
    const qint64 begin = local.toMSecsSinceEpoch() + local.offsetFromUtc() * qint64(1000);
    const qint64 from = scale.at(fromX), to = scale.at(toX);
    const QString format = step < 1000 ? u"HH:mm:ss.zzz"_s : step < 60'000 ? u"HH:mm:ss"_s : u"HH:mm"_s;
    QList<TimeTick> ticks;
    const auto between = [&](qint64 first, qint64 last) {
        for (qint64 ms = (begin + first + step - 1) / step * step - begin; ms <= last; ms += step) {
            const int x = scale.x(ms);
            if (ticks.isEmpty() || x - ticks.last().x >= apart)
                ticks.append({x, local.addMSecs(ms).toString(format)});
        }
    };
    qint64 at = from;
    for (const TimeScale::Break &one : scale.breaks) {
        if (one.to <= from)
            continue;
        if (one.from >= to)
            break;
        between(at, one.from);
        at = one.to;
    }
    if (at <= to)
        between(at, to);
    return ticks;
}

} // namespace assay::ui
