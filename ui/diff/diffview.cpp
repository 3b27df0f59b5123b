#include "ui/diff/diffview.h"

#include "ui/diff/diffwords.h"
#include "ui/diff/markwords.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

QString withMark(const QString &text, const ReviewMark &mark, bool undefended)
{
    const QString words = MarkWords::mark(mark, undefended);
    return words.isEmpty() ? text : u"%1 (%2)"_s.arg(text, words);
}

} // namespace

DiffView::DiffView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setFont(monospace());
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setCursor(Qt::IBeamCursor);
    auto *between = new QWidget(this);
    between->setBackgroundRole(QPalette::Base);
    between->setAutoFillBackground(true);
    setCornerWidget(between);
}

void DiffView::clear(const QString &placeholder)
{
    m_placeholder = placeholder;
    m_hits = {};
    m_widest = 0;
    setFiles({});
}

DiffView::Anchor DiffView::anchorOf(int row) const
{
    const DiffDocument::Place place = m_document.at(row);
    if (place.section < 0)
        return {};
    DiffLine line{place.section, place.row.line.newLine, false};
    if (place.row.kind != SectionRow::Line)
        line.line = -1;
    else if (line.line < 0)
        line = {place.section, place.row.line.oldLine, true};
    return {m_document.section(place.section).change().path(), row - m_document.rowOf(place.section), line};
}

int DiffView::rowOf(const Anchor &anchor) const
{
    for (int i = 0; i < m_document.sectionCount(); ++i) {
        const DiffSection &section = m_document.section(i);
        if (section.change().path() != anchor.path)
            continue;
        if (anchor.line.line >= 0)
            return m_document.rowOf(DiffLine{i, anchor.line.line, anchor.line.old});
        return m_document.rowOf(i, std::min(anchor.sectionRow, section.count() - 1));
    }
    return 0;
}

void DiffView::changeRows(const std::function<void()> &change)
{
    const int first = verticalScrollBar()->value();
    const Anchor top = anchorOf(first), current = anchorOf(m_selection.current), anchor = anchorOf(m_selection.anchor);
    change();
    m_paint.forget();
    fitScrollBars();
    m_selection.current = rowOf(current);
    m_selection.anchor = rowOf(anchor);
    verticalScrollBar()->setValue(first == 0 ? 0 : rowOf(top));
    viewport()->update();
    Q_EMIT rowsChanged();
}

void DiffView::setFiles(const QList<diff::FileChange> &files)
{
    const bool fresh = m_document.sectionCount() == 0;
    changeRows([&] { m_document.setFiles(files); });
    if (fresh || files.isEmpty())
        m_selection = {};
}

void DiffView::setRead(const QHash<RepoPath, ReadFile> &files)
{
    changeRows([&] {
        for (int i = 0; i < m_document.sectionCount(); ++i) {
            const auto read = files.constFind(m_document.section(i).change().path());
            if (read == files.cend())
                continue;
            DiffSection &section = m_document.edit(i);
            section.take(*read, m_document.layout());
            if (m_whole && !section.error())
                section.setRows(section.rows().withEverything());
        }
    });
}

void DiffView::setInks(const diff::FileChange &file, const FileInks &before, const FileInks &after)
{
    for (int i = 0; i < m_document.sectionCount(); ++i) {
        if (m_document.section(i).change() == file)
            m_document.ink(i).setInks(before, after);
    }
    m_inked.removeOne(file.path());
    m_inked.append(file.path());
    letGoOfInks();
    m_paint.forget();
    viewport()->update();
}

