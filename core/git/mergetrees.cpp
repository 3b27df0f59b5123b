#include "core/git/mergetrees.h"

#include "core/git/libgit2handles.h"

#include <QFile>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

using ConflictIteratorHandle = GitHandle<git_index_conflict_iterator, git_index_conflict_iterator_free>;

Result<QList<RepoPath>> conflictsOf(git_index *index, const QString &repository)
{
    ConflictIteratorHandle iterator;
    if (git_index_conflict_iterator_new(Out(iterator), index) < 0)
        return gitFailure(u"the conflicts of a merge cannot be listed"_s, repository);
    QList<RepoPath> paths;
    const git_index_entry *ancestor = nullptr, *ours = nullptr, *theirs = nullptr;
    int next = 0;
    while ((next = git_index_conflict_next(&ancestor, &ours, &theirs, iterator.get())) == 0) {
        for (const git_index_entry *entry : {ancestor, ours, theirs}) {
            if (entry && !paths.contains(RepoPath(QByteArray(entry->path))))
                paths.append(RepoPath(QByteArray(entry->path)));
        }
    }
    if (next != GIT_ITEROVER)
        return gitFailure(u"the conflicts of a merge cannot be listed"_s, repository);
    std::sort(paths.begin(), paths.end());
    return paths;
}

} // namespace

Result<MergedTrees> mergeTrees(const Vault &vault, const ObjectId &ancestor, const ObjectId &ours,
                               const ObjectId &theirs)
{
    startLibgit2();
    const QString path = vault.path();
    RepositoryHandle repository;
    if (git_repository_open_bare(Out(repository), QFile::encodeName(path).constData()) < 0)
        return gitFailure(u"the vault cannot be opened"_s, path);
    std::array<TreeHandle, 3> trees;
    const std::array<ObjectId, 3> ids{ancestor, ours, theirs};
    for (size_t i = 0; i < ids.size(); ++i) {
        git_oid oid;
        if (git_oid_fromstr(&oid, ids.at(i).hex().constData()) < 0
            || git_tree_lookup(Out(trees.at(i)), repository.get(), &oid) < 0)
            return gitFailure(u"tree %1 cannot be read"_s.arg(ids.at(i).text()), path);
    }
    git_merge_options options = GIT_MERGE_OPTIONS_INIT;
    IndexHandle index;
    if (git_merge_trees(Out(index), repository.get(), trees[0].get(), trees[1].get(), trees[2].get(), &options) < 0)
        return gitFailure(u"trees %1 and %2 cannot be merged"_s.arg(ours.text(), theirs.text()), path);
    if (git_index_has_conflicts(index.get()) != 0) {
        const auto conflicts = conflictsOf(index.get(), path);
        return conflicts ? Result<MergedTrees>(MergedTrees{{}, *conflicts}) : failure(conflicts.error());
    }
    git_oid written;
    if (git_index_write_tree_to(&written, index.get(), repository.get()) < 0)
        return gitFailure(u"a merged tree cannot be written"_s, path);
    return MergedTrees{objectId(&written), {}};
}

} // namespace assay
