// What changed in one file: which lines, as ranges in the two blobs.
#pragma once

#include "core/diff/bloblines.h"
#include "core/diff/filefacts.h"
#include "core/domain/error.h"

#include <memory>
#include <optional>

namespace assay {
class Vault;
}

namespace assay::diff {

enum class Whitespace {
    Exact,
    IgnoreAtEnd,  ///< git diff --ignore-space-at-eol; also CRLF against LF
    IgnoreAmount, ///< -b
    IgnoreAll,    ///< -w
};

/// libgit2 has no histogram algorithm.
enum class Algorithm { Myers, Minimal, Patience };

struct Options {
    static constexpr qint64 kFileLimit = 50'000'000;

    Whitespace whitespace = Whitespace::Exact;
    Algorithm algorithm = Algorithm::Myers;
    int context = 3;               ///< unchanged lines around a change; nearer changes are one hunk, as git has it
    qint64 fileLimit = kFileLimit; ///< bytes of the larger side; kNoLimit lifts it, up to what libgit2 can (1 GiB)
    static constexpr qint64 kNoLimit = BlobLines::kLargest;
    friend bool operator==(const Options &, const Options &) = default;
};

/// A limit that was reached: seen, never silent.
struct Truncated {
    enum Limit {
        FileBytes,    ///< lines were not compared: lifted by Options::fileLimit
        ChangedLines, ///< rows end before the change does: lifted by Rows' limit
        LineLength,   ///< characters of a line: lifted by the limit of LineText and wordChanges()
    };
    Limit limit = FileBytes;
    qint64 shown = 0, whole = 0; ///< in the limit's unit
    bool canBeLifted = true;
    friend bool operator==(const Truncated &, const Truncated &) = default;
};

/// Adjacent old lines that became adjacent new lines; one of the counts may be 0. Numbers begin at 0.
struct LineChange {
    int oldStart = 0, oldCount = 0, newStart = 0, newCount = 0;
    [[nodiscard]] int oldEnd() const { return oldStart + oldCount; }
    [[nodiscard]] int newEnd() const { return newStart + newCount; }
    friend bool operator==(const LineChange &, const LineChange &) = default;
};

/// Changes with the unchanged lines around them.
struct Hunk {
    int firstChange = 0, changeCount = 0;                          ///< in FileDiff::changes()
    int oldStart = 0, oldCount = 0, newStart = 0, newCount = 0;    ///< lines, context included
    friend bool operator==(const Hunk &, const Hunk &) = default;
};

/// Immutable; copies share everything, and any thread may read. Binary files, submodules and files beyond the limit
/// have facts but no lines and no changes.
class FileDiff {
public:
    FileDiff();
    /// Compares the bytes of two blobs (of the sides that exist). Takes as long as libgit2 does: for a worker. Two
    /// texts of which one is UTF-16 and the other is not have no line in common. Fails when libgit2 refuses.
    [[nodiscard]] static Result<FileDiff> between(const FileChange &change, const QByteArray &before,
                                                  const QByteArray &after, const Options &options = {});
    /// The same, read from a vault of the calling thread. Where a side is beyond the limit none is read, and size and
    /// mode are all the facts. Fails naming the object when one is missing.
    [[nodiscard]] static Result<FileDiff> read(const Vault &vault, const FileChange &change,
                                               const Options &options = {});

    [[nodiscard]] const FileChange &change() const;
    [[nodiscard]] const FileFacts &facts() const;
    [[nodiscard]] const Options &options() const;
    [[nodiscard]] const BlobLines &before() const;
    [[nodiscard]] const BlobLines &after() const;
    [[nodiscard]] const QList<LineChange> &changes() const; ///< ascending, at least one unchanged line between two
    [[nodiscard]] const QList<Hunk> &hunks() const; ///< ascending, without overlap
    [[nodiscard]] const std::optional<Truncated> &truncated() const; ///< lines were not compared
    [[nodiscard]] qint64 added() const; ///< lines
    [[nodiscard]] qint64 removed() const;

    /// The unchanged line above the hunk that names what it is in (git's own rule: one that begins with a letter, '_' or
    /// '$'), as old line; -1 where there is none near.
    [[nodiscard]] int sectionLine(int hunk) const;
    [[nodiscard]] int hunkOfOldLine(int line) const; ///< -1 between hunks; O(log n)
    [[nodiscard]] int hunkOfNewLine(int line) const;

private:
    struct Content;
    explicit FileDiff(std::shared_ptr<const Content> content);
    [[nodiscard]] static Result<FileDiff> compared(std::shared_ptr<Content> content, const QByteArray &before,
                                                   const QByteArray &after);
    std::shared_ptr<const Content> d;
};

} // namespace assay::diff
