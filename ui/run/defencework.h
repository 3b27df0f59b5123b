// Hunks taken back one by one, on a thread of its own that holds the run's lock meanwhile.
#pragma once

#include "core/defence/hunkdefence.h"

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>

namespace assay::ui {

/// Thread: GUI. Begins at once; what it finds comes through the journal, as everything does. Its end cancels and waits:
/// within two seconds, as a stop does. What was judged until then stays.
class DefenceWork : public QObject {
    Q_OBJECT
public:
    /// `only`: those places of base↔now; empty: all but tests.
    DefenceWork(const RunFolder &run, ProcessHost &host, const QList<ReviewPlace> &only, QObject *parent = nullptr);
    ~DefenceWork() override;
    void cancel() { m_stop.requestStop(); }

Q_SIGNALS:
    void judged(const assay::defence::Progress &progress); ///< as each is
    void failed(const assay::Error &error); ///< also when it was cancelled (ErrorKind::Stopped)
    void ended(); ///< last, however it ended; the lock is given back

private:
    StopSource m_stop;
    QThreadPool m_thread;
    QFutureWatcher<Status> m_watcher;
};

} // namespace assay::ui
