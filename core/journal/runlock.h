// One writer a run: an advisory lock on run.lock that the kernel drops when its holder dies.
#pragma once

#include "core/domain/error.h"
#include "core/journal/durablefile.h"
#include "core/journal/runfolder.h"

namespace assay {

/// RAII over an open file description lock (fcntl F_OFD_SETLK). Movable. Writes the holder's pid for messages.
/// The file stays when the lock is given back; it means nothing without the lock.
class RunLock {
public:
    /// Never waits. Fails, naming the holder's pid, while anybody holds it: another process, or this one.
    [[nodiscard]] static Result<RunLock> take(const RunFolder &folder);
    /// Pid of a live holder, or 0; -1 for one that has not yet written its pid. Never blocks.
    [[nodiscard]] static qint64 holder(const RunFolder &folder);

private:
    explicit RunLock(FileHandle file) : m_file(std::move(file)) {}
    FileHandle m_file;
};

} // namespace assay
