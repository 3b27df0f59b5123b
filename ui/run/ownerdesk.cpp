#include "ui/run/ownerdesk.h"

#include "core/engine/commands.h"
#include "core/engine/leftcommands.h"
#include "core/journal/runlock.h"

#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {

OwnerDesk::OwnerDesk(const RunFolder &folder, QObject *parent)
    : QObject(parent),
      m_folder(folder),
      m_clock(std::make_shared<SystemClock>())
{
    m_writing.setMaxThreadCount(1);
}

OwnerDesk::~OwnerDesk()
{
    m_writing.waitForDone(); // what was told is not lost with the window
}

void OwnerDesk::tell(const QString &verb, const QJsonObject &args)
{
    auto *watcher = new QFutureWatcher<Result<QString>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, verb] {
        const Result<QString> how = watcher->result();
        watcher->deleteLater();
        m_sent = m_sent || (how && *how == "sent"_L1);
        if (how)
            Q_EMIT told(verb, *how);
        else
            Q_EMIT refused(verb, how.error());
    });
    watcher->setFuture(QtConcurrent::run(&m_writing, [folder = m_folder, clock = m_clock, verb, args] {
        return commandRun(folder, *clock, verb, args);
    }));
}

void OwnerDesk::carryOutLeft()
{
    if (!std::exchange(m_sent, false))
        return;
    auto *watcher = new QFutureWatcher<Status>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        const Status done = watcher->result();
        watcher->deleteLater();
        if (done)
            return;
        m_sent = true; // somebody works on the run again and takes it, or else the next one that ends is looked after
        if (RunLock::holder(m_folder) == 0)
            Q_EMIT refused({}, done.error());
    });
    watcher->setFuture(QtConcurrent::run(
        &m_writing, [folder = m_folder, clock = m_clock] { return assay::carryOutLeft(folder, *clock); }));
}

} // namespace assay::ui
