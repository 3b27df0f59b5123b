// What one commit changed, brought onto another tree: git's three-way merge, without a work tree.
#pragma once

#include "core/git/vault.h"

namespace assay {

struct MergedTrees {
    ObjectId tree; ///< null where they conflict
    QList<RepoPath> conflicts; ///< sorted
};

/// The change from `ancestor` to `theirs`, made on `ours`. Opens the repository anew, so any thread may call it; blobs and
/// tree are written into the vault.
[[nodiscard]] Result<MergedTrees> mergeTrees(const Vault &vault, const ObjectId &ancestor, const ObjectId &ours,
                                             const ObjectId &theirs);

} // namespace assay
