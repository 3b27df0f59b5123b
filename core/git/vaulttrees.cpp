// Trees of the vault: listing, editing, comparing.

#include "core/git/libgit2handles.h"
#include "core/git/vault.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr int kSubmodule = GIT_FILEMODE_COMMIT;

ObjectId blobOf(const git_diff_file &file)
{
    return git_oid_is_zero(&file.id) ? ObjectId() : objectId(&file.id);
}

} // namespace

Result<TreeHandle> Vault::Private::tree(const ObjectId &id) const
{
    const auto treeId = oid(id);
    if (!treeId)
        return failure(treeId.error());
    TreeHandle handle;
    if (git_tree_lookup(Out(handle), repository.get(), &*treeId) < 0)
        return gitFailure(u"tree %1 cannot be read"_s.arg(id.text()), path);
    return handle;
}

Result<ObjectId> Vault::treeOf(const ObjectId &id) const
{
    const auto given = d->oid(id);
    if (!given)
        return failure(given.error());
    ObjectHandle object, tree;
    if (git_object_lookup(Out(object), d->repository.get(), &*given, GIT_OBJECT_ANY) < 0)
        return gitFailure(u"%1 cannot be read"_s.arg(id.text()), d->path);
    if (git_object_peel(Out(tree), object.get(), GIT_OBJECT_TREE) < 0)
        return gitFailure(u"%1 has no tree"_s.arg(id.text()), d->path);
    return objectId(git_object_id(tree.get()));
}

Result<ObjectId> Vault::writeTree(const QString &index)
{
    IndexHandle staged;
    if (git_index_open(Out(staged), QFile::encodeName(index).constData()) < 0)
        return gitFailure(u"the index cannot be read"_s, index);
    git_oid written;
    if (git_index_write_tree_to(&written, staged.get(), d->repository.get()) < 0)
        return gitFailure(u"the staged tree cannot be written"_s, index);
    return objectId(&written);
}

Result<QList<TreeEntry>> Vault::list(const ObjectId &tree) const
{
    const auto handle = d->tree(tree);
    if (!handle)
        return failure(handle.error());
    QList<TreeEntry> entries;
    const auto visit = [](const char *folder, const git_tree_entry *entry, void *payload) {
        if (git_tree_entry_type(entry) != GIT_OBJECT_TREE)
            static_cast<QList<TreeEntry> *>(payload)->append(
                {.path = RepoPath(QByteArray(folder) + git_tree_entry_name(entry)),
                 .mode = git_tree_entry_filemode(entry),
                 .object = objectId(git_tree_entry_id(entry))});
        return 0;
    };
    if (git_tree_walk(handle->get(), GIT_TREEWALK_PRE, visit, &entries) < 0)
        return gitFailure(u"tree %1 cannot be listed"_s.arg(tree.text()), d->path);
    return entries;
}

Result<std::optional<TreeEntry>> Vault::find(const ObjectId &tree, const RepoPath &path) const
{
    const auto handle = d->tree(tree);
    if (!handle)
        return failure(handle.error());
    TreeEntryHandle entry;
    const int status = git_tree_entry_bypath(Out(entry), handle->get(), path.bytes().constData());
    if (status == GIT_ENOTFOUND || (status == 0 && git_tree_entry_type(entry.get()) == GIT_OBJECT_TREE))
        return std::nullopt;
    if (status < 0)
        return gitFailure(u"'%1' cannot be looked up in tree %2"_s.arg(path.display(), tree.text()), d->path);
    return TreeEntry{
        .path = path, .mode = git_tree_entry_filemode(entry.get()), .object = objectId(git_tree_entry_id(entry.get()))};
}

