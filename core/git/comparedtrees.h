// Two revisions of a repository that is there, as trees to be compared.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"

namespace assay {

struct ComparedTrees {
    QString repository; ///< folder that Vault::open() takes
    ObjectId from, to;
};

/// `path`: the repository, bare or not, a linked work tree, or a folder inside one. A revision is whatever git's own
/// syntax names a commit by. Reads only, runs nothing that the repository's configuration names. ErrorKind::Usage where
/// there is no repository or no such commit. Any thread.
[[nodiscard]] Result<ComparedTrees> comparedTrees(const QString &path, const QString &from, const QString &to);

} // namespace assay
