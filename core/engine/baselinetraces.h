// What a baseline gate run leaves behind in its checkout: it says nothing of a change, and is in no candidate.
#pragma once

#include "core/git/worktree.h"

namespace assay {

struct BaselineTraces {
    QList<RepoPath> untracked; ///< new files; a folder in which the tree has nothing stands for all below it
    QList<RepoPath> rewritten; ///< files of the tree that were changed, replaced or deleted

    void add(const BaselineTraces &other); ///< each path once
};

/// Compares a checkout after its command with the tree it was made of. `index` is a file that the call may write. What
/// ignore files hide and known caches are not listed: they are in no candidate anyway. Errors: git, disk, stopped.
[[nodiscard]] Result<BaselineTraces> tracesIn(const GitProgram &git, const QString &vault, const QString &index,
                                              const ObjectId &tree, const QString &checkout, const StopToken &stop);

} // namespace assay
