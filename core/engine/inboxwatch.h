// Sees what cannot wait while the engine is busy with a process: a thread of its own looks into the inbox.
#pragma once

#include "core/domain/stoptoken.h"
#include "core/journal/runfolder.h"
#include "core/process/processhost.h"

#include <QHash>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace assay {

/// Its token stops when the outer token does or when a stop command lies in the inbox; the command stays there for
/// the engine to answer. A skip command ends what runs, once; it stays there too. Looks every 100 ms.
class InboxWatch {
public:
    InboxWatch(const RunFolder &folder, ProcessHost &host, StopToken outer);
    ~InboxWatch();
    [[nodiscard]] StopToken token() const { return m_source.token(); }
    /// The titles of the processes that this skip command ended, now or when it was first seen. Any thread.
    [[nodiscard]] QStringList endedBy(const QString &command);

private:
    void watch();

    RunFolder m_folder;
    ProcessHost &m_host;
    StopToken m_outer;
    StopSource m_source;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_done = false;
    std::mutex m_endedMutex;
    QHash<QString, QStringList> m_ended; ///< skip command → titles of what it ended
    std::thread m_thread;
};

} // namespace assay
