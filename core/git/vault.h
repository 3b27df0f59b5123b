// The run's own repository, read and written through libgit2.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"

#include <QDateTime>

#include <memory>
#include <optional>

namespace assay {

struct TreeEntry {
    RepoPath path;
    quint32 mode = 0;   ///< 0100644, 0100755, 0120000 link, 0160000 submodule
    ObjectId object;
};

enum class ChangeKind { Added, Deleted, Modified, TypeChanged };

struct ChangedFile {
    ChangeKind kind = ChangeKind::Modified;
    RepoPath path;
    quint32 oldMode = 0, newMode = 0;
    ObjectId oldBlob, newBlob;
};

/// One edit of a tree: put a blob, or remove (null object).
struct TreeEdit {
    RepoPath path;
    quint32 mode = 0100644;
    ObjectId blob;
};

struct CommitFacts {
    ObjectId id, tree;
    QList<ObjectId> parents;
    QByteArray message;
    QDateTime committed;
};

/// A libgit2 handle. Belongs to one thread; a thread opens its own. Every fallible call returns libgit2's text.
class Vault {
public:
    [[nodiscard]] static Result<Vault> create(const QString &path); ///< bare, sha1
    [[nodiscard]] static Result<Vault> open(const QString &path);
    Vault(Vault &&) noexcept;
    Vault &operator=(Vault &&) noexcept;
    ~Vault();

    [[nodiscard]] const QString &path() const;
    [[nodiscard]] Result<CommitFacts> commit(const ObjectId &id) const;
    [[nodiscard]] bool hasObject(const ObjectId &id) const;
    /// Full or abbreviated hash, one of our names ("base" is refs/assay/base), or another reference, to a commit.
    [[nodiscard]] Result<ObjectId> resolveCommit(const QString &revision) const;
    [[nodiscard]] Result<ObjectId> treeOf(const ObjectId &id) const; ///< of a commit; a tree is its own
    [[nodiscard]] Result<QList<TreeEntry>> list(const ObjectId &tree) const; ///< all files, recursively
    /// None for a folder too.
    [[nodiscard]] Result<std::optional<TreeEntry>> find(const ObjectId &tree, const RepoPath &path) const;
    [[nodiscard]] Result<QByteArray> blob(const ObjectId &blob) const;
    [[nodiscard]] Result<qint64> blobSize(const ObjectId &blob) const; ///< bytes; the blob is not read
    [[nodiscard]] Result<ObjectId> writeBlob(QByteArrayView bytes);
    /// The tree that the index file at a path has staged; no work tree is looked at.
    [[nodiscard]] Result<ObjectId> writeTree(const QString &index);
    /// A new tree from an old one (null = the empty tree) and edits.
    [[nodiscard]] Result<ObjectId> editTree(const ObjectId &tree, const QList<TreeEdit> &edits);
    /// Differences without rename detection, sorted by path.
    [[nodiscard]] Result<QList<ChangedFile>> changes(const ObjectId &fromTree, const ObjectId &toTree) const;
    /// Commits with the engine's identity and the given time; no hook runs.
    [[nodiscard]] Result<ObjectId> commitTree(const ObjectId &tree, const QList<ObjectId> &parents,
                                              const QByteArray &message, const QDateTime &when);
    /// Writes a pack of everything that `commit` needs and the history of `base` does not have into a folder.
    [[nodiscard]] Status packSince(const ObjectId &base, const ObjectId &commit, const QString &folder) const;
    /// Sets refs/assay/<name>; `expected` null = must not exist unless it already equals `target` (idempotent).
    [[nodiscard]] Status setRef(const QString &name, const ObjectId &target, const ObjectId &expected = {});
    /// Names here are without "refs/assay/", given and returned.
    [[nodiscard]] Result<std::optional<ObjectId>> ref(const QString &name) const;
    [[nodiscard]] Result<QList<std::pair<QString, ObjectId>>> refs(const QString &prefix) const;

private:
    struct Private;
    explicit Vault(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace assay