// Through an index in memory: it settles a file that becomes a folder and the reverse, and drops empty folders.
Result<ObjectId> Vault::editTree(const ObjectId &tree, const QList<TreeEdit> &edits)
{
    IndexHandle index;
    if (git_index_new(Out(index)) < 0)
        return gitFailure(u"no index can be made"_s, d->path);
    if (!tree.isNull()) {
        const auto handle = d->tree(tree);
        if (!handle)
            return failure(handle.error());
        if (git_index_read_tree(index.get(), handle->get()) < 0)
            return gitFailure(u"tree %1 cannot be read"_s.arg(tree.text()), d->path);
    }
    for (const TreeEdit &edit : edits) {
        if (!edit.blob.isNull())
            continue;
        const int status = git_index_remove(index.get(), edit.path.bytes().constData(), 0);
        if (status < 0 && status != GIT_ENOTFOUND)
            return gitFailure(u"'%1' cannot be removed from tree %2"_s.arg(edit.path.display(), tree.text()), d->path);
    }
    for (const TreeEdit &edit : edits) {
        if (edit.blob.isNull())
            continue;
        const auto oid = d->oid(edit.blob);
        if (!oid)
            return failure(oid.error());
        if (edit.mode != kSubmodule && !hasObject(edit.blob))
            return failure(
                u"'%1' is to be blob %2, which the vault does not have"_s.arg(edit.path.display(), edit.blob.text()),
                d->path, {}, ErrorKind::Internal);
        git_index_entry entry = {};
        entry.mode = edit.mode;
        entry.id = *oid;
        entry.path = edit.path.bytes().constData();
        // libgit2 looks at every component but lets an absolute path through.
        if (edit.path.bytes().startsWith('/'))
            return failure(u"'%1' cannot be put into a tree: the path is absolute"_s.arg(edit.path.display()), d->path,
                           {}, ErrorKind::Internal);
        if (git_index_add(index.get(), &entry) < 0)
            return gitFailure(u"'%1' cannot be put into a tree"_s.arg(edit.path.display()), d->path);
    }
    git_oid written;
    if (git_index_write_tree_to(&written, index.get(), d->repository.get()) < 0)
        return gitFailure(u"the edited tree cannot be written"_s, d->path);
    return objectId(&written);
}

Result<QList<ChangedFile>> Vault::changes(const ObjectId &fromTree, const ObjectId &toTree) const
{
    TreeHandle from, to;
    for (const auto &[id, handle] : {std::pair(fromTree, &from), std::pair(toTree, &to)}) {
        if (id.isNull())
            continue;
        auto found = d->tree(id);
        if (!found)
            return failure(found.error());
        *handle = std::move(*found);
    }
    git_diff_options options = GIT_DIFF_OPTIONS_INIT;
    options.flags = GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_SKIP_BINARY_CHECK;
    options.ignore_submodules = GIT_SUBMODULE_IGNORE_NONE;
    DiffHandle diff;
    if (git_diff_tree_to_tree(Out(diff), d->repository.get(), from.get(), to.get(), &options) < 0)
        return gitFailure(u"trees %1 and %2 cannot be compared"_s.arg(fromTree.text(), toTree.text()), d->path);
    QList<ChangedFile> changes;
    for (size_t i = 0; i < git_diff_num_deltas(diff.get()); ++i) {
        const git_diff_delta *delta = git_diff_get_delta(diff.get(), i);
        ChangedFile change{.kind = ChangeKind::Modified,
                           .path = RepoPath(QByteArray(delta->new_file.path)),
                           .oldMode = delta->old_file.mode,
                           .newMode = delta->new_file.mode,
                           .oldBlob = blobOf(delta->old_file),
                           .newBlob = blobOf(delta->new_file)};
        switch (delta->status) {
        case GIT_DELTA_ADDED:
            change.kind = ChangeKind::Added;
            break;
        case GIT_DELTA_DELETED:
            change.kind = ChangeKind::Deleted;
            break;
        case GIT_DELTA_TYPECHANGE:
            change.kind = ChangeKind::TypeChanged;
            break;
        default:
            break;
        }
        changes.append(change);
    }
    std::ranges::sort(changes, [](const auto &a, const auto &b) { return a.path < b.path; });
    return changes;
}

} // namespace assay
