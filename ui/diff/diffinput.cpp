// The DiffView's events: what is painted when, keys, mouse, what is copied.
#include "ui/diff/diffview.h"
#include "ui/diff/diffwords.h"
#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace assay::ui {

void DiffView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    const Colours &c = coloursOf(this);
    const QRect dirty = event->rect();
    painter.fillRect(dirty, c.ground);
    if (m_document.count() == 0) {
        painter.setPen(c.quiet);
        painter.setFont(fontOf(Type::Body));
        painter.drawText(viewport()->rect().adjusted(0, gap, -gap, -gap),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_placeholder);
        return;
    }
    const DiffGeometry geometry = geometryNow();
    const int end = std::min(m_document.count(), geometry.rowAt(viewport()->height()) + 1);
    qsizetype widest = m_widest;
    // Scrolled, most of it is moved and only the rest is painted.
    const int lastDirty = std::min(end - 1, geometry.rowAt(dirty.bottom()));
    for (int row = std::max(geometry.first, geometry.rowAt(dirty.top())); row <= lastDirty; ++row) {
        m_paint.paint(painter, geometry, row, m_selection, font(), c);
        for (const bool old : {true, false}) {
            if (const DiffLine line = m_document.lineOf(row, old); line.line >= 0)
                widest = std::max(widest, m_paint.widthOf(line));
        }
    }
    if (hasFocus()) {
        painter.setPen(c.text);
        painter.drawRect(geometry.rowRect(m_selection.current).adjusted(0, 0, -1, -1));
    }
    tellSeen(geometry.first, end);
    if (widest > m_widest) {
        m_widest = widest;
        QMetaObject::invokeMethod(this, &DiffView::fitScrollBars, Qt::QueuedConnection);
    }
}

void DiffView::tellSeen(int first, int last)
{
    QList<diff::FileChange> files;
    const int end = m_document.sectionOf(last - 1);
    for (int i = m_document.sectionOf(first); i >= 0 && i <= end; ++i) {
        const DiffSection &section = m_document.section(i);
        if (!section.isRead() || !section.isInked())
            files.append(section.change());
    }
    if (!files.isEmpty())
        QMetaObject::invokeMethod(this, [this, files] { Q_EMIT filesSeen(files); }, Qt::QueuedConnection);
}

void DiffView::scrollContentsBy(int dx, int dy)
{
    const int high = geometryNow().rowHeight;
    if (dx == 0 && std::abs(dy) < viewport()->height() / high)
        viewport()->scroll(0, dy * high);
    else
        viewport()->update();
}

void DiffView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    chooseLayout();
    fitScrollBars();
}

