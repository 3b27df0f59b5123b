// What a view of one file shows, row by row, unified or side by side.
#pragma once

#include "core/diff/filediff.h"

#include <QHash>

#include <limits>

namespace assay::diff {

enum class Layout { Unified, SideBySide };

enum class RowKind : quint8 {
    Fold,    ///< unchanged lines that are not shown
    Context, ///< one unchanged line, with both numbers (their whitespace may differ where that is ignored)
    Removed, ///< an old line
    Added,   ///< a new line
    Pair, ///< side by side only: an old and a new line of a change in one row; wordChanges() tells if they are alike
    Cut, ///< the last row, where changed lines are left out by the limit: see Rows::truncated()
};

/// Line numbers begin at 0; -1: none on that side.
struct Row {
    RowKind kind = RowKind::Fold;
    int oldLine = -1, newLine = -1; ///< of a Fold: the first hidden ones
    int hunk = -1; ///< of what belongs to one, its context too; of a Fold: the one below it, or count
    int hidden = 0; ///< of a Fold: how many lines
    int partner = -1; ///< Removed, Added in the unified layout: the line of the other side to compare words with
    friend bool operator==(const Row &, const Row &) = default;
};

/// Unchanged lines shown beyond each hunk's own, by fold: fold i is above hunk i, the last one below all. A value.
struct Expansion {
    struct Shown {
        int above = 0, below = 0; ///< lines at the fold's upper and at its lower end
        friend bool operator==(const Shown &, const Shown &) = default;
    };
    QHash<int, Shown> folds;
    bool everything = false;
    friend bool operator==(const Expansion &, const Expansion &) = default;
};

/// One projection of one FileDiff. Holds stretches, not rows: small however many rows there are, and every look-up is
/// O(log n) in the number of changes. Immutable, copies are cheap to pass, any thread may read.
class Rows {
public:
    static constexpr qint64 kChangedLinesLimit = 20'000;
    static constexpr qint64 kNoLimit = std::numeric_limits<qint64>::max();

    Rows() = default;
    Rows(FileDiff file, Layout layout, Expansion expansion = {}, qint64 changedLinesLimit = kChangedLinesLimit);

    [[nodiscard]] const FileDiff &file() const { return m_file; }
    [[nodiscard]] Layout layout() const { return m_layout; }
    [[nodiscard]] const Expansion &expansion() const { return m_expansion; }
    [[nodiscard]] int count() const { return m_count; }
    [[nodiscard]] Row at(int row) const;
    /// The row that shows the line; the fold's (or cut's) when it is hidden; -1 when there is no such line.
    [[nodiscard]] int rowOfOldLine(int line) const;
    [[nodiscard]] int rowOfNewLine(int line) const;
    /// The first changed row of the hunk; the last row when it is cut off.
    [[nodiscard]] int rowOfHunk(int hunk) const;
    /// Limit ChangedLines, when not all are shown.
    [[nodiscard]] const std::optional<Truncated> &truncated() const { return m_truncated; }

    /// The same with more of a Fold shown: `above` lines at its upper and `below` lines at its lower end.
    [[nodiscard]] Rows expanded(int foldRow, int above, int below) const;
    [[nodiscard]] Rows withEverything(bool everything = true) const;
    [[nodiscard]] Rows withLimit(qint64 changedLinesLimit) const;
    [[nodiscard]] Rows in(Layout layout) const;

private:
    /// Rows of one kind in which both sides' numbers go on by one; a Fold or Cut is one row for all of its lines.
    struct Stretch {
        RowKind kind = RowKind::Fold;
        int firstRow = 0, rows = 0;
        int oldStart = 0, oldCount = 0, newStart = 0, newCount = 0;
        int hunk = -1;
        int partner = -1, partnerCount = 0; ///< of the first row, and how many rows have one
    };
    void addFold(int fold, int oldStart, int newStart, int count);
    void addContext(int oldStart, int newStart, int count, int hunk);
    void addChange(const LineChange &change, int hunk);
    void add(Stretch stretch);
    template <class Start, class Count>
    int rowOfLine(int line, Start start, Count count) const;

    FileDiff m_file;
    Layout m_layout = Layout::Unified;
    Expansion m_expansion;
    qint64 m_limit = kChangedLinesLimit;
    QList<Stretch> m_stretches;
    QList<int> m_hunkRows;
    int m_count = 0;
    std::optional<Truncated> m_truncated;
};

} // namespace assay::diff
