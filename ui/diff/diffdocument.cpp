#include "ui/diff/diffdocument.h"

#include <algorithm>

namespace assay::ui {
namespace {

constexpr qsizetype hitsMost = 10'000;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + 32) : c;
}

} // namespace

void DiffDocument::setFiles(const QList<diff::FileChange> &files)
{
    QHash<RepoPath, int> known;
    for (int i = 0; i < m_sections.size(); ++i)
        known.insert(m_sections.at(i).change().path(), i);
    QList<DiffSection> sections;
    sections.reserve(files.size());
    for (const diff::FileChange &file : files) {
        const int before = known.value(file.path(), -1);
        if (before >= 0 && m_sections.at(before).change() == file)
            sections.append(std::move(m_sections[before]));
        else
            sections.append(DiffSection(file));
    }
    m_sections = std::move(sections);
    for (DiffSection &section : m_sections)
        section.setMoves({}, {}); // they name files by number
    m_starts.clear();
}

DiffSection &DiffDocument::edit(int section)
{
    m_starts.clear();
    return m_sections[section];
}

void DiffDocument::setLayout(diff::Layout layout)
{
    m_layout = layout;
    for (DiffSection &section : m_sections) {
        if (section.isRead() && !section.error())
            section.setRows(section.rows().in(layout));
    }
    m_starts.clear();
}

void DiffDocument::setMoves(const diff::Moves &moves)
{
    QHash<int, QList<diff::MovedLines>> from, to;
    for (const diff::MovedLines &move : moves.lines) {
        from[move.oldFile].append(move);
        to[move.newFile].append(move);
    }
    for (int i = 0; i < m_sections.size(); ++i)
        m_sections[i].setMoves(from.value(i), to.value(i));
}

const QList<int> &DiffDocument::starts() const
{
    if (!m_starts.isEmpty())
        return m_starts;
    int row = 0;
    m_highest = 0;
    m_starts.reserve(m_sections.size() + 1);
    for (const DiffSection &section : m_sections) {
        m_starts.append(row);
        row += section.count();
        m_highest = std::max({m_highest, section.file().before().count(), section.file().after().count()});
    }
    m_starts.append(row);
    m_hunksKnown = false;
    return m_starts;
}

int DiffDocument::highestLine() const
{
    (void)starts();
    return m_highest;
}

int DiffDocument::sectionOf(int row) const
{
    if (row < 0 || row >= count())
        return -1;
    return int(std::ranges::upper_bound(starts(), row) - starts().begin()) - 1;
}

DiffDocument::Place DiffDocument::at(int row) const
{
    const int section = sectionOf(row);
    if (section < 0)
        return {};
    return {section, m_sections.at(section).at(row - starts().at(section))};
}

int DiffDocument::rowOf(int section, int sectionRow) const
{
    return starts().at(section) + sectionRow;
}

int DiffDocument::rowOf(const DiffLine &line) const
{
    const DiffSection &section = m_sections.at(line.section);
    const int lineRow = line.old ? section.rows().rowOfOldLine(line.line) : section.rows().rowOfNewLine(line.line);
    return rowOf(line.section, section.rowOfLineRow(lineRow));
}

DiffLine DiffDocument::lineOf(int row, bool old) const
{
    const Place place = at(row);
    const diff::Row &line = place.row.line;
    if (place.section < 0 || place.row.kind != SectionRow::Line || line.kind == diff::RowKind::Fold
        || line.kind == diff::RowKind::Cut)
        return {place.section, -1, old};
    if (m_layout == diff::Layout::Unified)
        old = line.kind == diff::RowKind::Removed;
    return {place.section, old ? line.oldLine : line.newLine, old};
}

const QList<int> &DiffDocument::hunkRows() const
{
    (void)starts();
    if (!m_hunksKnown) {
        m_hunksKnown = true;
        m_hunkRows.clear();
        for (int i = 0; i < m_sections.size(); ++i) {
            for (const int row : m_sections.at(i).hunkRows())
                m_hunkRows.append(rowOf(i, row));
        }
    }
    return m_hunkRows;
}

QList<diff::Rows> DiffDocument::allRows() const
{
    QList<diff::Rows> rows;
    rows.reserve(m_sections.size());
    for (const DiffSection &section : m_sections)
        rows.append(section.rows());
    return rows;
}

DiffHits findInRows(const QList<diff::Rows> &all, const QString &text, const StopToken &stop)
{
    DiffHits hits;
    QByteArray lowered = text.toUtf8();
    std::ranges::transform(lowered, lowered.begin(), lower);
    if (lowered.isEmpty())
        return hits;
    const auto holds = [&](const diff::BlobLines &lines, int line) {
        if (lines.encoding() == diff::TextEncoding::Utf8 || lines.encoding() == diff::TextEncoding::Broken) {
            const QByteArrayView bytes = lines.text(line);
            return std::ranges::search(bytes, lowered, {}, lower).begin() != bytes.end();
        }
        return lines.decoded(line).text().contains(text, Qt::CaseInsensitive);
    };
    for (int section = 0; section < all.size(); ++section) {
        const diff::Rows &rows = all.at(section);
        for (int i = 0; i < rows.count(); ++i) {
            if (stop.stopRequested())
                return hits;
            const diff::Row row = rows.at(i);
            if (row.kind == diff::RowKind::Fold || row.kind == diff::RowKind::Cut)
                continue;
            for (const bool old : {true, false}) {
                const int line = old ? row.oldLine : row.newLine;
                if (line < 0 || (old && row.kind == diff::RowKind::Context)
                    || !holds(old ? rows.file().before() : rows.file().after(), line))
                    continue;
                if (hits.lines.size() == hitsMost) {
                    hits.complete = false;
                    return hits;
                }
                hits.lines.append({section, line, old});
            }
        }
    }
    return hits;
}

} // namespace assay::ui
