// Time comes in through one interface, so that runs replay and tests do not wait.
#pragma once

#include <QDateTime>

namespace assay {

class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual QDateTime now() const = 0; ///< UTC, millisecond precision
};

class SystemClock final : public Clock {
public:
    [[nodiscard]] QDateTime now() const override { return QDateTime::currentDateTimeUtc(); }
};

} // namespace assay
