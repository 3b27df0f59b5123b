// Sees a stop while the engine is busy with a process: a thread of its own looks into the inbox.
#pragma once

#include "core/domain/stoptoken.h"
#include "core/journal/runfolder.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace assay {

/// Its token stops when the outer token does or when a stop command lies in the inbox; the command stays there for
/// the engine to answer. Looks every 100 ms.
class InboxWatch {
public:
    InboxWatch(const RunFolder &folder, StopToken outer);
    ~InboxWatch();
    [[nodiscard]] StopToken token() const { return m_source.token(); }

private:
    void watch();

    RunFolder m_folder;
    StopToken m_outer;
    StopSource m_source;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_done = false;
    std::thread m_thread;
};

} // namespace assay
