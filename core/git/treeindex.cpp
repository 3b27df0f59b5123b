#include "core/git/treeindex.h"

#include "core/git/folder.h"
#include "core/git/libgit2handles.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

/// Looks at the tree's files in an open folder, one after the other; never through a link.
class Looker {
public:
    explicit Looker(int root) : m_root(root) {}

    /// What the index keeps of a file, where it is what the entry says; a submodule's folder tells nothing.
    void look(const TreeEntry &entry, git_index_entry &known)
    {
        const QByteArray &path = entry.path.bytes();
        const qsizetype slash = path.lastIndexOf('/');
        const QByteArray folder = path.left(std::max(qsizetype(0), slash));
        if (folder != m_openPath) {
            m_open = openBelow(m_root, folder);
            m_openPath = folder;
        }
        struct stat facts;
        if (!m_open.isOpen()
            || ::fstatat(m_open.get(), path.mid(slash + 1).constData(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
            return;
        const bool fits = S_ISLNK(facts.st_mode)
            ? entry.mode == 0120000
            : S_ISREG(facts.st_mode) && entry.mode == ((facts.st_mode & 0100) != 0 ? 0100755U : 0100644U);
        if (!fits)
            return;
        known.ctime = {.seconds = int32_t(facts.st_ctim.tv_sec), .nanoseconds = uint32_t(facts.st_ctim.tv_nsec)};
        known.mtime = {.seconds = int32_t(facts.st_mtim.tv_sec), .nanoseconds = uint32_t(facts.st_mtim.tv_nsec)};
        known.dev = uint32_t(facts.st_dev);
        known.ino = uint32_t(facts.st_ino);
        known.uid = facts.st_uid;
        known.gid = facts.st_gid;
        known.file_size = uint32_t(facts.st_size);
    }

private:
    int m_root;
    FileDescriptor m_open;
    QByteArray m_openPath{"/"}; // no path of a tree: nothing is open yet
};

} // namespace

Status writeIndex(const Vault &vault, const ObjectId &tree, const QString &path, int folder)
{
    const auto entries = vault.list(tree);
    if (!entries)
        return failure(entries.error());
    const QByteArray file = QFile::encodeName(path);
    if (::unlink(file.constData()) != 0 && errno != ENOENT)
        return systemFailure(u"the index of before cannot be deleted"_s, path);
    IndexHandle index;
    if (git_index_open(Out(index), file.constData()) < 0)
        return gitFailure(u"the index cannot be made"_s, path);
    Looker looker(folder);
    for (const TreeEntry &entry : *entries) {
        git_index_entry known = {};
        known.mode = entry.mode;
        known.path = entry.path.bytes().constData();
        if (git_oid_fromstrn(&known.id, entry.object.hex().constData(), GIT_OID_SHA1_HEXSIZE) < 0)
            return gitFailure(u"'%1' has no object"_s.arg(entry.path.display()), path);
        if (folder >= 0)
            looker.look(entry, known);
        if (git_index_add(index.get(), &known) < 0)
            return gitFailure(u"'%1' cannot be put into the index"_s.arg(entry.path.display()), path);
    }
    if (git_index_write(index.get()) < 0)
        return gitFailure(u"the index cannot be written"_s, path);
    return {};
}

} // namespace assay
