#include "core/git/trash.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

const QString kMend = u"Delete it by hand; another user or an immutable flag may own it."_s;

} // namespace

Result<Trash> Trash::open(const QString &path)
{
    Trash trash(path);
    const QByteArray bytes = QFile::encodeName(path);
    if (::mkdir(bytes.constData(), S_IRWXU) != 0 && errno != EEXIST)
        return systemFailure(u"the folder cannot be made"_s, path);
    trash.m_folder = openFolder(bytes);
    if (!trash.m_folder.isOpen())
        return systemFailure(u"it cannot be opened as a folder"_s, path);
    if (const auto emptied = trash.deleteAll(); !emptied)
        return failure(emptied.error());
    return trash;
}

// A folder that changes its parent must itself be writable.
bool Trash::moveIn(int parent, const QByteArray &name)
{
    if (isFolderAt(parent, name))
        ::fchmodat(parent, name.constData(), S_IRWXU, AT_SYMLINK_NOFOLLOW);
    return ::renameat(parent, name.constData(), m_folder.get(), QByteArray::number(m_number++).constData()) == 0;
}

Status Trash::take(int parent, const QByteArray &name)
{
    const bool gone = isFolderAt(parent, name) ? moveIn(parent, name)
                                               : ::unlinkat(parent, name.constData(), 0) == 0 || errno == ENOENT;
    if (!gone)
        return systemFailure(u"it cannot be deleted"_s, QString::fromUtf8(name), kMend);
    return {};
}

// Breadth first: the folders in a folder move up beside it.
Status Trash::deleteAll()
{
    for (;;) {
        const auto queue = namesIn(m_folder.get(), m_path);
        if (!queue)
            return failure(queue.error());
        if (queue->isEmpty())
            return {};
        for (const QByteArray &name : *queue)
            m_number = std::max(m_number, name.toULongLong() + 1);
        for (const QByteArray &name : *queue) {
            const FileDescriptor folder = openFolderAt(m_folder.get(), name, true);
            if (folder.isOpen()) {
                const auto children = namesIn(folder.get(), m_path);
                if (!children)
                    return failure(children.error());
                for (const QByteArray &child : *children)
                    if (const auto gone = take(folder.get(), child); !gone)
                        return gone;
            }
            if (::unlinkat(m_folder.get(), name.constData(), folder.isOpen() ? AT_REMOVEDIR : 0) != 0)
                return systemFailure(u"it cannot be deleted"_s, m_path + u'/' + QString::fromUtf8(name), kMend);
        }
    }
}

Status Trash::empty()
{
    if (const auto emptied = deleteAll(); !emptied)
        return emptied;
    if (::rmdir(QFile::encodeName(m_path).constData()) != 0)
        return systemFailure(u"it cannot be deleted"_s, m_path);
    return {};
}

Status discard(const QString &path, const QString &trashPath)
{
    const QByteArray bytes = QFile::encodeName(path);
    const QString place = trashPath.isEmpty() ? path + u".discard"_s : trashPath;
    if (!isFolderAt(AT_FDCWD, bytes)) {
        if (::unlink(bytes.constData()) != 0 && errno != ENOENT)
            return systemFailure(u"it cannot be deleted"_s, path, kMend);
        if (!isFolderAt(AT_FDCWD, QFile::encodeName(place)))
            return {};
    }
    auto trash = Trash::open(place);
    if (!trash)
        return failure(trash.error());
    if (const auto taken = trash->take(AT_FDCWD, bytes); !taken)
        return taken;
    return trash->empty();
}

} // namespace assay
