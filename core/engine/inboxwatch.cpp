#include "core/engine/inboxwatch.h"

#include "core/journal/inbox.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// A skip that an earlier engine was sent meant what ran then: it ends nothing now.
QHash<QString, QStringList> leftBefore(const RunFolder &folder)
{
    QHash<QString, QStringList> left;
    if (const auto commands = pendingCommands(folder)) {
        for (const InboxCommand &command : *commands) {
            if (command.verb == "skip"_L1)
                left.insert(command.id, {});
        }
    }
    return left;
}

} // namespace

InboxWatch::InboxWatch(const RunFolder &folder, ProcessHost &host, StopToken outer)
    : m_folder(folder),
      m_host(host),
      m_outer(std::move(outer)),
      m_ended(leftBefore(folder)),
      m_thread([this] { watch(); })
{}

InboxWatch::~InboxWatch()
{
    {
        const std::lock_guard lock(m_mutex);
        m_done = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

QStringList InboxWatch::endedBy(const QString &command)
{
    const std::lock_guard lock(m_endedMutex);
    const auto known = m_ended.constFind(command);
    return known != m_ended.cend() ? *known : *m_ended.insert(command, m_host.endTitled());
}

void InboxWatch::watch()
{
    std::unique_lock lock(m_mutex);
    while (!m_done && !m_source.stopRequested()) {
        lock.unlock();
        bool stop = m_outer.stopRequested();
        if (const auto commands = pendingCommands(m_folder)) {
            for (const InboxCommand &command : *commands) {
                stop = stop || command.verb == "stop"_L1;
                if (command.verb == "skip"_L1)
                    (void)endedBy(command.id);
            }
        }
        if (stop)
            m_source.requestStop();
        lock.lock();
        m_wake.wait_for(lock, std::chrono::milliseconds(100), [this] { return m_done; });
    }
}

} // namespace assay
