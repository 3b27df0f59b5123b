#include "ui/look/linesview.h"

#include "ui/look/colours.h"
#include "ui/look/metrics.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int widestChars = 5000; ///< shown() cuts there

const std::shared_ptr<const Lines> &noLines()
{
    static const auto none = std::make_shared<const Lines>();
    return none;
}

QList<QTextLayout::FormatRange> formatsOf(const QList<InkSpan> &spans, const Colours &c)
{
    QList<QTextLayout::FormatRange> formats;
    for (const InkSpan &span : spans)
        formats.append({.start = span.start, .length = span.length, .format = codeFormat(span.ink, c)});
    return formats;
}

} // namespace

QTextCharFormat codeFormat(CodeInk ink, const Colours &colours)
{
    QTextCharFormat format;
    format.setForeground(colours.ink(ink));
    if (ink == CodeInk::Keyword)
        format.setFontWeight(QFont::DemiBold);
    return format;
}

LinesView::LinesView(QWidget *parent) : QAbstractScrollArea(parent), m_lines(noLines())
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setFont(monospace());
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setCursor(Qt::IBeamCursor);
}

void LinesView::show(std::shared_ptr<const Lines> lines)
{
    if (!lines)
        lines = noLines();
    const bool same = lines->bytes == m_lines->bytes && lines->count() == m_lines->count();
    m_lines = std::move(lines);
    fitScrollBars();
    if (!same) {
        m_current = m_anchor = 0;
        verticalScrollBar()->setValue(0);
        horizontalScrollBar()->setValue(0);
        Q_EMIT currentLineChanged(0);
    }
    viewport()->update();
}

void LinesView::setNumbers(bool shown)
{
    m_numbers = shown;
    viewport()->update();
}

void LinesView::setPlaceholder(const QString &sentence)
{
    m_placeholder = sentence;
    viewport()->update();
}

void LinesView::setMarked(const QString &text)
{
    m_marked = text;
    viewport()->update();
}

LinesGeometry LinesView::geometryNow() const
{
    const QFontMetrics metrics(font());
    return {.rowHeight = metrics.height() + 2,
            .charWidth = metrics.horizontalAdvance(u'0'),
            .numbers = m_numbers && m_lines->titles.isEmpty(),
            .digits = std::max(3, int(QString::number(m_lines->count()).size())),
            .first = verticalScrollBar()->value(),
            .scrolled = horizontalScrollBar()->value()};
}

QRect LinesView::itemRect(int item) const
{
    const LinesGeometry geometry = geometryNow();
    return {0, geometry.top(item), viewport()->width(), geometry.rowHeight};
}

int LinesView::itemAt(QPoint place) const
{
    const qsizetype line = geometryNow().lineAt(place.y());
    return viewport()->rect().contains(place) && line < m_lines->count() ? int(line) : -1;
}

void LinesView::fitScrollBars()
{
    const LinesGeometry geometry = geometryNow();
    const int rows = geometry.fullRows(viewport()->height());
    verticalScrollBar()->setPageStep(rows);
    verticalScrollBar()->setRange(0, int(std::max<qsizetype>(0, m_lines->count() - rows)));
    const qsizetype widest = std::min<qsizetype>(m_lines->widest + 4, widestChars);
    const int room = viewport()->width() - geometry.textClip();
    horizontalScrollBar()->setPageStep(std::max(room, 1));
    horizontalScrollBar()->setSingleStep(geometry.charWidth * 4);
    horizontalScrollBar()->setRange(0, std::max(0, int(widest) * geometry.charWidth - room));
}

void LinesView::setCurrentLine(qsizetype line, bool extend, bool onTop)
{
    if (m_lines->count() == 0)
        return;
    m_current = std::clamp<qsizetype>(line, 0, m_lines->count() - 1);
    if (!extend)
        m_anchor = m_current;
    const int rows = geometryNow().fullRows(viewport()->height());
    const int first = verticalScrollBar()->value();
    if (onTop)
        verticalScrollBar()->setValue(int(m_current));
    else if (m_current < first)
        verticalScrollBar()->setValue(int(m_current));
    else if (m_current >= first + rows)
        verticalScrollBar()->setValue(int(m_current) - rows + 1);
    viewport()->update();
    Q_EMIT currentLineChanged(m_current);
    if (hasFocus())
        tellFocus(this, int(m_current));
}

QByteArray LinesView::selection() const
{
    QByteArray text;
    for (qsizetype line = firstSelected(); line <= lastSelected() && line < m_lines->count(); ++line)
        text.append(m_lines->raw(line)).append('\n');
    return text;
}

void LinesView::copy() const
{
    if (m_lines->count() > 0)
        QApplication::clipboard()->setText(QString::fromUtf8(selection()));
}

