// Ctrl-C and its like: the first stops cleanly, the second ends at once.
#pragma once

#include "core/domain/stoptoken.h"

#include <QObject>

#include <functional>
#include <memory>

class QSocketNotifier;

namespace assay::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP request a stop; a second one ends the process with status 130 at once
/// (its children are ended by their keepers). At most one lives at a time; only `onFirst` needs an event loop.
class StopSignals : public QObject {
public:
    StopSignals(StopSource &source, std::function<void()> onFirst);
    ~StopSignals() override;

private:
    std::function<void()> m_onFirst;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace assay::cli
