#include "ui/diff/diffruler.h"

#include "ui/diff/diffview.h"
#include "ui/look/colours.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

namespace assay::ui {

int RulerMarks::yOf(int row) const
{
    return m_rows <= 0 ? 0 : int(qint64(row) * height() / m_rows);
}

int RulerMarks::rowAt(int y) const
{
    return height() <= 0 ? 0 : int(qint64(std::clamp(y, 0, height() - 1)) * m_rows / height());
}

int RulerMarks::add(int row, int count, Mark mark)
{
    if (height() == 0 || m_rows == 0 || count <= 0)
        return m_rows;
    const int first = std::clamp(yOf(row), 0, height() - 1);
    const int last = std::clamp(yOf(row + count) - 1, first, height() - 1);
    for (int y = first; y <= last; ++y)
        m_marks[y] |= mark;
    return int((qint64(last + 1) * m_rows + height() - 1) / height());
}

DiffRuler::DiffRuler(DiffView *view, QWidget *parent) : QWidget(parent), m_view(view)
{
    setFixedWidth(kWidth);
    setAccessibleName(tr("Overview of the change"));
    setToolTip(
        tr("The whole change: left what was removed, right what was added, between them what was reviewed or left out; "
           "bars across: found, comments, warnings"));
    const auto again = [this] {
        m_marks.reset();
        update();
    };
    connect(view, &DiffView::rowsChanged, this, again);
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
}

namespace {

/// What changed on one side of a file. Of the hundreds of changes behind one pixel only the first is looked at.
void markChanges(RulerMarks &marks, const DiffDocument &document, int section, bool old)
{
    const QList<diff::LineChange> &changes = document.section(section).file().changes();
    const auto rowOf = [&](const diff::LineChange &change) {
        // By a line that it has: behind the last one there is no row.
        const bool by = old ? change.oldCount > 0 : change.newCount == 0;
        return document.rowOf(DiffLine{section, by ? change.oldStart : change.newStart, by});
    };
    for (auto change = changes.cbegin(); change != changes.cend();) {
        const int count = old ? change->oldCount : change->newCount;
        if (count == 0) {
            ++change;
            continue;
        }
        const int behind = marks.add(rowOf(*change), count, old ? RulerMarks::Removed : RulerMarks::Added);
        change = std::partition_point(change + 1, changes.cend(),
                                      [&](const diff::LineChange &next) { return rowOf(next) < behind; });
    }
}

} // namespace

RulerMarks DiffRuler::marks() const
{
    const DiffDocument &document = m_view->document();
    RulerMarks marks(document.count(), height());
    for (int i = 0; i < document.sectionCount(); ++i) {
        const DiffSection &section = document.section(i);
        marks.add(document.rowOf(i), 1, RulerMarks::File);
        markChanges(marks, document, i, true);
        markChanges(marks, document, i, false);
        for (int hunk = 0; hunk < section.hunks().size(); ++hunk) {
            const ReviewMark &mark = section.mark(hunk);
            const bool undefended = section.isUndefended(hunk);
            if (mark.isEmpty() && !undefended)
                continue;
            const int first = document.rowOf(i, section.rowOfLineRow(section.rows().rowOfHunk(hunk)));
            const int last = document.rowOf(i, section.rowOfLineRow(section.lastRowOf(hunk)));
            if (mark.reviewed)
                marks.add(first, last - first + 1, RulerMarks::Reviewed);
            if (undefended)
                marks.add(first, last - first + 1, RulerMarks::Undefended);
            if (mark.leftOut)
                marks.add(first, last - first + 1, RulerMarks::LeftOut);
            if (mark.isOpenComment())
                marks.add(last + 1, 1, RulerMarks::Comment); // its own row
        }
        for (const diff::Warning &warning : section.warnings())
            marks.add(document.rowOf(DiffLine{i, warning.line, false}), 1, RulerMarks::Warning);
    }
    for (const DiffLine &hit : m_view->hits().lines)
        marks.add(document.rowOf(hit), 1, RulerMarks::Hit);
    return marks;
}

void DiffRuler::paintEvent(QPaintEvent *)
{
    if (!m_marks)
        m_marks = marks();
    QPainter painter(this);
    const Colours &c = coloursOf(this);
    painter.fillRect(rect(), c.surface);
    const int first = m_view->verticalScrollBar()->value();
    const int rows = m_view->geometryNow().fullRows(m_view->viewport()->height());
    if (m_view->document().count() > rows) {
        const int top = m_marks->yOf(first), bottom = m_marks->yOf(first + rows);
        painter.fillRect(QRect(0, top, width(), std::max(2, bottom - top)), c.selection);
    }
    for (int y = 0; y < m_marks->height(); ++y) {
        const quint16 mark = m_marks->at(y);
        if (mark & RulerMarks::Removed)
            painter.fillRect(QRect(1, y, 4, 1), c.ink(Meaning::Bad));
        if (mark & RulerMarks::Added)
            painter.fillRect(QRect(7, y, 4, 1), c.ink(Meaning::Good));
        if (mark & (RulerMarks::Reviewed | RulerMarks::LeftOut | RulerMarks::Undefended)) {
            // In the middle, between removed and added.
            const Meaning meaning = mark & RulerMarks::LeftOut ? Meaning::Undone
                : mark & RulerMarks::Undefended                ? Meaning::Unsure
                                                               : Meaning::Good;
            painter.fillRect(QRect(5, y, 2, 1), c.ink(meaning));
        }
        if (mark & (RulerMarks::Hit | RulerMarks::Warning | RulerMarks::Comment))
            painter.fillRect(QRect(0, y, width(), 2),
                             c.ink(mark & RulerMarks::Warning ? Meaning::Unsure : Meaning::Waiting));
    }
}

void DiffRuler::goTo(int y)
{
    if (m_marks && m_view->document().count() > 0)
        m_view->setCurrentRow(m_marks->rowAt(y), false, true);
}

void DiffRuler::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        goTo(int(event->position().y()));
}

void DiffRuler::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        goTo(int(event->position().y()));
}

void DiffRuler::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_marks.reset();
}

} // namespace assay::ui
