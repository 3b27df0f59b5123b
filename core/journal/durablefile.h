// The few system calls that keep what was written: whole writes, syncs of files and folders, errors with their reason.
#pragma once

#include "core/domain/error.h"

#include <QByteArrayView>

#include <utility>

namespace assay {

/// Owns an open file.
class FileHandle {
public:
    FileHandle() = default;
    explicit FileHandle(int fd) : m_fd(fd) {}
    FileHandle(FileHandle &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    FileHandle &operator=(FileHandle &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~FileHandle();

    /// open(2), close-on-exec, tried again when a signal interrupts it. New files are readable for all, as umask allows.
    [[nodiscard]] static Result<FileHandle> open(const QString &path, int flags);
    [[nodiscard]] int fd() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }

private:
    int m_fd = -1;
};

/// The error for `errno` as it stands: what could not be done, the system's reason, and what to do where it is known
/// (full disk, permission, read-only, too many open files).
[[nodiscard]] Error systemError(const QString &what, const QString &path);

/// Writes every byte at `offset`, or says why not; some bytes may be in the file then.
[[nodiscard]] Status writeFully(int fd, QByteArrayView bytes, qint64 offset, const QString &path);

/// Reads up to `size` bytes at `offset`; fewer only at the file's end.
[[nodiscard]] Result<QByteArray> readFully(int fd, qint64 offset, qint64 size, const QString &path);

/// Makes names made, renamed or removed in the folder last.
[[nodiscard]] Status syncFolder(const QString &folder);

/// Makes the folder where it is missing, with its parents, and syncs what it made.
[[nodiscard]] Status makeDurableFolder(const QString &folder);

/// Writes a file that is there with all its bytes or not at all, also after a power loss: a new file beside it, synced,
/// renamed over `path`, folder synced. Replaces what was there. Safe from several threads and processes.
[[nodiscard]] Status writeDurably(const QString &path, QByteArrayView bytes);

} // namespace assay
