// A change as a review sees it: its files, their hunks, and the places that marks hang on.
#pragma once

#include "core/diff/filediff.h"
#include "core/domain/stoptoken.h"
#include "core/journal/reviewmarks.h"

#include <QJsonArray>

namespace assay::review {

struct ReviewedFile {
    diff::FileDiff diff; ///< exact, with git's context and no limit of size
    QList<HunkId> hunks; ///< one a hunk of the diff; none: the file can only be marked as a whole

    [[nodiscard]] const diff::FileChange &change() const { return diff.change(); }
    [[nodiscard]] ReviewPlace whole() const;
    [[nodiscard]] ReviewPlace place(qsizetype hunk) const;
    /// What there is to review: its hunks, or the whole file where it has none.
    [[nodiscard]] QList<ReviewPlace> places() const;
    /// What the command `mark` takes for the hunk, or for the file (-1): a comment on all of it, else each of its hunks.
    [[nodiscard]] QJsonArray marks(qsizetype hunk, QStringView state, const QString &comment = {}) const;
    /// One mark of the hunk, or of the whole file (-1). A comment gets the line and the changed
    /// lines that it is about with it.
    [[nodiscard]] QJsonObject markData(qsizetype hunk, QStringView state, const QString &comment = {}) const;
};

/// Accepts all of a file, and every mark under its names that leaves something out, also of what was changed since.
[[nodiscard]] QJsonArray acceptMarks(const ReviewedFile &file, const ReviewMarks &marks);

/// The changed files with renames and copies paired as the viewer does, sorted by path: hunks have the same ids wherever
/// a change is looked at. Reads blobs of added and deleted files.
[[nodiscard]] Result<QList<diff::FileChange>> changedFiles(const Vault &vault, const ObjectId &from, const ObjectId &to,
                                                           const StopToken &stop = {});
/// One of them, read. Fails naming the object when one is missing.
[[nodiscard]] Result<ReviewedFile> readFile(const Vault &vault, const diff::FileChange &change);
/// All of them: for a worker.
[[nodiscard]] Result<QList<ReviewedFile>> readChange(const Vault &vault, const ObjectId &from, const ObjectId &to,
                                                     const StopToken &stop = {});

/// The changed lines of a hunk as a patch has them, for people and prompts; cut where they are many or long, and says so.
[[nodiscard]] QString excerptOf(const diff::FileDiff &file, qsizetype hunk);
/// All lines of a hunk with its context, each behind ' ', '-' or '+', for people; control characters of the text are in it.
[[nodiscard]] QStringList hunkLines(const diff::FileDiff &file, qsizetype hunk);

/// Open comments whose place is in the change: those that a candidate which is sent back takes along.
[[nodiscard]] Result<QList<ReviewPlace>> openCommentsIn(const Vault &vault, const ReviewMarks &marks,
                                                        const ObjectId &from, const ObjectId &to,
                                                        const StopToken &stop = {});

} // namespace assay::review
