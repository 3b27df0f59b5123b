// Which words changed between two lines.
#pragma once

#include "core/diff/filediff.h"

namespace assay::diff {

/// Positions in a line's text (LineText maps them to bytes).
struct Span {
    qsizetype start = 0, length = 0;
    [[nodiscard]] qsizetype end() const { return start + length; }
    friend bool operator==(const Span &, const Span &) = default;
};

struct WordChanges {
    static constexpr qsizetype kLengthLimit = 5'000; ///< characters
    static constexpr qsizetype kNoLimit = -1;

    bool alike = false;         ///< else the lines have too little in common, and every word of them is another
    QList<Span> removed, added; ///< ascending, apart; in the old and in the new line; empty unless alike
    std::optional<Truncated> truncated; ///< LineLength: lines this long were not compared
};

/// Words are identifiers and numbers (letters, digits, '_', marks), runs of blanks, and every other character alone, on
/// whole code points with the marks that combine with them. Blanks between two changed words are marked with them. A
/// view's own limit on shown characters does not matter here. Cost is bounded: where two lines differ in more than some
/// hundred places, all that lies between the first and the last of them is one change. Line ends are in no text: two
/// lines that differ in them alone are alike, without spans (see BlobLines::lineEnd()). Pure.
[[nodiscard]] WordChanges wordChanges(QStringView before, QStringView after,
                                      qsizetype limit = WordChanges::kLengthLimit);

/// The words of a line, without rest.
[[nodiscard]] QList<Span> wordsOf(QStringView line);

} // namespace assay::diff
