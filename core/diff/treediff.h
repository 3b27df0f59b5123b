// Which files differ between two trees of a vault.
#pragma once

#include "core/diff/filechange.h"
#include "core/domain/error.h"
#include "core/domain/stoptoken.h"

#include <QList>

namespace assay {
class Vault;
}

namespace assay::diff {

/// Sorted by path. A null tree is the empty one. Trees are read, no blob is: thousands of files in milliseconds, so
/// that there is something to paint. The vault belongs to the calling thread; fails naming the tree that is missing.
[[nodiscard]] Result<QList<FileChange>> changedFiles(const Vault &vault, const ObjectId &from, const ObjectId &to);

} // namespace assay::diff
