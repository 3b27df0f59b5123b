// How numbers, times and hashes are written, everywhere alike.
#pragma once

#include "core/domain/ids.h"

#include <QCoreApplication>
#include <QDateTime>

#include <chrono>

namespace assay::ui {

class Formats {
    Q_DECLARE_TR_FUNCTIONS(Formats)
public:
    /// 0.52 s, 12 s, 2:05, 1 h 04
    [[nodiscard]] static QString duration(std::chrono::milliseconds span);
    /// "just now", "3 min ago", "2 h ago", then the date; the exact time belongs into the tool tip.
    [[nodiscard]] static QString ago(const QDateTime &when, const QDateTime &now);
    /// Local time to the second, with the offset from UTC.
    [[nodiscard]] static QString exact(const QDateTime &when);
    /// 1 234 567 as the locale groups it.
    [[nodiscard]] static QString count(qint64 number);
    /// "1 finding" or "3 findings": `one` as it is, `many` with the number in place of %1.
    [[nodiscard]] static QString counted(qint64 number, const QString &one, const QString &many);
    /// A text of others made fit for one line of a label: nothing in it turns the reading order or hides.
    /// At most 2,000 characters: what is cut off is told.
    [[nodiscard]] static QString line(const QString &text);
    /// The same for a text of several lines, which stay lines.
    [[nodiscard]] static QString lines(const QString &text);
    /// "… (12 bytes more)", behind a text that was cut.
    [[nodiscard]] static QString cutOff(qint64 bytes);
    /// "High"
    [[nodiscard]] static QString titleCase(QString word);
};

} // namespace assay::ui
