#include "ui/diff/diffsection.h"

#include "ui/diff/diffwords.h"

#include <algorithm>

namespace assay::ui {

std::span<const InkSpan> FileInks::line(qsizetype line) const
{
    if (line < 0 || line >= ends.size())
        return {};
    const qsizetype begin = line == 0 ? 0 : ends.at(line - 1);
    return std::span(spans).subspan(size_t(begin), size_t(ends.at(line) - begin));
}

DiffSection::DiffSection(diff::FileChange change) : m_change(std::move(change)) {}

void DiffSection::take(const ReadFile &read, diff::Layout layout)
{
    m_read = true;
    m_inked = false;
    m_oldInks = m_newInks = {};
    m_before = read.before;
    m_after = read.after;
    m_warnings = read.warnings;
    if (read.diff) {
        m_error.reset();
        m_rows = diff::Rows(*read.diff, layout, m_rows.expansion());
    } else {
        m_error = read.diff.error();
        m_rows = {};
    }
    placeNotes();
}

void DiffSection::setInks(const FileInks &before, const FileInks &after)
{
    m_oldInks = before;
    m_newInks = after;
    m_inked = true;
}

void DiffSection::setMoves(QList<diff::MovedLines> from, QList<diff::MovedLines> to)
{
    m_from = std::move(from);
    m_to = std::move(to);
    std::ranges::sort(m_from, {}, &diff::MovedLines::oldLine);
    std::ranges::sort(m_to, {}, &diff::MovedLines::newLine);
}

void DiffSection::setRows(diff::Rows rows)
{
    m_rows = std::move(rows);
    placeNotes();
}

void DiffSection::placeNotes()
{
    m_notes = m_error ? QList<DiffNote>{{.text = m_error->text(), .meaning = Meaning::Bad}}
                      : DiffWords::notes(m_rows, m_warnings);
    std::ranges::stable_sort(m_notes, {}, &DiffNote::below);
    m_above = int(std::ranges::lower_bound(m_notes, 0, {}, &DiffNote::below) - m_notes.begin());
}

int DiffSection::bodyStart() const
{
    return 1 + m_above + (hasPictures() ? kPictureRows : 0);
}

int DiffSection::count() const
{
    return 1 + int(m_notes.size()) + (hasPictures() ? kPictureRows : 0) + m_rows.count();
}

SectionRow DiffSection::at(int row) const
{
    if (row <= 0)
        return {};
    if (row <= m_above)
        return {.kind = SectionRow::Note, .note = row - 1, .line = {}};
    if (row < bodyStart())
        return {.kind = SectionRow::Picture, .note = row - 1 - m_above, .line = {}};
    const int body = row - bodyStart();
    // Note k under row r stands at r + 1 and the notes before it: ascending with k.
    int low = m_above, high = int(m_notes.size());
    while (low < high) {
        const int middle = (low + high) / 2;
        if (m_notes.at(middle).below + 1 + (middle - m_above) <= body)
            low = middle + 1;
        else
            high = middle;
    }
    const int before = low - m_above;
    if (before > 0 && m_notes.at(low - 1).below + before == body)
        return {.kind = SectionRow::Note, .note = low - 1, .line = {}};
    return {.kind = SectionRow::Line, .lineRow = body - before, .line = m_rows.at(body - before)};
}

int DiffSection::rowOfLineRow(int lineRow) const
{
    if (lineRow < 0)
        return 0;
    const auto behind = std::ranges::lower_bound(m_notes, lineRow, {}, &DiffNote::below);
    return bodyStart() + lineRow + std::max(0, int(behind - m_notes.begin()) - m_above);
}

QList<int> DiffSection::hunkRows() const
{
    QList<int> rows;
    for (int hunk = 0; hunk < file().hunks().size(); ++hunk) {
        const int row = rowOfLineRow(m_rows.rowOfHunk(hunk));
        if (rows.isEmpty() || rows.last() != row)
            rows.append(row);
    }
    return rows;
}

std::optional<DiffSection::Moved> DiffSection::movedTo(int oldLine) const
{
    const auto behind = std::ranges::upper_bound(m_from, oldLine, {}, &diff::MovedLines::oldLine);
    if (behind == m_from.begin() || oldLine >= (behind - 1)->oldLine + (behind - 1)->count)
        return {};
    const diff::MovedLines &move = *(behind - 1);
    return Moved{move.newFile, move.newLine + oldLine - move.oldLine};
}

std::optional<DiffSection::Moved> DiffSection::movedFrom(int newLine) const
{
    const auto behind = std::ranges::upper_bound(m_to, newLine, {}, &diff::MovedLines::newLine);
    if (behind == m_to.begin() || newLine >= (behind - 1)->newLine + (behind - 1)->count)
        return {};
    const diff::MovedLines &move = *(behind - 1);
    return Moved{move.oldFile, move.oldLine + newLine - move.newLine};
}

} // namespace assay::ui
