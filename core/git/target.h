// The owner's repository: looked at, never written.
#pragma once

#include "core/git/gitprogram.h"
#include "core/git/vault.h"

namespace assay {

struct TargetFacts {
    QString path;          ///< canonical
    ObjectId base, baseTree;
    QString baseName;      ///< what the owner called it: "HEAD", "main", "1a2b3c4"
    QString branch;        ///< current branch or empty
    QList<RepoPath> dirty; ///< changed or untracked files of the owner's work tree: left alone, named
    QStringList warnings;  ///< "in the middle of a rebase", …: nothing that stops
};

/// Refuses, with what to do: missing, not a repository, bare (allowed: has no work tree — then dirty is empty),
/// shallow, empty, unreadable, owned by another user, sha256, reftable, partial clone; base that does not exist;
/// submodules or LFS pointers in base (named). Reads only: index, refs, lock files and mtimes stay as they are.
[[nodiscard]] Result<TargetFacts> inspectTarget(const GitProgram &git, const QString &path, const QString &base);

/// Fetches base (and tags that are its ancestors, nothing newer) into a new vault and a new base.git, no remotes,
/// no alternates, no hard links to the target.
[[nodiscard]] Status fetchBase(const GitProgram &git, const TargetFacts &target, const QString &vault,
                               const QString &baseGit, StopToken stop = {});

/// SHA-256 over every file's path, mode, size, mtime and bytes below a folder, .git included: proves "untouched".
[[nodiscard]] Result<Digest> fingerprintFolder(const QString &path);

} // namespace assay
