// Trees of the vault as folders on disk, and folders as trees: with the git program, never following links.
#pragma once

#include "core/git/gitprogram.h"
#include "core/git/vault.h"

namespace assay {

/// Writes a tree of the vault into an empty or missing folder (modes, links, attributes' end-of-line rules).
[[nodiscard]] Status materialize(const GitProgram &git, const QString &vault, const ObjectId &tree,
                                 const QString &folder, StopToken stop = {});

/// Makes the folder hold exactly the tree again, to the byte and the mode, whatever happened in it (untracked and
/// ignored files go, but with `keepIgnored` what the tree's own ignore files hide stays); .git at its top is not
/// touched. Nothing outside is touched through a link of any kind, and files that did not change keep their times.
/// A missing folder, or a link or file in its place, becomes the folder. Beside it stays "<folder>.laid", with which
/// the next call knows untouched files without reading them; deleting it costs time only.
[[nodiscard]] Status restore(const GitProgram &git, const QString &vault, const ObjectId &tree,
                             const QString &folder, bool keepIgnored, StopToken stop = {});

/// Lays a fresh minimal .git at the folder's top: objects of base.git as alternate (path as seen by whoever will
/// use it), tags of base, one commit holding `tree` on top of `base` (or base itself when equal), a clean index.
[[nodiscard]] Status layGit(const GitProgram &git, const QString &vault, const ObjectId &commit,
                            const QString &baseGit, const QByteArray &baseGitAsSeen, const QString &folder,
                            StopToken stop = {});

struct CollectedTree {
    ObjectId tree;
    QList<RepoPath> ignored;   ///< new files that .gitignore hides: listed back, not taken
    QList<RepoPath> leftOut;   ///< by request
    QStringList refused;       ///< nested repositories, devices, sockets, set-uid bits, links leading out: with path and mend
    QStringList endOfLineChurn; ///< files whose only change is line ends: refused with the mend
};

/// Reads the folder as a tree into the vault, with the vault's own index file `index` (kept between calls so that
/// unchanged files are not read again). `leaveOut` paths keep the state they have in `against`.
[[nodiscard]] Result<CollectedTree> collect(const GitProgram &git, const QString &vault, const QString &index,
                                            const ObjectId &against, const QString &folder,
                                            const QList<RepoPath> &leaveOut, StopToken stop = {});

/// `git diff --binary --full-index --no-renames --no-ext-diff --no-textconv` between two trees.
[[nodiscard]] Result<QByteArray> patchBetween(const GitProgram &git, const QString &vault, const ObjectId &from,
                                              const ObjectId &to, StopToken stop = {});

} // namespace assay
