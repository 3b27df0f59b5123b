// A folder made to hold a tree again: what differs is replaced from a fresh copy, what is extra goes.

#include "core/git/trash.h"
#include "core/git/vaultcall.h"
#include "core/git/worktree.h"

#include <QTemporaryDir>

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

struct stat factsAt(int folder, const QByteArray &name)
{
    struct stat facts = {};
    if (::fstatat(folder, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
        facts.st_mode = 0;
    return facts;
}

bool isOrdinary(mode_t mode)
{
    return S_ISREG(mode) || S_ISDIR(mode) || S_ISLNK(mode);
}

QByteArray linkAt(int folder, const QByteArray &name)
{
    QByteArray target(PATH_MAX, Qt::Uninitialized);
    const auto size = ::readlinkat(folder, name.constData(), target.data(), size_t(target.size()));
    target.truncate(std::max(ssize_t(0), size));
    return target;
}

bool sameFile(int a, int b, const QByteArray &name)
{
    const FileDescriptor left(::openat(a, name.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    const FileDescriptor right(::openat(b, name.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    return left.isOpen() && right.isOpen() && sameContent(left.get(), right.get());
}

class Restoration {
public:
    Restoration(Trash &trash, bool keepExtra) : m_trash(trash), m_keepExtra(keepExtra) {}

    /// Makes `folder` equal to `fresh`, from which parts are moved over.
    Status equalize(int fresh, int folder, const QByteArray &path)
    {
        const auto wanted = namesIn(fresh, display(path));
        const auto found = namesIn(folder, display(path));
        if (!wanted || !found)
            return failure(wanted ? found.error() : wanted.error());
        for (const QByteArray &name : *found) {
            if (std::ranges::binary_search(*wanted, name) || (path.isEmpty() && name == ".git"))
                continue;
            // An ignore file that is not the tree's would hide others from the clearing that follows, which in turn
            // does not see devices and the like.
            if (m_keepExtra && name != ".gitignore" && isOrdinary(factsAt(folder, name).st_mode))
                continue;
            if (const auto gone = m_trash.take(folder, name); !gone)
                return gone;
        }
        for (const QByteArray &name : *wanted) {
            const QByteArray below = path.isEmpty() ? name : path + '/' + name;
            if (const auto done = equalizeEntry(fresh, folder, name, below); !done)
                return done;
        }
        return {};
    }

private:
    static QString display(const QByteArray &path) { return RepoPath(path).display(); }

    Status equalizeEntry(int fresh, int folder, const QByteArray &name, const QByteArray &path)
    {
        const auto wanted = factsAt(fresh, name), found = factsAt(folder, name);
        const bool sameKind = (wanted.st_mode & S_IFMT) == (found.st_mode & S_IFMT);
        if (sameKind && S_ISDIR(wanted.st_mode)) {
            const FileDescriptor from = openFolderAt(fresh, name), to = openFolderAt(folder, name, true);
            if (!from.isOpen() || !to.isOpen())
                return systemFailure(u"the folder cannot be opened"_s, display(path));
            if (const auto done = equalize(from.get(), to.get(), path); !done)
                return done;
            return setMode(folder, name, wanted.st_mode, path);
        }
        if (sameKind && S_ISLNK(wanted.st_mode) && linkAt(fresh, name) == linkAt(folder, name))
            return {};
        // A file with a second name may be somebody else's: it is replaced, never changed in place.
        if (sameKind && S_ISREG(wanted.st_mode) && found.st_nlink == 1 && found.st_uid == wanted.st_uid
            && found.st_size == wanted.st_size && sameFile(fresh, folder, name))
            return setMode(folder, name, wanted.st_mode, path);
        if (const auto gone = m_trash.take(folder, name); !gone)
            return gone;
        if (::renameat(fresh, name.constData(), folder, name.constData()) != 0)
            return systemFailure(u"it cannot be put back"_s, display(path));
        return {};
    }

    static Status setMode(int folder, const QByteArray &name, mode_t mode, const QByteArray &path)
    {
        if (factsAt(folder, name).st_mode != mode
            && ::fchmodat(folder, name.constData(), mode & 07777, AT_SYMLINK_NOFOLLOW) != 0)
            return systemFailure(u"its mode cannot be set"_s, display(path));
        return {};
    }

    Trash &m_trash;
    bool m_keepExtra;
};

/// Takes what is neither in the tree nor ignored by the tree's own ignore files.
Status clearUntracked(const GitProgram &git, const QString &vault, const ObjectId &tree, const QString &folder,
                      int root, Trash &trash, const StopToken &stop)
{
    const QTemporaryDir scratch;
    const QString index = scratch.filePath(u"index"_s);
    if (const auto read = git.run(vaultCall({"read-tree", tree.hex()}, vault, {}, index), stop); !read)
        return failure(read.error());
    const auto listed = git.run(vaultCall({"ls-files", "-z", "--others", "--exclude-standard", "--directory"}, vault, folder,
                                          index), stop);
    if (!listed)
        return failure(listed.error());
    for (QByteArray path : listed->split('\0')) {
        if (path.endsWith('/'))
            path.chop(1);
        if (path.isEmpty())
            continue;
        const qsizetype slash = path.lastIndexOf('/');
        const FileDescriptor parent = openBelow(root, path.left(std::max(qsizetype(0), slash)));
        if (!parent.isOpen())
            continue; // it went with something before it
        if (const auto gone = trash.take(parent.get(), path.mid(slash + 1)); !gone)
            return gone;
    }
    return {};
}

} // namespace

Status restore(const GitProgram &git, const QString &vault, const ObjectId &tree, const QString &folder, bool keepIgnored,
               StopToken stop)
{
    const QByteArray bytes = QFile::encodeName(folder);
    if (!isFolderAt(AT_FDCWD, bytes))
        if (const auto gone = discard(folder); !gone)
            return gone;
    const QString freshPath = folder + u".fresh"_s;
    if (const auto gone = discard(freshPath); !gone)
        return gone;
    if (!isFolderAt(AT_FDCWD, bytes)) {
        if (const auto written = materialize(git, vault, tree, freshPath, stop); !written)
            return written;
        if (::rename(QFile::encodeName(freshPath).constData(), bytes.constData()) != 0)
            return systemFailure(u"it cannot be put in its place"_s, folder);
        return {};
    }
    const FileDescriptor root = openFolderAt(AT_FDCWD, bytes, true);
    if (!root.isOpen())
        return systemFailure(u"it cannot be opened"_s, folder);
    if (const auto written = materialize(git, vault, tree, freshPath, stop); !written)
        return written;
    auto trash = Trash::open(folder + u".discard"_s);
    if (!trash)
        return failure(trash.error());
    const FileDescriptor fresh = openFolder(QFile::encodeName(freshPath));
    if (!fresh.isOpen())
        return systemFailure(u"it cannot be opened"_s, freshPath);
    struct stat wanted;
    if (const auto done = Restoration(*trash, keepIgnored).equalize(fresh.get(), root.get(), {}); !done)
        return done;
    if (::fstat(fresh.get(), &wanted) != 0 || ::fchmod(root.get(), wanted.st_mode & 07777) != 0)
        return systemFailure(u"its mode cannot be set"_s, folder);
    if (keepIgnored)
        if (const auto cleared = clearUntracked(git, vault, tree, folder, root.get(), *trash, stop); !cleared)
            return cleared;
    if (const auto gone = trash->take(AT_FDCWD, QFile::encodeName(freshPath)); !gone)
        return gone;
    return trash->empty();
}

} // namespace assay
