// A folder made to hold a tree again: what may differ is written beside it and takes its place, what is extra goes.

#include "core/git/laidstamps.h"
#include "core/git/trash.h"
#include "core/git/treeindex.h"
#include "core/git/vaultcall.h"
#include "core/git/worktree.h"

#include <QMap>
#include <QSet>
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

/// The wanted folder: every folder of the tree with the names in it, and which of those are folders.
using FolderMap = QHash<QByteArray, QMap<QByteArray, bool>>;

FolderMap foldersOf(const QList<TreeEntry> &entries)
{
    FolderMap folders;
    folders[QByteArray()];
    for (const TreeEntry &entry : entries) {
        bool isFolder = false;
        for (QByteArray path = entry.path.bytes(); !path.isEmpty(); isFolder = true) {
            const qsizetype slash = path.lastIndexOf('/');
            const QByteArray parent = path.left(std::max(qsizetype(0), slash));
            auto &names = folders[parent];
            const QByteArray name = path.mid(slash + 1);
            if (names.contains(name))
                break;
            names.insert(name, isFolder);
            path = parent;
        }
    }
    return folders;
}

class Restoration {
public:
    /// `fresh` holds the files of `needed`, to be moved from there; the others are as they were laid.
    Restoration(const FolderMap &folders, const QSet<QByteArray> &needed, int fresh, mode_t folderMode, Trash &trash,
                bool keepExtra)
        : m_folders(folders),
          m_needed(needed),
          m_fresh(fresh),
          m_folderMode(folderMode),
          m_trash(trash),
          m_keepExtra(keepExtra)
    {}

    Status equalize(int folder, const QByteArray &path)
    {
        const auto found = namesIn(folder, display(path));
        if (!found)
            return failure(found.error());
        const auto &wanted = *m_folders.constFind(path);
        for (const QByteArray &name : *found) {
            if (wanted.contains(name) || (path.isEmpty() && name == ".git"))
                continue;
            // An ignore file that is not the tree's would hide others from the clearing that follows, which in turn
            // does not see devices and the like.
            if (m_keepExtra && name != ".gitignore" && isOrdinary(factsAt(folder, name).st_mode))
                continue;
            if (const auto gone = m_trash.take(folder, name); !gone)
                return gone;
        }
        const FileDescriptor fresh = openBelow(m_fresh, path); // not there when nothing in it is needed
        for (const auto &[name, isFolder] : wanted.asKeyValueRange()) {
            const QByteArray below = path.isEmpty() ? name : path + '/' + name;
            Status done;
            if (isFolder)
                done = equalizeFolder(folder, name, below);
            else if (m_needed.contains(below))
                done = equalizeFile(fresh.get(), folder, name, below);
            if (!done)
                return done;
        }
        return {};
    }

private:
    static QString display(const QByteArray &path) { return RepoPath(path).display(); }

    Status equalizeFolder(int folder, const QByteArray &name, const QByteArray &path)
    {
        if (!isFolderAt(folder, name)) {
            if (const auto gone = m_trash.take(folder, name); !gone)
                return gone;
            if (::mkdirat(folder, name.constData(), 0777) != 0)
                return systemFailure(u"the folder cannot be made"_s, display(path));
        }
        const FileDescriptor child = openFolderAt(folder, name, true);
        if (!child.isOpen())
            return systemFailure(u"the folder cannot be opened"_s, display(path));
        if (const auto done = equalize(child.get(), path); !done)
            return done;
        return setMode(folder, name, S_IFDIR | m_folderMode, path);
    }

    Status equalizeFile(int fresh, int folder, const QByteArray &name, const QByteArray &path)
    {
        const auto wanted = factsAt(fresh, name), found = factsAt(folder, name);
        const bool sameKind = (wanted.st_mode & S_IFMT) == (found.st_mode & S_IFMT);
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

    const FolderMap &m_folders;
    const QSet<QByteArray> &m_needed;
    int m_fresh;
    mode_t m_folderMode;
    Trash &m_trash;
    bool m_keepExtra;
};

/// The files that have to be written to be compared: all but those that are as they were laid, from the same blob.
Result<QByteArrayList> findNeeded(const Vault &vault, const ObjectId &tree, const QByteArrayList &paths, int root,
                                  const QString &stampsPath)
{
    const auto stamps = LaidStamps::load(stampsPath);
    if (!stamps || !vault.hasObject(stamps->tree))
        return paths;
    const auto changes = vault.changes(stamps->tree, tree);
    if (!changes)
        return failure(changes.error());
    QSet<QByteArray> changed;
    for (const ChangedFile &change : *changes) {
        const QByteArray &path = change.path.bytes();
        if (path == ".gitattributes" || path.endsWith("/.gitattributes"))
            return paths; // they decide how others are written
        changed.insert(path);
    }
    const auto now = LaidStamps::take(root, tree, paths);
    QByteArrayList needed;
    for (const QByteArray &path : paths)
        if (changed.contains(path) || !now.files.contains(path) || now.files.value(path) != stamps->files.value(path))
            needed.append(path);
    return needed;
}

class TreeIndex {
public:
    TreeIndex(const GitProgram &git, const Vault &vault, const ObjectId &tree, const StopToken &stop)
        : m_git(git),
          m_vault(vault),
          m_tree(tree),
          m_stop(stop)
    {}

