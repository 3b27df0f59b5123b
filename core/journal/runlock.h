// One writer a run: an advisory lock on run.lock that the kernel drops when its holder dies.
#pragma once

#include "core/domain/error.h"
#include "core/journal/runfolder.h"

namespace assay {

/// RAII over an open file description lock (fcntl F_OFD_SETLK). Movable. Writes the holder's pid for messages.
class RunLock {
public:
    [[nodiscard]] static Result<RunLock> take(const RunFolder &folder);
    /// Pid of a live holder, or 0. Never blocks.
    [[nodiscard]] static qint64 holder(const RunFolder &folder);
    RunLock(RunLock &&other) noexcept;
    RunLock &operator=(RunLock &&other) noexcept;
    ~RunLock();

private:
    explicit RunLock(int fd) : m_fd(fd) {}
    int m_fd = -1;
};

} // namespace assay
