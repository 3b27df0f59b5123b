#include "ui/run/lockedwork.h"

#include "core/domain/clock.h"
#include "core/engine/engine.h"

#include <QtConcurrent>

namespace assay::ui {

LockedWork::~LockedWork()
{
    cancel();
    m_watcher.waitForFinished();
}

void LockedWork::begin(const RunFolder &run, Work work)
{
    m_thread.setMaxThreadCount(1);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        if (const Status done = m_watcher.result(); !done)
            Q_EMIT failed(done.error());
        Q_EMIT ended();
    });
    m_watcher.setFuture(QtConcurrent::run(&m_thread, [run, work = std::move(work), stop = m_stop.token()]() -> Status {
        const SystemClock clock;
        const auto ledger = openRun(run, clock);
        return ledger ? work(**ledger, stop) : failure(ledger.error());
    }));
}

void LockedWork::tell(std::function<void()> what)
{
    QMetaObject::invokeMethod(this, std::move(what), Qt::QueuedConnection);
}

} // namespace assay::ui
