#include "ui/views/timelinelane.h"

#include "ui/look/formats.h"
#include "ui/look/metrics.h"
#include "ui/views/runwords.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace assay::ui {
namespace {

constexpr double zoomStep = 1.4;
constexpr int wheelStep = 120;
constexpr int edge = 16; ///< room for half a mark after the end; the begin stands at the page's edge

} // namespace

TimelineLane::TimelineLane(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Iterations in time"));
    horizontalScrollBar()->setSingleStep(rowHeight);
    viewport()->setMouseTracking(true);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

QSize TimelineLane::sizeHint() const
{
    return {rowHeight * 20, TimelineLayout::height + horizontalScrollBar()->sizeHint().height()};
}

QSize TimelineLane::minimumSizeHint() const
{
    return {rowHeight * 8, sizeHint().height()};
}

void TimelineLane::show(const Timeline &line, const QStringList &titles)
{
    if (line == m_line && titles == m_titles)
        return;
    m_line = line;
    m_titles = titles;
    m_scale.breaks = line.breaks;
    m_scale.span = line.span;
    if (m_chosen >= 0 && !m_line.block(m_chosen))
        m_chosen = -1;
    arrange();
}

void TimelineLane::arrange()
{
    const int room = viewport()->width() - edge;
    if (m_fits)
        m_scale.pixelsPerMs = m_scale.fitting(room);
    m_layout = layoutOf(m_line, m_scale);
    horizontalScrollBar()->setRange(0, std::max(0, m_scale.width() - room));
    horizontalScrollBar()->setPageStep(std::max(room, 1));
    viewport()->update();
}

void TimelineLane::fit()
{
    m_fits = true;
    arrange();
}

void TimelineLane::zoomIn()
{
    const qsizetype block = chosenBlock();
    const int middle = block >= 0 ? m_layout.blocks.at(block).center().x() - scrolled() : viewport()->width() / 2;
    zoom(zoomStep, std::clamp(middle, 0, viewport()->width()));
}

void TimelineLane::zoomOut()
{
    zoom(1 / zoomStep, viewport()->width() / 2);
}

void TimelineLane::zoom(double factor, int x)
{
    const int room = viewport()->width() - edge;
    const int scroll = m_scale.zoom(factor, x, horizontalScrollBar()->value(), room);
    m_fits = m_scale.pixelsPerMs <= m_scale.fitting(room);
    arrange();
    horizontalScrollBar()->setValue(scroll);
}

int TimelineLane::scrolled() const
{
    return horizontalScrollBar()->value();
}

QPoint TimelineLane::inLane(QPoint place) const
{
    return {place.x() + scrolled(), place.y()};
}

qsizetype TimelineLane::chosenBlock() const
{
    const TimelineBlock *block = m_chosen < 0 ? nullptr : m_line.block(m_chosen);
    return block ? block - m_line.blocks.constData() : -1;
}

void TimelineLane::choose(int iteration)
{
    if (iteration != m_chosen) {
        m_chosen = iteration;
        tellFocus(this, currentItem());
        Q_EMIT chose(iteration);
    }
    if (const qsizetype block = chosenBlock(); block >= 0) {
        const QRect rect = m_layout.blocks.at(block).translated(-scrolled(), 0);
        QScrollBar *bar = horizontalScrollBar();
        if (rect.left() < 0)
            bar->setValue(bar->value() + rect.left());
        else if (rect.right() > viewport()->width() - edge)
            bar->setValue(bar->value() + std::min(rect.right() - viewport()->width() + edge, rect.left()));
    }
    viewport()->update();
}

void TimelineLane::step(int by)
{
    if (m_line.blocks.isEmpty())
        return;
    const qsizetype from = chosenBlock();
    const qsizetype next
        = from < 0 ? m_line.blocks.size() - 1 : std::clamp<qsizetype>(from + by, 0, m_line.blocks.size() - 1);
    choose(m_line.blocks.at(next).iteration);
}

void TimelineLane::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void TimelineLane::wheelEvent(QWheelEvent *event)
{
    const QPoint turned = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        zoom(std::pow(zoomStep, double(turned.y()) / wheelStep), qRound(event->position().x()));
    } else {
        const int along = turned.x() != 0 ? turned.x() : turned.y();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - along);
    }
    event->accept();
}