    Result<QByteArray> run(const QByteArrayList &arguments, const QString &folder, const QByteArray &input = {})
    {
        if (!m_written) {
            if (const auto written = writeIndex(m_vault, m_tree, index()); !written)
                return failure(written.error());
            m_written = true;
        }
        auto call = vaultCall(arguments, m_vault.path(), folder, index());
        call.standardInput = input;
        return m_git.run(call, m_stop);
    }

private:
    [[nodiscard]] QString index() const { return m_scratch.filePath(u"index"_s); }

    const GitProgram &m_git;
    const Vault &m_vault;
    ObjectId m_tree;
    StopToken m_stop;
    QTemporaryDir m_scratch;
    bool m_written = false;
};

/// Takes what is neither in the tree nor ignored by the tree's own ignore files.
Status clearUntracked(TreeIndex &index, const QString &folder, int root, Trash &trash)
{
    const auto listed = index.run({"ls-files", "-z", "--others", "--exclude-standard", "--directory"}, folder);
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

/// The folder itself, open and no link, whatever was in its place.
Result<FileDescriptor> openOrMake(const QString &folder)
{
    const QByteArray bytes = QFile::encodeName(folder);
    if (!isFolderAt(AT_FDCWD, bytes)) {
        if (const auto gone = discard(folder); !gone)
            return failure(gone.error());
        if (const auto made = makeFolder(folder); !made)
            return failure(made.error());
    }
    FileDescriptor root = openFolderAt(AT_FDCWD, bytes, true);
    if (!root.isOpen())
        return systemFailure(u"it cannot be opened"_s, folder);
    return root;
}

} // namespace

// Beside the folder, for a while: "<folder>.fresh" with the files to compare, "<folder>.discard" with what goes; and
// to stay: "<folder>.laid", with which the next call knows untouched files.
Status restore(const GitProgram &git, const QString &vault, const ObjectId &tree, const QString &folder,
               bool keepIgnored, const StopToken &stop)
{
    const QString freshPath = folder + u".fresh"_s, stampsPath = folder + u".laid"_s;
    const auto root = openOrMake(folder);
    if (!root)
        return failure(root.error());
    auto trash = Trash::open(folder + u".discard"_s);
    if (!trash)
        return failure(trash.error());
    if (const auto gone = trash->take(AT_FDCWD, QFile::encodeName(freshPath)); !gone)
        return gone;
    if (const auto made = makeFolder(freshPath); !made)
        return made;
    const FileDescriptor fresh = openFolder(QFile::encodeName(freshPath));
    struct stat freshFacts;
    if (!fresh.isOpen() || ::fstat(fresh.get(), &freshFacts) != 0)
        return systemFailure(u"it cannot be opened"_s, freshPath);

    const auto opened = Vault::open(vault);
    if (!opened)
        return failure(opened.error());
    const auto entries = opened->list(tree);
    if (!entries)
        return failure(entries.error());
    QByteArrayList paths;
    for (const TreeEntry &entry : *entries)
        paths.append(entry.path.bytes());
    const auto needed = findNeeded(*opened, tree, paths, root->get(), stampsPath);
    if (!needed)
        return failure(needed.error());
    TreeIndex index(git, *opened, tree, stop);
    if (!needed->isEmpty())
        if (const auto written
            = index.run({"checkout-index", "-f", "-q", "-z", "--stdin"}, freshPath, needed->join('\0') + '\0');
            !written)
            return failure(written.error());
    const FolderMap folders = foldersOf(*entries);
    const QSet<QByteArray> neededSet(needed->cbegin(), needed->cend());
    Restoration restoration(folders, neededSet, fresh.get(), freshFacts.st_mode & 07777, *trash, keepIgnored);
    if (const auto done = restoration.equalize(root->get(), {}); !done)
        return done;
    if (::fchmod(root->get(), freshFacts.st_mode & 07777) != 0)
        return systemFailure(u"its mode cannot be set"_s, folder);
    if (keepIgnored)
        if (const auto cleared = clearUntracked(index, folder, root->get(), *trash); !cleared)
            return cleared;
    if (const auto gone = trash->take(AT_FDCWD, QFile::encodeName(freshPath)); !gone)
        return gone;
    if (const auto emptied = trash->empty(); !emptied)
        return emptied;
    if (stop.stopRequested())
        return failure(u"stopped while the folder was restored"_s, folder, {}, ErrorKind::Stopped);
    return LaidStamps::take(root->get(), tree, paths).save(stampsPath);
}

} // namespace assay
