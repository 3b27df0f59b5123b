#include "core/git/folder.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

bool isFolder(int parent, const QByteArray &name)
{
    struct stat facts;
    return ::fstatat(parent, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
}

/// Moves a child to `trash` under a fresh name. A folder that changes its parent must be writable itself.
bool moveToTrash(int parent, const QByteArray &name, int trash, quint64 &number)
{
    if (isFolder(parent, name))
        ::fchmodat(parent, name.constData(), S_IRWXU, AT_SYMLINK_NOFOLLOW);
    return ::renameat(parent, name.constData(), trash, QByteArray::number(number++).constData()) == 0;
}

/// Deletes the folders in `trash` breadth first: each one's folders move up into the trash, so that neither the
/// stack nor the number of open descriptors grows with the depth of what an agent made.
Status emptyTrash(int trash, const QString &subject)
{
    quint64 number = 0;
    for (;;) {
        const auto queue = namesIn(trash, subject);
        if (!queue)
            return failure(queue.error());
        if (queue->isEmpty())
            return {};
        for (const QByteArray &name : *queue)
            number = std::max(number, name.toULongLong() + 1);
        for (const QByteArray &name : *queue) {
            const FileDescriptor folder = openFolderAt(trash, name, true);
            if (folder.isOpen()) {
                const auto children = namesIn(folder.get(), subject);
                if (!children)
                    return failure(children.error());
                for (const QByteArray &child : *children) {
                    const bool gone = isFolder(folder.get(), child)
                        ? moveToTrash(folder.get(), child, trash, number)
                        : ::unlinkat(folder.get(), child.constData(), 0) == 0;
                    if (!gone)
                        return systemFailure(u"'%1' in it cannot be deleted"_s.arg(QString::fromUtf8(child)), subject,
                                             u"Delete it by hand; another user or an immutable flag may own it."_s);
                }
                if (::unlinkat(trash, name.constData(), AT_REMOVEDIR) == 0)
                    continue;
            } else if (::unlinkat(trash, name.constData(), 0) == 0) {
                continue;
            }
            return systemFailure(u"a folder in it cannot be deleted"_s, subject, u"Delete it by hand."_s);
        }
    }
}

} // namespace

FileDescriptor::~FileDescriptor()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

std::unexpected<Error> systemFailure(const QString &what, const QString &subject, const QString &remedy)
{
    const int number = errno;
    return failure(what + u": "_s + QString::fromStdString(std::generic_category().message(number)), subject, remedy);
}

FileDescriptor openFolder(const QByteArray &path)
{
    return FileDescriptor(::open(path.constData(), kFolderFlags));
}

FileDescriptor openFolderAt(int parent, const QByteArray &name, bool force)
{
    if (force) {
        struct stat facts;
        if (::fstatat(parent, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode)
            && (facts.st_mode & S_IRWXU) != S_IRWXU)
            ::fchmodat(parent, name.constData(), (facts.st_mode & 07777) | S_IRWXU, AT_SYMLINK_NOFOLLOW);
    }
    return FileDescriptor(::openat(parent, name.constData(), kFolderFlags));
}

Result<QByteArrayList> namesIn(int folder, const QString &subject)
{
    // fdopendir takes over what it is given, and shares the position: read through a descriptor of its own.
    const int copy = ::openat(folder, ".", kFolderFlags);
    DIR *stream = copy < 0 ? nullptr : ::fdopendir(copy);
    if (!stream) {
        const auto error = systemFailure(u"a folder cannot be listed"_s, subject);
        if (copy >= 0)
            ::close(copy);
        return error;
    }
    QByteArrayList names;
    errno = 0;
    while (const dirent *entry = ::readdir(stream)) { // NOLINT(concurrency-mt-unsafe): the stream is this call's own
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
            names.append(QByteArray(entry->d_name));
    }
    const int number = errno;
    ::closedir(stream);
    if (number != 0) {
        errno = number;
        return systemFailure(u"a folder cannot be listed"_s, subject);
    }
    std::ranges::sort(names, [](const QByteArray &a, const QByteArray &b) { return a < b; });
    return names;
}

Status discard(const QString &path, const QString &trashFolder)
{
    const QByteArray bytes = QFile::encodeName(path);
    const QByteArray trashPath = trashFolder.isEmpty() ? bytes + ".discard" : QFile::encodeName(trashFolder);
    const bool folder = isFolder(AT_FDCWD, bytes);
    if (!folder && ::unlink(bytes.constData()) != 0 && errno != ENOENT)
        return systemFailure(u"it cannot be deleted"_s, path);
    if (!folder && !isFolder(AT_FDCWD, trashPath))
        return {};
    if (::mkdir(trashPath.constData(), S_IRWXU) != 0 && errno != EEXIST)
        return systemFailure(u"it cannot be deleted, no folder can be made beside it"_s, path);
    const FileDescriptor trash = openFolder(trashPath);
    if (!trash.isOpen())
        return systemFailure(u"it cannot be opened"_s, QString::fromUtf8(trashPath));
    if (const auto emptied = emptyTrash(trash.get(), path); !emptied)
        return emptied;
    quint64 number = 0;
    if (folder && !moveToTrash(AT_FDCWD, bytes, trash.get(), number))
        return systemFailure(u"it cannot be moved away to be deleted"_s, path);
    if (const auto emptied = emptyTrash(trash.get(), path); !emptied)
        return emptied;
    if (::rmdir(trashPath.constData()) != 0)
        return systemFailure(u"it cannot be deleted"_s, QString::fromUtf8(trashPath));
    return {};
}

Status makeFolder(const QString &path)
{
    const QByteArray bytes = QFile::encodeName(path);
    for (qsizetype slash = bytes.indexOf('/', 1); slash >= 0; slash = bytes.indexOf('/', slash + 1))
        if (::mkdir(bytes.left(slash).constData(), 0777) != 0 && errno != EEXIST)
            return systemFailure(u"the folder cannot be made"_s, QString::fromUtf8(bytes.left(slash)));
    if (::mkdir(bytes.constData(), 0777) == 0)
        return {};
    if (errno == EEXIST && isFolder(AT_FDCWD, bytes))
        return {};
    return systemFailure(u"the folder cannot be made"_s, path, u"Something that is no folder may be in its place."_s);
}

} // namespace assay