void TimelineLane::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return step(-1);
    case Qt::Key_Right:
        return step(1);
    case Qt::Key_Home:
        return step(-int(m_line.blocks.size()));
    case Qt::Key_End:
        return step(int(m_line.blocks.size()));
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_F:
        return fit();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_chosen >= 0)
            Q_EMIT entered(m_chosen);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineLane::mousePressEvent(QMouseEvent *event)
{
    if (const qsizetype block = m_layout.blockAt(inLane(event->pos())); block >= 0)
        choose(m_line.blocks.at(block).iteration);
    else if (const qsizetype group = m_layout.groupAt(inLane(event->pos())); group >= 0)
        choose(m_line.marks.at(m_layout.groups.at(group).marks.first()).iteration);
}

void TimelineLane::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const qsizetype group = m_layout.groupAt(inLane(event->pos())); group >= 0)
        Q_EMIT markEntered(m_line.marks.at(m_layout.groups.at(group).marks.last()));
    else if (const qsizetype block = m_layout.blockAt(inLane(event->pos())); block >= 0)
        Q_EMIT entered(m_line.blocks.at(block).iteration);
}

bool TimelineLane::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QPoint place = inLane(help->pos());
    QString text;
    if (const qsizetype group = m_layout.groupAt(place); group >= 0) {
        text = groupText(group);
    } else if (const qsizetype block = m_layout.blockAt(place); block >= 0) {
        text = blockText(block);
        for (qsizetype i = 0; i < m_layout.steps.at(block).size(); ++i) {
            if (m_layout.steps.at(block).at(i).contains(place)) {
                const TimelineStep &step = m_line.blocks.at(block).steps.at(i);
                text += u'\n'
                    + tr("%1: %2").arg(RunWords::step(step.name), Formats::duration(milliseconds(step.to - step.from)));
            }
        }
    } else {
        for (const TimeScale::Break &one : m_line.breaks) {
            const int x = m_scale.x(one.from);
            if (place.x() >= x && place.x() < x + TimeScale::breakWidth)
                text = tr("Nothing was done for %1.").arg(Formats::duration(milliseconds(one.to - one.from)));
        }
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void TimelineLane::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TimelineLane::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

QString TimelineLane::blockText(qsizetype block) const
{
    const TimelineBlock &one = m_line.blocks.at(block);
    const QString took = Formats::duration(milliseconds(one.to - one.from));
    if (one.iteration == 0)
        return tr("%1, took %2").arg(m_titles.value(block), took);
    return one.held ? tr("Iteration %1, held for you").arg(m_titles.value(block))
        : one.running
        ? tr("Iteration %1, running for %2").arg(m_titles.value(block), took)
        : tr("Iteration %1, %2, took %3").arg(m_titles.value(block), RunWords::verdict(one.verdict, one.running), took);
}

QString TimelineLane::groupText(qsizetype group) const
{
    QStringList texts;
    for (const qsizetype mark : m_layout.groups.at(group).marks)
        texts.append(RunWords::mark(m_line.marks.at(mark)));
    return texts.join(u'\n');
}

int TimelineLane::itemCount() const
{
    return int(m_layout.blocks.size() + m_layout.groups.size());
}

QString TimelineLane::itemText(int item) const
{
    const qsizetype blocks = m_layout.blocks.size();
    return item < blocks ? blockText(item) : groupText(item - blocks);
}

QRect TimelineLane::itemRect(int item) const
{
    const qsizetype blocks = m_layout.blocks.size();
    const QRect rect = item < blocks ? m_layout.blocks.at(item) : m_layout.groups.at(item - blocks).rect;
    return rect.translated(viewport()->x() - scrolled(), viewport()->y());
}

int TimelineLane::currentItem() const
{
    return int(chosenBlock());
}

void TimelineLane::chooseItem(int item)
{
    const qsizetype blocks = m_layout.blocks.size();
    choose(item < blocks ? m_line.blocks.at(item).iteration
                         : m_line.marks.at(m_layout.groups.at(item - blocks).marks.first()).iteration);
}

} // namespace assay::ui
