#include "ui/run/ownerdesk.h"

#include "core/engine/commands.h"

#include <QtConcurrent>

namespace assay::ui {

OwnerDesk::OwnerDesk(const RunFolder &folder, QObject *parent)
    : QObject(parent), m_folder(folder), m_clock(std::make_shared<SystemClock>())
{
}

OwnerDesk::~OwnerDesk()
{
    for (QFuture<void> &one : m_writing)
        one.waitForFinished();
}

void OwnerDesk::tell(const QString &verb, const QJsonObject &args)
{
    m_writing.removeIf([](const QFuture<void> &one) { return one.isFinished(); });
    auto *watcher = new QFutureWatcher<Result<QString>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, verb] {
        const Result<QString> how = watcher->result();
        watcher->deleteLater();
        if (how)
            Q_EMIT told(verb, *how);
        else
            Q_EMIT refused(verb, how.error());
    });
    const QFuture<Result<QString>> future = QtConcurrent::run(
        [folder = m_folder, clock = m_clock, verb, args] { return commandRun(folder, *clock, verb, args); });
    watcher->setFuture(future);
    m_writing.append(QFuture<void>(future));
}

} // namespace assay::ui
