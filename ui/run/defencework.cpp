#include "ui/run/defencework.h"

#include "core/engine/engine.h"

#include <QtConcurrent>

namespace assay::ui {

DefenceWork::DefenceWork(const RunFolder &run, ProcessHost &host, const QList<ReviewPlace> &only, QObject *parent)
    : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        if (const Status done = m_watcher.result(); !done)
            Q_EMIT failed(done.error());
        Q_EMIT ended();
    });
    m_watcher.setFuture(QtConcurrent::run(&m_thread, [this, run, &host, only, stop = m_stop.token()]() -> Status {
        const SystemClock clock;
        const auto ledger = openRun(run, clock);
        if (!ledger)
            return failure(ledger.error());
        const auto tell = [this](const defence::Progress &progress) {
            QMetaObject::invokeMethod(this, [this, progress] { Q_EMIT judged(progress); }, Qt::QueuedConnection);
        };
        const auto done = defence::judgeHunks(**ledger, host, only, tell, stop);
        return done ? Status() : failure(done.error());
    }));
}

DefenceWork::~DefenceWork()
{
    cancel();
    m_watcher.waitForFinished();
}

} // namespace assay::ui