void DiffView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll)) {
        m_selection = {.anchor = 0, .current = std::max(0, m_document.count() - 1)};
        return viewport()->update();
    }
    const bool extend = event->modifiers() & Qt::ShiftModifier;
    const int page = geometryNow().fullRows(viewport()->height());
    QScrollBar *sideways = horizontalScrollBar();
    switch (event->key()) {
    case Qt::Key_Up:
        return setCurrentRow(currentRow() - 1, extend);
    case Qt::Key_Down:
        return setCurrentRow(currentRow() + 1, extend);
    case Qt::Key_PageUp:
        return setCurrentRow(currentRow() - page, extend);
    case Qt::Key_PageDown:
        return setCurrentRow(currentRow() + page, extend);
    case Qt::Key_Home:
        return setCurrentRow(0, extend);
    case Qt::Key_End:
        return setCurrentRow(m_document.count() - 1, extend);
    case Qt::Key_Left:
        return sideways->setValue(sideways->value() - sideways->singleStep());
    case Qt::Key_Right:
        return sideways->setValue(sideways->value() + sideways->singleStep());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (open(currentRow(), extend))
            return;
        break;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

qsizetype DiffView::positionAt(int row, int x, bool old) const
{
    const DiffLine line = m_document.lineOf(row, old);
    if (line.line < 0)
        return 0;
    const DiffDocument::Place place = m_document.at(row);
    const bool changed = place.row.line.kind != diff::RowKind::Context;
    const LaidLine &laid = m_paint.laid(line, changed ? m_paint.partnerOf(place.row.line, line.old) : -1);
    return laid.positionAt(m_paint.monospaced(font()), x - geometryNow().textLeft(line.old));
}

void DiffView::mousePressEvent(QMouseEvent *event)
{
    const DiffGeometry geometry = geometryNow();
    const QPoint place = event->position().toPoint();
    const int row = std::min(geometry.rowAt(place.y()), m_document.count() - 1);
    if (event->button() != Qt::LeftButton || row < 0)
        return;
    const bool extend = event->modifiers() & Qt::ShiftModifier;
    m_selection.old = geometry.oldAt(place.x());
    setCurrentRow(row, extend);
    const SectionRow::Kind kind = m_document.at(row).row.kind;
    if (!extend && m_document.lineOf(row, m_selection.old).line < 0 && kind == SectionRow::Line) {
        open(row);
        return;
    }
    if (!extend && place.x() >= geometry.textClip(m_selection.old))
        m_pressedAt = positionAt(row, place.x(), m_selection.old);
    else
        m_pressedAt = DiffSelection::kWhole;
}

void DiffView::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton) || m_document.count() == 0)
        return;
    const QPoint place = event->position().toPoint();
    const bool old = m_selection.old;
    const int anchor = m_selection.anchor;
    const int row = std::clamp(geometryNow().rowAt(place.y()), 0, m_document.count() - 1);
    setCurrentRow(row, true);
    if (m_pressedAt == DiffSelection::kWhole)
        return; // begun at the numbers: whole rows
    m_selection = {.anchor = anchor,
                   .current = row,
                   .anchorAt = m_pressedAt,
                   .currentAt = positionAt(row, place.x(), old),
                   .old = old};
    viewport()->update();
}

void DiffView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const DiffGeometry geometry = geometryNow();
    const QPoint place = event->position().toPoint();
    const int row = geometry.rowAt(place.y());
    const bool old = geometry.oldAt(place.x());
    const DiffLine line = m_document.lineOf(row, old);
    if (event->button() != Qt::LeftButton || line.line < 0 || place.x() < geometry.textClip(old))
        return;
    const qsizetype at = positionAt(row, place.x(), old);
    const diff::FileDiff &file = m_document.section(line.section).file();
    const QString text = (line.old ? file.before() : file.after()).decoded(line.line, m_paint.lineLimit()).text();
    for (const diff::Span &word : diff::wordsOf(text)) {
        if (at >= word.start && at < word.end())
            m_selection = {.anchor = row, .current = row, .anchorAt = word.start, .currentAt = word.end(), .old = old};
    }
    viewport()->update();
}

QString DiffView::selectedText() const
{
    QStringList texts;
    for (int row = m_selection.first(); row <= m_selection.last() && row < m_document.count(); ++row) {
        DiffLine line = m_document.lineOf(row, m_selection.old);
        if (line.line < 0 && m_selection.isWhole())
            line = m_document.lineOf(row, !m_selection.old); // of a half that has nothing here
        if (line.line < 0) {
            if (m_selection.isWhole() && m_selection.first() == m_selection.last())
                texts.append(rowText(row));
            continue;
        }
        const diff::FileDiff &file = m_document.section(line.section).file();
        const QString text = (line.old ? file.before() : file.after()).decoded(line.line).text();
        const diff::Span span = m_selection.of(row, text.size());
        texts.append(text.sliced(span.start, span.length));
    }
    QString text = texts.join(u'\n');
    if (m_selection.isWhole() && !texts.isEmpty())
        text += u'\n';
    QString readable;
    readable.reserve(text.size());
    for (const QChar c : std::as_const(text)) { // half a pair cannot be on a clipboard
        if (diff::isStrayByte(c.unicode()) && (readable.isEmpty() || !readable.back().isHighSurrogate()))
            readable += u"\\x%1"_s.arg(uint(c.unicode()) - 0xdc00, 2, 16, QChar(u'0'));
        else
            readable += c;
    }
    return readable;
}

