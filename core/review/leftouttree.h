// The tree of a change without what the owner left out of it.
#pragma once

#include "core/domain/stoptoken.h"
#include "core/git/vault.h"
#include "core/journal/reviewmarks.h"
#include "core/review/reviewedchange.h"

namespace assay::review {

/// One place that is not in the tree.
struct LeftOutPlace {
    ReviewPlace place;
    int added = 0, removed = 0; ///< lines of the change that are missing; both 0 where it has no lines
    QString by; ///< who left it out
    qint64 seq = 0; ///< the mark's entry
};

struct LeftOutTree {
    ObjectId tree;
    QList<LeftOutPlace> left;
    QList<ReviewPlace> lapsed; ///< as lapsedMarks() has them
};

/// Marks that leave out what was changed since: what stands there now is in the change, and was never left out. Of a file
/// that the change does not touch any more nothing is left to look at. `files`: all of the change.
[[nodiscard]] QList<ReviewPlace> lapsedMarks(const ReviewMarks &marks, const QList<ReviewedFile> &files);
/// The same, reading those files alone; nothing is read where nothing is left out. For a worker.
[[nodiscard]] Result<QList<ReviewPlace>> lapsedMarks(const Vault &vault, const ObjectId &from, const ObjectId &to,
                                                     const ReviewMarks &marks, const StopToken &stop = {});

/// `to` without what `marks` leave out of the change from `from`, byte by byte: hunks are taken back in their blob, and a
/// file left out as a whole, or all of whose hunks are, is what it was before, mode and name included. Nothing left out
/// gives `to`. Blobs and trees are written into the vault. Fails when a file that is taken back and one that stays cannot
/// both be there (a folder now has the name of a file before), naming them.
[[nodiscard]] Result<LeftOutTree> withoutLeftOut(Vault &vault, const ObjectId &from, const ObjectId &to,
                                                 const ReviewMarks &marks, const StopToken &stop = {});

} // namespace assay::review
