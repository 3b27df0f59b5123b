// The owner's repository: looked at, never written.
#pragma once

#include "core/git/gitprogram.h"
#include "core/git/vault.h"

namespace assay {

struct TargetFacts {
    QString path;          ///< canonical, of the work tree's top; or the address as given
    ObjectId base, baseTree;
    QString baseName;      ///< what the owner called it: "HEAD", "main", "1a2b3c4"
    QString branch;        ///< current branch or empty
    QList<RepoPath> dirty; ///< changed or untracked files of the owner's work tree: left alone, named
    QStringList warnings;  ///< "in the middle of a rebase", …: nothing that stops
};

/// `path` is a folder, a file:// address, or another address ("https://…", "host:path"), whose base is then looked at
/// in a scratch folder, one commit deep. `base`: branch, tag, hash or expression; empty = HEAD.
/// Refuses (ErrorKind::Usage), with what to do: missing, not a repository, shallow, empty, unreadable, owned by
/// another user (unless the caller's own safe.directory names it), sha256, partial clone, a format that this git does
/// not know (reftable before 2.45); base that does not exist; submodules or LFS pointers in base (named); an address
/// with a password. A bare repository has no work tree: then dirty is empty.
/// Reads only: index, refs, lock files and mtimes stay as they are, and no filter, hook or monitor that the target's
/// configuration names is run.
[[nodiscard]] Result<TargetFacts> inspectTarget(const GitProgram &git, const QString &path, const QString &base);

/// Fetches base (and tags that are its ancestors, nothing newer) into a new vault and a new base.git, no remotes,
/// no alternates, no hard links to the target. Sets refs/assay/base. All or nothing: a vault that exists is complete,
/// and when it is of this base already that is success.
[[nodiscard]] Status fetchBase(const GitProgram &git, const TargetFacts &target, const QString &vault,
                               const QString &baseGit, const StopToken &stop = {});

/// SHA-256 over every file's path, mode, size, mtime and bytes in a folder, .git included, and the mode and mtime of
/// every folder: proves "untouched".
[[nodiscard]] Result<Digest> fingerprintFolder(const QString &path);

} // namespace assay
