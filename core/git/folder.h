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

/// True for a folder that is no link.
[[nodiscard]] bool isFolderAt(int parent, const QByteArray &name);

/// Names in an open folder but "." and "..", sorted by byte. The descriptor stays open.
[[nodiscard]] Result<QByteArrayList> namesIn(int folder, const QString &subject);

/// Opens the folder at a relative path below `root`, one component at a time and never through a link.
/// An empty path is `root` itself.
[[nodiscard]] FileDescriptor openBelow(int root, const QByteArray &path);

/// True when two open files hold the same bytes. Reads from the start of both; an unreadable one is not the same.
[[nodiscard]] bool sameContent(int a, int b);

/// Makes a folder and its missing parents. One that is there is fine; a link or a file in its place is an error.
[[nodiscard]] Status makeFolder(const QString &path);

} // namespace assay
