// Trees of the vault as folders on disk, and folders as trees: with the git program, never following links.
#pragma once

#include "core/git/gitprogram.h"
#include "core/git/vault.h"

namespace assay {

/// Writes a tree of the vault into an empty or missing folder (modes, links, attributes' end-of-line rules). No filter
/// that attributes name is run. For a folder that is laid again and again restore() is quicker.
[[nodiscard]] Status materialize(const GitProgram &git, const QString &vault, const ObjectId &tree,
                                 const QString &folder, const StopToken &stop = {});

/// Makes the folder hold exactly the tree again, to the byte and the mode, whatever happened in it (untracked and
/// ignored files go, but with `keepIgnored` what the tree's own ignore files hide stays); .git at its top is not
/// touched. Nothing outside is touched through a link of any kind, and files that did not change keep their times.
/// A missing folder, or a link or file in its place, becomes the folder. Beside it stays "<folder>.laid", with which
/// the next call knows untouched files without reading them; deleting it costs time only.
[[nodiscard]] Status restore(const GitProgram &git, const QString &vault, const ObjectId &tree, const QString &folder,
                             bool keepIgnored, const StopToken &stop = {});

/// Lays a fresh minimal .git at the folder's top, whatever was there: objects of base.git as alternate (path as seen
/// by whoever will use it), tags of base, branch "work" at base itself or, when the tree of `commit` (a commit or a
/// tree of the vault) is another, at one commit of it on base: what lies between is not there. An index in which every
/// file is known and unchanged, so that the folder must hold that tree (materialize() or restore() it first); an
/// identity; no remotes, no hooks. No process is started.
[[nodiscard]] Status layGit(const QString &vault, const ObjectId &commit, const QString &baseGit,
                            const QByteArray &baseGitAsSeen, const QString &folder);

struct CollectedTree {
    ObjectId tree;             ///< without what is refused by name; line-end churn is in it
    QList<RepoPath> ignored;   ///< new files and whole folders that .gitignore hides: listed back, not taken
    QList<RepoPath> leftOut;   ///< by request, and known caches that the tree does not track (see isKnownCache)
    QStringList refused; ///< nested repositories, devices, sockets, set-uid bits, links leading out: with path and mend
    QStringList endOfLineChurn; ///< files whose only change is line ends: refused with the mend
};

/// Reads the folder as a tree into the vault, with the vault's own index file `index` (kept between calls so that
/// unchanged files are not read again; a lock or damage that a crash left is mended). `against` is a tree, null for
/// none; `leaveOut` paths (files, or folders with all below) keep the state they have in it. Files whose bytes are
/// what `against` gives when it is written are no change. Neither the folder's .git nor anything that it, or the
/// tree's attributes, name is read or run. An error when the folder is no folder any more.
[[nodiscard]] Result<CollectedTree> collect(const GitProgram &git, const QString &vault, const QString &index,
                                            const ObjectId &against, const QString &folder,
                                            const QList<RepoPath> &leaveOut, const StopToken &stop = {});

/// `git diff --binary --full-index --no-renames --no-ext-diff --no-textconv` between two trees; null = the empty one.
[[nodiscard]] Result<QByteArray> patchBetween(const GitProgram &git, const QString &vault, const ObjectId &from,
                                              const ObjectId &to, const StopToken &stop = {});

} // namespace assay