/// Colours follow what is visible, and millions of lines of them are not kept behind it.
void DiffView::letGoOfInks()
{
    const int first = verticalScrollBar()->value();
    const int firstSeen = m_document.sectionOf(first);
    const int lastSeen
        = m_document.sectionOf(std::min(first + geometryNow().fullRows(viewport()->height()), m_document.count() - 1));
    QHash<RepoPath, int> places;
    qsizetype spans = 0;
    const auto spansOf
        = [](const DiffSection &section) { return section.inks(true).spans.size() + section.inks(false).spans.size(); };
    for (int i = 0; i < m_document.sectionCount(); ++i) {
        spans += spansOf(m_document.section(i));
        places.insert(m_document.section(i).change().path(), i);
    }
    for (qsizetype at = 0; at < m_inked.size() && spans > kInksKept;) {
        const int place = places.value(m_inked.at(at), -1);
        if (place >= firstSeen && place <= lastSeen && place >= 0) {
            ++at;
            continue;
        }
        m_inked.removeAt(at);
        if (place < 0)
            continue;
        spans -= spansOf(m_document.section(place));
        m_document.ink(place).dropInks();
        Q_EMIT inksLetGo(m_document.section(place).change());
    }
}

void DiffView::setMoves(const diff::Moves &moves)
{
    m_document.setMoves(moves);
    viewport()->update();
}

void DiffView::setHits(const QString &text, const DiffHits &hits)
{
    m_hits = hits;
    m_paint.setMarked(text);
    viewport()->update();
    Q_EMIT rowsChanged();
}

void DiffView::setHunks(const HunkIds &hunks)
{
    QHash<RepoPath, qsizetype> places;
    for (qsizetype i = 0; i < hunks.size(); ++i)
        places.insert(hunks.at(i).first.path(), i);
    changeRows([&] {
        for (int i = 0; i < m_document.sectionCount(); ++i) {
            const qsizetype at = places.value(m_document.section(i).change().path(), -1);
            if (at < 0 || hunks.at(at).first != m_document.section(i).change())
                continue;
            DiffSection &section = m_document.edit(i);
            section.setHunks(hunks.at(at).second);
            section.setMarks(m_marks);
            section.setDefences(m_defences);
        }
    });
}

void DiffView::setMarks(const ReviewMarks &marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    changeRows([this] {
        for (int i = 0; i < m_document.sectionCount(); ++i)
            m_document.edit(i).setMarks(m_marks);
    });
}

void DiffView::setDefences(const QMap<ReviewPlace, HunkFact> &facts)
{
    m_defences = facts;
    changeRows([this] {
        for (int i = 0; i < m_document.sectionCount(); ++i)
            m_document.edit(i).setDefences(m_defences);
    });
}

void DiffView::setSideBySide(bool wanted)
{
    m_sideBySide = wanted;
    chooseLayout();
}

void DiffView::chooseLayout()
{
    const int columns = viewport()->width() / std::max(1, QFontMetrics(font()).horizontalAdvance(u'0'));
    const auto layout = m_sideBySide && columns >= DiffGeometry::kSideBySideColumns ? diff::Layout::SideBySide
                                                                                    : diff::Layout::Unified;
    if (layout != m_document.layout())
        changeRows([&] { m_document.setLayout(layout); });
}

void DiffView::setWhole(bool whole)
{
    m_whole = whole;
    changeRows([&] {
        for (int i = 0; i < m_document.sectionCount(); ++i) {
            if (m_document.section(i).isRead() && !m_document.section(i).error())
                m_document.edit(i).setRows(m_document.section(i).rows().withEverything(whole));
        }
    });
}

void DiffView::setLongLines(bool shown)
{
    m_paint.setLineLimit(shown ? DiffPaint::kLongLineLimit : DiffPaint::kLineLimit);
    fitScrollBars();
    viewport()->update();
}

DiffGeometry DiffView::geometryNow() const
{
    const QFontMetrics metrics(font());
    DiffGeometry geometry{.rowHeight = metrics.height() + 2, .charWidth = metrics.horizontalAdvance(u'0')};
    geometry.digits = std::max(3, int(QString::number(m_document.highestLine()).size()));
    geometry.width = viewport()->width();
    geometry.sideBySide = isSideBySide();
    geometry.first = verticalScrollBar()->value();
    geometry.scrolled = horizontalScrollBar()->value();
    return geometry;
}