void DiffView::copy() const
{
    if (m_document.count() > 0 && !m_selection.isEmpty())
        QApplication::clipboard()->setText(selectedText());
}

void DiffView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QPoint below = geometryNow().rowRect(currentRow()).bottomLeft();
    openMenu(byKey ? currentRow() : itemAt(event->pos()),
             byKey ? viewport()->mapToGlobal(below + QPoint(geometryNow().textLeft(m_selection.old), 0))
                   : event->globalPos());
}

void DiffView::openMenu(int row, QPoint globalPlace)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (row >= 0 && (row < m_selection.first() || row > m_selection.last()))
        setCurrentRow(row); // what is selected stays to be copied
    if (row >= 0)
        Q_EMIT menuAsked(menu);
    menu->addAction(tr("Copy"), QKeySequence::Copy, this, &DiffView::copy)->setEnabled(!m_selection.isEmpty());
    const DiffDocument::Place place = m_document.at(row);
    if (place.section >= 0) {
        const RepoPath path = m_document.section(place.section).change().path();
        menu->addAction(tr("Copy the file's name"), this,
                        [path] { QApplication::clipboard()->setText(path.display()); });
        if (place.row.kind == SectionRow::Line && place.row.line.kind == diff::RowKind::Fold) {
            menu->addSeparator();
            menu->addAction(tr("Show %1 lines more").arg(kExpandedLines), this, [this, row] { open(row); });
            menu->addAction(tr("Show all of them"), this, [this, row] { open(row, true); });
        }
    }
    menu->addSeparator();
    QAction *longLines = menu->addAction(tr("Long lines to 100,000 characters"), this, &DiffView::setLongLines);
    longLines->setCheckable(true);
    longLines->setChecked(m_paint.lineLimit() > DiffPaint::kLineLimit);
    menu->popup(globalPlace);
}

QString DiffView::rowHint(int row) const
{
    const DiffDocument::Place place = m_document.at(row);
    if (place.section < 0)
        return {};
    const DiffSection &section = m_document.section(place.section);
    const auto whither = [&](const std::optional<DiffSection::Moved> &moved, const QString &text) {
        if (!moved || moved->file >= m_document.sectionCount())
            return QString();
        return text.arg(DiffWords::name(m_document.section(moved->file).change()), QString::number(moved->line + 1));
    };
    switch (place.row.kind) {
    case SectionRow::Head:
        return DiffWords::name(section.change());
    case SectionRow::Note:
        return section.notes().at(place.row.note).text;
    case SectionRow::Picture:
        return {};
    case SectionRow::Line:
        break;
    }
    const diff::Row &line = place.row.line;
    if (line.kind == diff::RowKind::Fold)
        return tr("Enter or a click shows %1 lines more, Shift+Enter all").arg(kExpandedLines);
    if (line.kind == diff::RowKind::Context)
        return {};
    const QString away
        = line.oldLine < 0 ? QString() : whither(section.movedTo(line.oldLine), tr("Moved to %1, line %2"));
    return !away.isEmpty() || line.newLine < 0 ? away
                                               : whither(section.movedFrom(line.newLine), tr("Moved from %1, line %2"));
}

bool DiffView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int row = itemAt(help->pos());
        QToolTip::showText(help->globalPos(), row < 0 ? QString() : rowHint(row).toHtmlEscaped(), this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void DiffView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void DiffView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void DiffView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        m_paint.forget();
        chooseLayout();
        fitScrollBars();
        viewport()->update();
    }
}

} // namespace assay::ui
