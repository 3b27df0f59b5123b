// Work on a run that holds its lock while it lasts: an export, judging hunks.
#pragma once

#include "core/domain/stoptoken.h"
#include "core/engine/ledger.h"

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>

#include <functional>

namespace assay::ui {

/// Thread: GUI; the work is done on one of its own. Its end cancels and waits: within two seconds, as a stop does.
class LockedWork : public QObject {
    Q_OBJECT
public:
    ~LockedWork() override;
    void cancel() { m_stop.requestStop(); }

Q_SIGNALS:
    void failed(const assay::Error &error); ///< also when it was cancelled (ErrorKind::Stopped)
    void ended(); ///< last, however it ended; the lock is given back

protected:
    /// Called in the work's thread: it must not touch this object, but by tell().
    using Work = std::function<Status(Ledger &, const StopToken &)>;
    explicit LockedWork(QObject *parent) : QObject(parent) {}
    void begin(const RunFolder &run, Work work);
    /// Any thread; carried out in the GUI's, in order, before `failed` and `ended`.
    void tell(std::function<void()> what);

private:
    StopSource m_stop;
    QThreadPool m_thread;
    QFutureWatcher<Status> m_watcher;
};

} // namespace assay::ui
