// Lines that were taken out in one place of a change and put in at another.
#pragma once

#include "core/diff/filediff.h"

namespace assay::diff {

/// Equal lines: `count` of them from oldLine of one file on are newLine and following of another, or the same, file.
struct MovedLines {
    static constexpr int kLeastLines = 3;

    int oldFile = 0, oldLine = 0; ///< the file's index among those given
    int newFile = 0, newLine = 0;
    int count = 0;
    friend bool operator==(const MovedLines &, const MovedLines &) = default;
};

struct Moves {
    QList<MovedLines> lines; ///< ordered by new file and line
    bool complete = true;    ///< false: thousands of equal lines would have made the search too long
};

/// The longest blocks of at least three lines first; of blocks that share lines, the one found first has them. Lines
/// are compared without the blanks at their ends, so that moved code may be indented anew; a block needs 20 letters or
/// digits, so that braces are none. Pure, near linear in the changed lines: for a worker, apart from the comparing.
[[nodiscard]] Moves movedLines(const QList<FileDiff> &files);

} // namespace assay::diff
