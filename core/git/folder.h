// Folders by descriptor. Whatever an agent or a gate left in one (links, modes, depth) is dealt with, and nothing
// outside is touched: no function here follows a symbolic link below the path it is given.
#pragma once

#include "core/domain/error.h"

#include <QByteArrayList>

#include <utility>

namespace assay {

/// Owns a file descriptor. -1 = none.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int fd) : m_fd(fd) {}
    FileDescriptor(FileDescriptor &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    FileDescriptor &operator=(FileDescriptor &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~FileDescriptor();
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }

private:
    int m_fd = -1;
};

/// An error with the system's words for `errno`, taken at once.
[[nodiscard]] std::unexpected<Error> systemFailure(const QString &what, const QString &subject,
                                                   const QString &remedy = {});

/// Opens a folder that is no link; for a child, of `parent`. With `force` its owner gets rwx on it first.
[[nodiscard]] FileDescriptor openFolder(const QByteArray &path);
[[nodiscard]] FileDescriptor openFolderAt(int parent, const QByteArray &name, bool force = false);

/// Names in an open folder but "." and "..", sorted by byte. The descriptor stays open.
[[nodiscard]] Result<QByteArrayList> namesIn(int folder, const QString &subject);

/// Deletes a file, link or folder with all in it, whatever its modes and depth; links are deleted, not followed.
/// Something that is not there is fine. The folder `trash` (on the same file system; by default a sibling,
/// "<path>.discard") holds the parts meanwhile, and one left by a crash goes with it. Fails with the first thing
/// that would not go.
[[nodiscard]] Status discard(const QString &path, const QString &trash = {});

/// Makes a folder and its missing parents. One that is there is fine; a link or a file in its place is an error.
[[nodiscard]] Status makeFolder(const QString &path);

} // namespace assay
