// Durations as owners write them and as readers see them.
#include "core/engine/configfile.h"

#include <array>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

struct Unit {
    QStringView name;
    qint64 milliseconds;
};
// Larger first; "ms" stands before "m" and "s" only in reading, see parseDuration.
constexpr auto Units = std::to_array<Unit>({{u"h", 3'600'000}, {u"m", 60'000}, {u"s", 1000}, {u"ms", 1}});
constexpr qint64 Longest = 10LL * 365 * 24 * 3'600'000; // ten years: what is longer is a slip of the pen

} // namespace

Result<std::chrono::milliseconds> parseDuration(const QString &text)
{
    const auto refuse = [&](const QString &what) {
        return failure(what, u"\"%1\""_s.arg(text.left(60)), u"Write a duration as 500ms, 90s, 10m, 2h or 1h30m."_s,
                       ErrorKind::Usage);
    };
    QStringView rest = QStringView(text).trimmed();
    if (rest.isEmpty())
        return refuse(u"a duration is expected"_s);
    qint64 total = 0;
    size_t nextUnit = 0;
    while (!rest.isEmpty()) {
        qsizetype digits = 0;
        while (digits < rest.size() && rest[digits] >= u'0' && rest[digits] <= u'9')
            ++digits;
        qsizetype end = digits;
        while (end < rest.size() && rest[end].isLetter())
            ++end;
        if (digits == 0)
            return refuse(u"not a duration: a whole number is expected before each unit"_s);
        if (end == digits)
            return refuse(end == rest.size() ? u"not a duration: the unit is missing"_s
                                             : u"not a duration: whole numbers with a unit are expected"_s);
        bool ok = false;
        const qint64 number = rest.first(digits).toLongLong(&ok);
        const QStringView name = rest.sliced(digits, end - digits);
        size_t unit = 0;
        while (unit < Units.size() && Units[unit].name != name)
            ++unit;
        if (unit == Units.size())
            return refuse(u"not a duration: \"%1\" is no unit"_s.arg(name));
        if (unit < nextUnit)
            return refuse(u"not a duration: the larger unit comes first, each one once"_s);
        if (!ok || number > Longest / Units[unit].milliseconds)
            return refuse(u"a duration of more than ten years"_s);
        total += number * Units[unit].milliseconds;
        nextUnit = unit + 1;
        rest = rest.sliced(end);
    }
    return std::chrono::milliseconds(total);
}

QString formatDuration(std::chrono::milliseconds duration)
{
    const qint64 ms = duration.count();
    if (ms < 0)
        return u"-"_s + formatDuration(-duration);
    // Rounded first, so that 59.996 s reads 1:00 and never 60.00 s.
    const qint64 hundredths = (ms + 5) / 10;
    if (hundredths < 6000)
        return u"%1.%2 s"_s.arg(hundredths / 100).arg(hundredths % 100, 2, 10, QChar(u'0'));
    const qint64 seconds = (ms + 500) / 1000;
    if (seconds < 3600)
        return u"%1:%2"_s.arg(seconds / 60).arg(seconds % 60, 2, 10, QChar(u'0'));
    const qint64 minutes = (ms + 30'000) / 60'000;
    return u"%1 h %2"_s.arg(minutes / 60).arg(minutes % 60, 2, 10, QChar(u'0'));
}

} // namespace assay
