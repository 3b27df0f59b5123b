#include "ui/run/ownerdesk.h"

#include "core/engine/commands.h"

#include <QtConcurrent>

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
        if (how)
            Q_EMIT told(verb, *how);
        else
            Q_EMIT refused(verb, how.error());
    });
    watcher->setFuture(QtConcurrent::run(&m_writing, [folder = m_folder, clock = m_clock, verb, args] {
        return commandRun(folder, *clock, verb, args);
    }));
}

} // namespace assay::ui
