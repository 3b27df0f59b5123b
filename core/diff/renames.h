// The second pass over a list of changed files: which of the new ones were others.
#pragma once

#include "core/diff/treediff.h"

namespace assay::diff {

struct RenameOptions {
    int similarity = 50; ///< per cent that a renamed file keeps at least; 100: only whole files
    bool copies = false; ///< also of files that the change modifies (git's -C)
    qint64 pairLimit = 1'000'000; ///< of new and old files left after equal ones and equal names are matched, as in git
    qint64 fileLimit = 50'000'000; ///< bytes; larger files are renamed only unchanged
};

struct RenamedFiles {
    QList<FileChange> files; ///< all of them, sorted by path; what was renamed is no longer deleted and added
    bool complete = true; ///< false: more than the limits allow; equal files and equal names are matched all the same
};

/// Finds what `git diff -M` finds, by the same rules: equal blobs first, then files whose name is unique among the
/// deleted and the added ones and that are three quarters the same, then the most similar pairs. Links and submodules
/// move only unchanged. Reads the blobs of added and deleted files, so it takes seconds where there are thousands: for
/// a worker with a vault of its own, after the list of changedFiles() is shown. Fails when a blob is missing, and with
/// ErrorKind::Stopped.
[[nodiscard]] Result<RenamedFiles> withRenames(const Vault &vault, const QList<FileChange> &files,
                                               const RenameOptions &options = {}, const StopToken &stop = {});

} // namespace assay::diff
