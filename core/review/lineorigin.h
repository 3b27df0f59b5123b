// Why a line is there, or is there no more: which kept iteration did it, for which task and findings, and what defends it.
#pragma once

#include "core/domain/error.h"
#include "core/domain/stoptoken.h"
#include "core/journal/runstate.h"

namespace assay {
class Vault;
}

namespace assay::review {

enum class Side {
    Now, ///< a line of the current checkpoint: who brought it
    Base ///< a line of base: who took it away
};

struct LineOrigin {
    int checkpoint = 0; ///< that did it; 0: none, the line is base's and still there
    int iteration = 0;
    TaskId task;
    QList<FindingId> findings; ///< that the task covers
    QStringList tests; ///< that fail without the fix of one of them
    /// Where it is in the tree of that checkpoint (Now) or of the one before (Base). Where none did it: on the other side.
    RepoPath path;
    int line = 0; ///< from 1
};

/// Follows the line through the checkpoints between base and now, and through renames. `line`: from 1. Reads the vault: for a
/// worker. Errors: no such file or line on that side; a file without lines (binary, submodule).
[[nodiscard]] Result<LineOrigin> originOf(const Vault &vault, const RunState &state, Side side, const RepoPath &path,
                                          int line, const StopToken &stop = {});

} // namespace assay::review
