#include "core/diff/rows.h"

#include "core/diff/pairing.h"

#include <algorithm>

namespace assay::diff {
namespace {

/// As much of both sides as the limit leaves.
LineChange clipped(const LineChange &change, qint64 left)
{
    const qint64 whole = qint64(change.oldCount) + change.newCount;
    if (whole <= left)
        return change;
    LineChange part = change;
    part.oldCount = int(left * change.oldCount / whole);
    part.newCount = int(std::min(qint64(change.newCount), left - part.oldCount));
    return part;
}

} // namespace

Rows::Rows(FileDiff file, Layout layout, Expansion expansion, qint64 changedLinesLimit)
    : m_file(std::move(file)),
      m_layout(layout),
      m_expansion(std::move(expansion)),
      m_limit(changedLinesLimit)
{
    const auto &hunks = m_file.hunks();
    const int oldLines = m_file.before().count(), newLines = m_file.after().count();
    qint64 left = m_limit;
    int oldAt = 0, newAt = 0;
    bool cut = false;
    m_hunkRows.reserve(hunks.size());
    for (int h = 0; h < hunks.size() && !cut; ++h) {
        const Hunk &hunk = hunks[h];
        addFold(h, oldAt, newAt, hunk.oldStart - oldAt);
        oldAt = hunk.oldStart;
        newAt = hunk.newStart;
        for (int c = hunk.firstChange; c < hunk.firstChange + hunk.changeCount && !cut; ++c) {
            const LineChange &change = m_file.changes()[c];
            addContext(oldAt, newAt, change.oldStart - oldAt, h);
            if (c == hunk.firstChange)
                m_hunkRows.append(m_count);
            const LineChange shown = clipped(change, left);
            addChange(shown, h);
            left -= shown.oldCount + shown.newCount;
            oldAt = shown.oldEnd();
            newAt = shown.newEnd();
            cut = shown != change;
        }
        if (cut)
            break;
        addContext(oldAt, newAt, hunk.oldStart + hunk.oldCount - oldAt, h);
        oldAt = hunk.oldStart + hunk.oldCount;
        newAt = hunk.newStart + hunk.newCount;
    }
    if (cut) {
        m_truncated = Truncated{
            .limit = Truncated::ChangedLines, .shown = m_limit - left, .whole = m_file.added() + m_file.removed()};
        add({.kind = RowKind::Cut,
             .rows = 1,
             .oldStart = oldAt,
             .oldCount = oldLines - oldAt,
             .newStart = newAt,
             .newCount = newLines - newAt});
    } else {
        addFold(int(hunks.size()), oldAt, newAt, oldLines - oldAt);
    }
    m_stretches.squeeze(); // there are many files
}

void Rows::add(Stretch stretch)
{
    if (stretch.rows == 0)
        return;
    stretch.firstRow = m_count;
    m_count += stretch.rows;
    m_stretches.append(stretch);
}

void Rows::addContext(int oldStart, int newStart, int count, int hunk)
{
    add({.kind = RowKind::Context,
         .rows = count,
         .oldStart = oldStart,
         .oldCount = count,
         .newStart = newStart,
         .newCount = count,
         .hunk = hunk});
}

void Rows::addFold(int fold, int oldStart, int newStart, int count)
{
    if (count == 0)
        return;
    const Expansion::Shown shown = m_expansion.folds.value(fold);
    const int above = m_expansion.everything ? count : std::clamp(shown.above, 0, count);
    const int below = std::clamp(shown.below, 0, count - above);
    const int hidden = count - above - below;
    addContext(oldStart, newStart, above, -1);
    add({.kind = RowKind::Fold,
         .rows = hidden > 0 ? 1 : 0,
         .oldStart = oldStart + above,
         .oldCount = hidden,
         .newStart = newStart + above,
         .newCount = hidden,
         .hunk = fold});
    addContext(oldStart + count - below, newStart + count - below, below, -1);
}

void Rows::addChange(const LineChange &change, int hunk)
{
    const QList<LineChange> blocks = pairedBlocks(m_file.before(), m_file.after(), change);
    const auto one = [&](RowKind kind, const LineChange &lines, int partner = -1, int partnerCount = 0) {
        add({.kind = kind,
             .rows = std::max(lines.oldCount, lines.newCount),
             .oldStart = lines.oldStart,
             .oldCount = lines.oldCount,
             .newStart = lines.newStart,
             .newCount = lines.newCount,
             .hunk = hunk,
             .partner = partner,
             .partnerCount = partnerCount});
    };
    if (m_layout == Layout::Unified) {
        for (const LineChange &block : blocks)
            one(RowKind::Removed, {.oldStart = block.oldStart, .oldCount = block.oldCount, .newStart = change.newStart},
                block.newStart, block.newCount);
        for (const LineChange &block : blocks)
            one(RowKind::Added, {.oldStart = change.oldEnd(), .newStart = block.newStart, .newCount = block.newCount},
                block.oldStart, block.oldCount);
        return;
    }
    for (const LineChange &block : blocks) {
        const int both = std::min(block.oldCount, block.newCount);
        one(RowKind::Pair,
            {.oldStart = block.oldStart, .oldCount = both, .newStart = block.newStart, .newCount = both});
        one(RowKind::Removed,
            {.oldStart = block.oldStart + both, .oldCount = block.oldCount - both, .newStart = block.newStart + both});
        one(RowKind::Added,
            {.oldStart = block.oldEnd(), .newStart = block.newStart + both, .newCount = block.newCount - both});
    }
}

Row Rows::at(int row) const
{
    Q_ASSERT(row >= 0 && row < m_count);
    const auto behind = std::ranges::upper_bound(m_stretches, row, {}, &Stretch::firstRow);
    const Stretch &stretch = *std::prev(behind);
    const int k = row - stretch.firstRow;
    Row result{.kind = stretch.kind, .hunk = stretch.hunk};
    if (stretch.oldCount > 0)
        result.oldLine = stretch.oldStart + k;
    if (stretch.newCount > 0)
        result.newLine = stretch.newStart + k;
    if (stretch.kind == RowKind::Fold)
        result.hidden = stretch.oldCount;
    if (k < stretch.partnerCount)
        result.partner = stretch.partner + k;
    return result;
}

template <class Start, class Count>
int Rows::rowOfLine(int line, Start start, Count count) const
{
    // Stretches without lines on this side stand among the others with the number of the next line.
    auto stretch = std::ranges::upper_bound(m_stretches, line, {}, start);
    while (stretch != m_stretches.begin()) {
        --stretch;
        if ((*stretch).*count == 0)
            continue;
        const int k = line - (*stretch).*start;
        if (k >= (*stretch).*count)
            return -1;
        return stretch->firstRow + std::min(k, stretch->rows - 1);
    }
    return -1;
}

int Rows::rowOfOldLine(int line) const
{
    return line < 0 ? -1 : rowOfLine(line, &Stretch::oldStart, &Stretch::oldCount);
}

int Rows::rowOfNewLine(int line) const
{
    return line < 0 ? -1 : rowOfLine(line, &Stretch::newStart, &Stretch::newCount);
}

int Rows::rowOfHunk(int hunk) const
{
    return hunk >= 0 && hunk < m_hunkRows.size() ? m_hunkRows.at(hunk) : m_count - 1;
}

Rows Rows::expanded(int foldRow, int above, int below) const
{
    const Row row = at(foldRow);
    Expansion more = m_expansion;
    if (row.kind == RowKind::Fold) {
        more.folds[row.hunk].above += above;
        more.folds[row.hunk].below += below;
    }
    return Rows(m_file, m_layout, more, m_limit);
}

Rows Rows::withEverything(bool everything) const
{
    Expansion more = m_expansion;
    more.everything = everything;
    return Rows(m_file, m_layout, more, m_limit);
}

Rows Rows::withLimit(qint64 changedLinesLimit) const
{
    return Rows(m_file, m_layout, m_expansion, changedLinesLimit);
}

Rows Rows::in(Layout layout) const
{
    return Rows(m_file, layout, m_expansion, m_limit);
}

} // namespace assay::diff
