#include "ui/diff/diffsection.h"

#include "ui/diff/diffwords.h"
#include "ui/diff/markwords.h"

#include <algorithm>

namespace assay::ui {

std::span<const FileInks::Span> FileInks::line(qsizetype line) const
{
    if (line < 0 || line >= ends.size())
        return {};
    const quint32 begin = line == 0 ? 0 : ends.at(line - 1);
    return std::span(spans).subspan(begin, ends.at(line) - begin);
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
    m_hunks.clear();
    m_identified = false;
    m_marks.clear();
    m_fileMark = {};
    m_undefended.clear();
    if (read.diff) {
        m_error.reset();
        if (read.rows && read.rows->layout() == layout && m_rows.expansion() == diff::Expansion())
            m_rows = *read.rows;
        else
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
    if (!m_error && hasPictures())
        m_notes.prepend({.text = DiffWords::pictures(m_before, m_after), .meaning = {}});
    placeComment(m_fileMark, -1);
    for (int hunk = 0; hunk < m_marks.size(); ++hunk)
        placeComment(m_marks.at(hunk), hunk);
    std::ranges::stable_sort(m_notes, {}, &DiffNote::below);
    m_above = int(std::ranges::lower_bound(m_notes, 0, {}, &DiffNote::below) - m_notes.begin());
}

void DiffSection::placeComment(const ReviewMark &mark, int hunk)
{
    if (mark.comment.isEmpty())
        return;
    m_notes.append({.text = MarkWords::comment(mark),
                    .meaning = mark.given ? Meaning::Idle : Meaning::Waiting,
                    .below = hunk < 0 ? -1 : lastRowOf(hunk),
                    .hunk = hunk});
}

int DiffSection::lastRowOf(int hunk) const
{
    const diff::Hunk &wanted = file().hunks().at(hunk);
    const diff::LineChange &last = file().changes().at(wanted.firstChange + wanted.changeCount - 1);
    const int old = last.oldCount > 0 ? m_rows.rowOfOldLine(last.oldEnd() - 1) : -1;
    return std::max(old, last.newCount > 0 ? m_rows.rowOfNewLine(last.newEnd() - 1) : -1);
}

bool DiffSection::setMarks(const ReviewMarks &marks)
{
    if (!canBeMarked())
        return false;
    const RepoPath &path = m_change.path();
    QList<ReviewMark> found;
    ReviewMark whole;
    // Most files have no mark at all: one look tells.
    if (const auto first = marks.lowerBound(ReviewPlace{.path = path});
        first != marks.cend() && first.key().path == path) {
        whole = marks.value(ReviewPlace::ofFile(path, m_change.before.blob, m_change.after.blob));
        for (const HunkId &hunk : std::as_const(m_hunks))
            found.append(marks.value(ReviewPlace::ofHunk(path, hunk)));
        if (std::ranges::all_of(found, &ReviewMark::isEmpty))
            found.clear();
    }
    if (found == m_marks && whole == m_fileMark)
        return false;
    m_marks = found;
    m_fileMark = whole;
    placeNotes();
    return true;
}

bool DiffSection::setDefences(const QMap<ReviewPlace, HunkFact> &facts)
{
    if (!canBeMarked())
        return false;
    const auto isBare = [&](const ReviewPlace &place) {
        const auto fact = facts.constFind(place);
        return fact != facts.cend() && fact->defence == HunkDefence::Undefended;
    };
    QSet<int> found;
    if (m_hunks.isEmpty() && isBare(ReviewPlace::ofFile(m_change.path(), m_change.before.blob, m_change.after.blob)))
        found.insert(-1);
    for (int hunk = 0; hunk < m_hunks.size(); ++hunk) {
        if (isBare(ReviewPlace::ofHunk(m_change.path(), m_hunks.at(hunk))))
            found.insert(hunk);
    }
    if (found == m_undefended)
        return false;
    m_undefended = found;
    return true;
}

bool DiffSection::isUndefended(int hunk) const
{
    return m_undefended.contains(hunk);
}

bool DiffSection::canBeMarked() const
{
    return m_identified && !m_error && m_hunks.size() == file().hunks().size() && !file().truncated();
}

const ReviewMark &DiffSection::mark(int hunk) const
{
    static const ReviewMark none;
    return hunk < 0 ? m_fileMark : hunk < m_marks.size() ? m_marks.at(hunk) : none;
}

DiffSection::MarkCounts DiffSection::markCounts() const
{
    MarkCounts counts;
    if (!canBeMarked())
        return counts;
    const auto add = [&](const ReviewMark &mark) {
        counts.reviewed += mark.reviewed ? 1 : 0;
        counts.leftOut += mark.leftOut ? 1 : 0;
        counts.comments += mark.comment.isEmpty() ? 0 : 1;
        counts.openComments += mark.isOpenComment() ? 1 : 0;
    };
    counts.places = std::max(1, int(m_hunks.size()));
    std::ranges::for_each(m_marks, add);
    counts.undefended = int(m_undefended.size());
    if (!m_fileMark.isEmpty())
        add(m_fileMark);
    return counts;
}

bool DiffSection::startsHunk(const SectionRow &row) const
{
    return row.kind == SectionRow::Line && row.line.hunk >= 0 && row.line.hunk < file().hunks().size()
        && row.line.kind != diff::RowKind::Fold && m_rows.rowOfHunk(row.line.hunk) == row.lineRow;
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
