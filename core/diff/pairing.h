// Which removed and added lines of one change belong together.
#pragma once

#include "core/diff/filediff.h"

namespace assay::diff {

/// A change cut into blocks, in order and without rest: line k of a block's old lines stands beside line k of its new
/// ones, as far as both go. Lines that are alike are put beside each other where the change has at most 1,024 pairs of
/// them (32 lines a side, say); a larger one is a single block.
[[nodiscard]] QList<LineChange> pairedBlocks(const BlobLines &before, const BlobLines &after, const LineChange &change);

} // namespace assay::diff