void LinesView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const Colours &c = coloursOf(this);
    painter.fillRect(viewport()->rect(), c.ground);
    if (m_lines->count() == 0) {
        painter.setPen(c.quiet);
        painter.setFont(fontOf(Type::Body));
        painter.drawText(viewport()->rect().adjusted(0, gap, -gap, -gap),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_placeholder);
        return;
    }
    const LinesGeometry geometry = geometryNow();
    const qsizetype end = std::min(m_lines->count(), geometry.lineAt(viewport()->height()) + 1);
    for (qsizetype line = geometry.first; line < end; ++line)
        paintLine(painter, geometry, line);
    if (hasFocus()) {
        painter.setPen(c.text);
        painter.drawRect(QRect(0, geometry.top(m_current), viewport()->width() - 1, geometry.rowHeight - 1));
    }
}

void LinesView::paintLine(QPainter &painter, const LinesGeometry &geometry, qsizetype line)
{
    const Colours &c = coloursOf(this);
    const bool heading = m_lines->titles.contains(line);
    const QRect row(0, geometry.top(line), viewport()->width(), geometry.rowHeight);
    if (heading)
        painter.fillRect(row, c.surface);
    if (line >= firstSelected() && line <= lastSelected() && (hasFocus() || m_anchor != m_current))
        painter.fillRect(row, c.selection);
    painter.setFont(font());
    painter.setPen(c.quiet);
    if (geometry.numbers) {
        painter.drawText(QRect(0, row.top(), geometry.numberWidth() - geometry.charWidth / 2, row.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(line + 1));
    }
    const QString text = m_lines->shown(line);
    painter.save();
    painter.setClipRect(row.adjusted(geometry.textClip(), 0, 0, 0));
    if (!m_marked.isEmpty()) {
        for (qsizetype at = text.indexOf(m_marked, 0, Qt::CaseInsensitive); at >= 0;
             at = text.indexOf(m_marked, at + m_marked.size(), Qt::CaseInsensitive)) {
            const QFontMetrics metrics(font());
            painter.fillRect(QRect(geometry.textLeft() + metrics.horizontalAdvance(text.left(at)), row.top(),
                                   metrics.horizontalAdvance(m_marked), row.height()),
                             c.wash(Meaning::Unsure));
        }
    }
    painter.setPen(c.text);
    QFont drawn = font();
    if (heading)
        drawn.setWeight(QFont::DemiBold);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    QTextLayout layout(text, drawn);
    layout.setTextOption(option);
    if (line < m_lines->inks.size())
        layout.setFormats(formatsOf(m_lines->inks.at(line), c));
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    layout.draw(&painter, QPointF(geometry.textLeft(), row.top() + 1));
    painter.restore();
}

void LinesView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBars();
}

void LinesView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
        return;
    }
    if (event->matches(QKeySequence::SelectAll)) {
        m_anchor = 0;
        setCurrentLine(m_lines->count() - 1, true);
        return;
    }
    const bool extend = event->modifiers() & Qt::ShiftModifier;
    const int page = geometryNow().fullRows(viewport()->height());
    QScrollBar *sideways = horizontalScrollBar();
    switch (event->key()) {
    case Qt::Key_Up:
        return setCurrentLine(m_current - 1, extend);
    case Qt::Key_Down:
        return setCurrentLine(m_current + 1, extend);
    case Qt::Key_PageUp:
        return setCurrentLine(m_current - page, extend);
    case Qt::Key_PageDown:
        return setCurrentLine(m_current + page, extend);
    case Qt::Key_Home:
        return setCurrentLine(0, extend);
    case Qt::Key_End:
        return setCurrentLine(m_lines->count() - 1, extend);
    case Qt::Key_Left:
        return sideways->setValue(sideways->value() - sideways->singleStep());
    case Qt::Key_Right:
        return sideways->setValue(sideways->value() + sideways->singleStep());
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void LinesView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        setCurrentLine(geometryNow().lineAt(int(event->position().y())), event->modifiers() & Qt::ShiftModifier);
}

void LinesView::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        setCurrentLine(geometryNow().lineAt(int(event->position().y())), true);
}

void LinesView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), QKeySequence::Copy, this, &LinesView::copy)->setEnabled(m_lines->count() > 0);
    menu->addAction(tr("Copy all"), this,
                    [this] { QApplication::clipboard()->setText(QString::fromUtf8(m_lines->bytes)); })
        ->setEnabled(m_lines->count() > 0);
    menu->popup(event->globalPos());
}

void LinesView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LinesView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void LinesView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitScrollBars();
}

} // namespace assay::ui
