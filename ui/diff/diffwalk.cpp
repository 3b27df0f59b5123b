// Where the DiffView's current row goes: by file, line, hunk, and what was found.
#include "ui/diff/diffview.h"

#include <QScrollBar>

#include <algorithm>

namespace assay::ui {

void DiffView::setCurrentRow(int row, bool extend, bool onTop)
{
    if (m_document.count() == 0)
        return;
    row = std::clamp(row, 0, m_document.count() - 1);
    const DiffSelection before = m_selection;
    m_selection = {.anchor = extend ? m_selection.anchor : row, .current = row, .old = m_selection.old};
    const int rows = geometryNow().fullRows(viewport()->height());
    const int first = verticalScrollBar()->value();
    if (onTop)
        verticalScrollBar()->setValue(std::max(0, row - std::min(3, rows / 4)));
    else if (row < first)
        verticalScrollBar()->setValue(row);
    else if (row >= first + rows)
        verticalScrollBar()->setValue(row - rows + 1);
    updateRows(before.first(), before.last());
    updateRows(m_selection.first(), m_selection.last());
    Q_EMIT currentRowChanged(row);
    if (hasFocus())
        tellFocus(this, row);
}

void DiffView::updateRows(int first, int last)
{
    const DiffGeometry geometry = geometryNow();
    const int end = geometry.first + geometry.fullRows(viewport()->height()) + 1;
    if (first <= end && last >= geometry.first)
        viewport()->update(geometry.rowRect(std::max(first, geometry.first)) | geometry.rowRect(std::min(last, end)));
}

void DiffView::goToFile(const RepoPath &path)
{
    for (int i = 0; i < m_document.sectionCount(); ++i) {
        if (m_document.section(i).change().path() == path) {
            setCurrentRow(m_document.rowOf(i));
            verticalScrollBar()->setValue(m_document.rowOf(i));
        }
    }
}

void DiffView::goToLine(int number)
{
    const int section = currentFile();
    if (section < 0)
        return;
    const diff::FileDiff &file = m_document.section(section).file();
    const bool old = !file.change().after.exists();
    const int count = (old ? file.before() : file.after()).count();
    if (count > 0)
        setCurrentRow(m_document.rowOf(DiffLine{section, std::clamp(number - 1, 0, count - 1), old}), false, true);
}

void DiffView::goToHunk(bool backwards)
{
    const QList<int> &rows = m_document.hunkRows();
    const auto at
        = backwards ? std::ranges::lower_bound(rows, currentRow()) : std::ranges::upper_bound(rows, currentRow());
    if (backwards ? at != rows.begin() : at != rows.end())
        setCurrentRow(backwards ? *(at - 1) : *at, false, true);
}

void DiffView::goToNextFile(bool backwards)
{
    const int file = currentFile();
    // Back from within a file is its own begin first.
    const int next = !backwards ? file + 1 : file >= 0 && currentRow() > m_document.rowOf(file) ? file : file - 1;
    if (next < 0 || next >= m_document.sectionCount())
        return;
    setCurrentRow(m_document.rowOf(next));
    verticalScrollBar()->setValue(m_document.rowOf(next));
}

void DiffView::goToHit(bool backwards)
{
    const QList<DiffLine> &lines = m_hits.lines;
    if (lines.isEmpty())
        return;
    const auto row = [this](const DiffLine &line) { return m_document.rowOf(line); };
    const auto at = backwards ? std::ranges::lower_bound(lines, currentRow(), {}, row)
                              : std::ranges::upper_bound(lines, currentRow(), {}, row);
    // Round, as a search goes.
    const DiffLine &line
        = backwards ? (at == lines.begin() ? lines.last() : *(at - 1)) : (at == lines.end() ? lines.first() : *at);
    setCurrentRow(row(line), false, true);
}

int DiffView::currentHunk() const
{
    const DiffDocument::Place place = m_document.at(currentRow());
    if (place.section < 0)
        return -1;
    const DiffSection &section = m_document.section(place.section);
    if (place.row.kind == SectionRow::Note)
        return section.notes().at(place.row.note).hunk;
    if (place.row.kind != SectionRow::Line)
        return -1;
    return place.row.line.hunk < section.file().hunks().size() ? place.row.line.hunk : -1;
}

void DiffView::goToOpenHunk()
{
    const QList<int> &rows = m_document.hunkRows();
    const qsizetype behind = std::ranges::upper_bound(rows, currentRow()) - rows.begin();
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const int row = rows.at((behind + i) % rows.size());
        const DiffDocument::Place place = m_document.at(row);
        if (!m_document.section(place.section).mark(place.row.line.hunk).reviewed)
            return setCurrentRow(row, false, true);
    }
}

} // namespace assay::ui