void DiffView::fitScrollBars()
{
    const DiffGeometry geometry = geometryNow();
    const int rows = geometry.fullRows(viewport()->height());
    verticalScrollBar()->setPageStep(rows);
    verticalScrollBar()->setRange(0, std::max(0, m_document.count() - rows));
    const int room = geometry.textRoom();
    horizontalScrollBar()->setPageStep(std::max(room, 1));
    horizontalScrollBar()->setSingleStep(geometry.charWidth * 4);
    horizontalScrollBar()->setRange(0, std::max(0, int(m_widest + 4) * geometry.charWidth - room));
}

bool DiffView::open(int row, bool all)
{
    const DiffDocument::Place place = m_document.at(row);
    if (place.section < 0)
        return false;
    const DiffSection &section = m_document.section(place.section);
    const auto &unread = section.file().truncated();
    if (place.row.kind == SectionRow::Note && unread && unread->canBeLifted) {
        Q_EMIT wholeFileWanted(section.change());
        return true;
    }
    if (place.row.kind != SectionRow::Line)
        return false;
    const diff::Rows &rows = section.rows();
    if (place.row.line.kind == diff::RowKind::Cut) {
        changeRows([&] { m_document.edit(place.section).setRows(rows.withLimit(diff::Rows::kNoLimit)); });
        return true;
    }
    if (place.row.line.kind != diff::RowKind::Fold)
        return false;
    const bool last = place.row.line.hunk >= section.file().hunks().size();
    const bool first = place.row.line.hunk == 0;
    const int above = all ? place.row.line.hidden : first ? 0 : kExpandedLines;
    const int below = all || last ? 0 : kExpandedLines;
    changeRows([&] { m_document.edit(place.section).setRows(rows.expanded(place.row.lineRow, above, below)); });
    Q_EMIT currentRowChanged(currentRow());
    return true;
}

void DiffView::chooseItem(int item)
{
    setCurrentRow(item);
    open(item);
}

int DiffView::itemAt(QPoint place) const
{
    const int row = geometryNow().rowAt(place.y());
    return viewport()->rect().contains(place) && row < m_document.count() ? row : -1;
}

QString DiffView::rowText(int row) const
{
    const DiffDocument::Place place = m_document.at(row);
    if (place.section < 0)
        return {};
    const DiffSection &section = m_document.section(place.section);
    const auto text = [&](int line, bool old) {
        const diff::BlobLines &lines = old ? section.file().before() : section.file().after();
        const diff::LineText decoded = lines.decoded(line, m_paint.lineLimit());
        return ShownLine(decoded.text()).text() + (decoded.cut() > 0 ? Formats::cutOff(decoded.cut()) : QString());
    };
    switch (place.row.kind) {
    case SectionRow::Head:
        return withMark(tr("File %1: %2").arg(DiffWords::name(section.change()), DiffWords::status(section.change())),
                        section.hunks().isEmpty() ? section.mark(-1) : ReviewMark(), section.isUndefended(-1));
    case SectionRow::Note:
        return section.notes().at(place.row.note).text;
    case SectionRow::Picture:
        return tr("The picture, before and after");
    case SectionRow::Line:
        break;
    }
    const diff::Row &line = place.row.line;
    const bool starts = section.startsHunk(place.row);
    const ReviewMark mark = starts ? section.mark(line.hunk) : ReviewMark();
    const bool undefended = starts && section.isUndefended(line.hunk);
    switch (line.kind) {
    case diff::RowKind::Fold:
        return DiffWords::fold(section.rows(), line);
    case diff::RowKind::Cut:
        return DiffWords::cut(section.rows());
    case diff::RowKind::Context:
        return text(line.newLine, false);
    case diff::RowKind::Removed:
        return withMark(
            (section.movedTo(line.oldLine) ? tr("moved away: %1") : tr("removed: %1")).arg(text(line.oldLine, true)),
            mark, undefended);
    case diff::RowKind::Added:
        return withMark(
            (section.movedFrom(line.newLine) ? tr("moved here: %1") : tr("added: %1")).arg(text(line.newLine, false)),
            mark, undefended);
    case diff::RowKind::Pair:
        return withMark(tr("removed: %1, added: %2").arg(text(line.oldLine, true), text(line.newLine, false)), mark,
                        undefended);
    }
    return {};
}

} // namespace assay::ui
