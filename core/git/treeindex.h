// A tree of the vault as an index file, for the git program to read.
#pragma once

#include "core/git/vault.h"

namespace assay {

/// Writes the index over whatever is at `path`. With an open folder that holds the tree, each entry carries what the
/// system says of its file there, so that git finds all of them unchanged without reading them.
[[nodiscard]] Status writeIndex(const Vault &vault, const ObjectId &tree, const QString &path, int folder = -1);

} // namespace assay
