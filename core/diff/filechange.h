// One file of a change: what it was and what it became.
#pragma once

#include "core/domain/ids.h"

namespace assay::diff {

/// As trees name a file. Mode 0: it is not there on this side.
struct FileVersion {
    RepoPath path;
    quint32 mode = 0;   ///< 0100644, 0100755, 0120000 link, 0160000 submodule
    ObjectId blob;      ///< of a submodule: the commit
    [[nodiscard]] bool exists() const { return mode != 0; }
    [[nodiscard]] bool isLink() const { return mode == 0120000; }
    [[nodiscard]] bool isSubmodule() const { return mode == 0160000; }
    friend bool operator==(const FileVersion &, const FileVersion &) = default;
};

enum class FileStatus {
    Added,
    Deleted,
    Modified,    ///< content, mode (executable or not), or both
    TypeChanged, ///< a file became a link, a submodule, or the reverse
    Renamed,     ///< found by the second pass only, as is Copied
    Copied,
};

struct FileChange {
    FileStatus status = FileStatus::Modified;
    FileVersion before, after;
    int similarity = 100; ///< per cent, of a rename or copy
    /// By which the change is named: the new path, or that of a deleted file.
    [[nodiscard]] const RepoPath &path() const { return after.exists() ? after.path : before.path; }
    /// By the name it has, or had: a mark hangs on either.
    [[nodiscard]] bool isNamed(const RepoPath &name) const { return name == path() || name == before.path; }
    [[nodiscard]] bool modeChanged() const { return before.exists() && after.exists() && before.mode != after.mode; }
    friend bool operator==(const FileChange &, const FileChange &) = default;
};

} // namespace assay::diff
