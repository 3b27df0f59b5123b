// What the owner marked in the change, hunk by hunk: read, left out, commented.
#pragma once

#include "core/domain/ids.h"

#include <QJsonObject>
#include <QMap>

#include <optional>

namespace assay {

/// What a mark hangs on. A hunk is known by its content, so that its mark follows it when only other places of the file
/// change. A file that has no hunks (binary, mode, rename, empty), or is meant as a whole, is known by its two blobs.
struct ReviewPlace {
    RepoPath path;
    HunkId hunk; ///< empty: the whole file
    ObjectId oldBlob, newBlob; ///< of a whole file only; none where a side does not exist

    [[nodiscard]] static ReviewPlace ofHunk(RepoPath path, HunkId hunk);
    [[nodiscard]] static ReviewPlace ofFile(RepoPath path, const ObjectId &oldBlob, const ObjectId &newBlob);
    /// "src/queue.cpp", or with the hunk's short id behind: for messages.
    [[nodiscard]] QString text() const;
    friend std::strong_ordering operator<=>(const ReviewPlace &a, const ReviewPlace &b);
    friend bool operator==(const ReviewPlace &, const ReviewPlace &) = default;
};

/// The first digits of a hunk's id, and which of several equal ones it is.
[[nodiscard]] QString shortText(const HunkId &hunk);

struct ReviewMark {
    ObjectId oldBlob, newBlob; ///< as they were when it was marked last
    bool reviewed = false;
    bool leftOut = false; ///< of what is exported
    QString comment; ///< the owner's words; empty: none
    int line = 0; ///< the comment's first line in the new file, from 1; 0: not told
    QString excerpt; ///< the commented lines as a patch has them, when the comment was made
    std::optional<int> given; ///< the comment went to the agent after this many iterations
    QString by;
    qint64 seq = 0; ///< of the last entry that changed it

    [[nodiscard]] bool isOpenComment() const { return !comment.isEmpty() && !given; }
    /// Says nothing: as if it had never been made.
    [[nodiscard]] bool isEmpty() const { return !reviewed && !leftOut && comment.isEmpty(); }
    friend bool operator==(const ReviewMark &, const ReviewMark &) = default;
};

using ReviewMarks = QMap<ReviewPlace, ReviewMark>;

/// Words of `review.marked`'s member "state".
namespace marked {
inline constexpr QStringView Reviewed = u"reviewed";
inline constexpr QStringView Open = u"open"; ///< not reviewed any more
inline constexpr QStringView LeftOut = u"left-out";
inline constexpr QStringView Accepted = u"accepted"; ///< not left out any more
inline constexpr QStringView Comment = u"comment";
inline constexpr QStringView Uncommented = u"uncommented";
} // namespace marked
[[nodiscard]] bool isMarkState(QStringView state);

/// What an entry, or a mark of the command `mark`, says: "path", "old", "new", "hunk" and "state", and of a comment
/// "comment", "line" and "excerpt".
[[nodiscard]] ReviewPlace placeFromJson(const QJsonObject &json);
[[nodiscard]] QJsonObject placeToJson(const ReviewPlace &place);
/// One aspect changes, the others stay.
void applyMark(ReviewMark &mark, const QJsonObject &json);

/// A comment as the agent reads it: file and line, the lines it is about, the owner's words.
[[nodiscard]] QString commentText(const ReviewPlace &place, const ReviewMark &mark);

inline std::strong_ordering operator<=>(const ReviewPlace &a, const ReviewPlace &b)
{
    if (const int order = QByteArrayView(a.path.bytes()).compare(b.path.bytes()); order != 0)
        return order <=> 0;
    if (const int order = a.hunk.text().compare(b.hunk.text()); order != 0)
        return order <=> 0;
    if (const auto order = a.oldBlob <=> b.oldBlob; order != 0)
        return order;
    return a.newBlob <=> b.newBlob;
}

} // namespace assay
