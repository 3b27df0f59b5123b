#include "ui/views/gatechart.h"

#include "ui/look/colours.h"
#include "ui/look/metrics.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace assay::ui {

GateChart::GateChart(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Gate history"));
}

QSize GateChart::sizeHint() const
{
    return {rowHeight * 10, rowHeight * 5};
}

QSize GateChart::minimumSizeHint() const
{
    return {rowHeight * 4, rowHeight * 5};
}

void GateChart::show(const QList<GatePoint> &points)
{
    if (points == m_points)
        return;
    m_points = points;
    m_layout = layoutOf(m_points, size());
    update();
}

void GateChart::resizeEvent(QResizeEvent *)
{
    m_layout = layoutOf(m_points, size());
}

QString GateChart::itemText(int item) const
{
    const GatePoint &point = m_points.at(m_layout.bars.at(item).point);
    const QString where = point.checkpoint == 0
        ? tr("Base")
        : tr("Checkpoint %1, iteration %2").arg(point.checkpoint).arg(point.iteration);
    return point.failed > 0 ? tr("%1: %2 passed, %3 failed").arg(where).arg(point.passed).arg(point.failed)
                            : tr("%1: %2 passed").arg(where).arg(point.passed);
}

void GateChart::chooseItem(int item)
{
    m_current = std::clamp(item, 0, std::max(itemCount() - 1, 0));
    tellFocus(this, currentItem());
    update();
}

void GateChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Colours &c = coloursOf(this);
    painter.setFont(fontOf(Type::Quiet));
    for (qsizetype i = 0; i < m_layout.bars.size(); ++i) {
        const GateChartLayout::Bar &bar = m_layout.bars.at(i);
        const GatePoint &point = m_points.at(bar.point);
        painter.fillRect(bar.passed, c.wash(Meaning::Good));
        painter.fillRect(QRect(bar.passed.left(), bar.passed.top(), bar.passed.width(), 2), c.ink(Meaning::Good));
        painter.fillRect(bar.failed, c.ink(Meaning::Bad));
        const QRect value(bar.column.left() - gridStep,
                          std::max(bar.failed.top(), GateChartLayout::valueHeight) - GateChartLayout::valueHeight,
                          bar.column.width() + 2 * gridStep, GateChartLayout::valueHeight);
        painter.setPen(c.ink(point.failed > 0 ? Meaning::Bad : Meaning::Good));
        painter.drawText(value, Qt::AlignCenter | Qt::TextSingleLine,
                         point.failed > 0 ? glyph(Meaning::Bad) + QString::number(point.failed)
                                          : QString::number(point.passed));
        const QRect label(value.left(), height() - GateChartLayout::labelHeight, value.width(),
                          GateChartLayout::labelHeight);
        painter.setPen(c.quiet);
        QString text = point.checkpoint == 0 ? tr("base") : QString::number(point.checkpoint);
        if (m_layout.hidden > 0 && i == 1)
            text = u"…"_s + text;
        painter.drawText(label, Qt::AlignCenter | Qt::TextSingleLine, text);
        if (hasFocus() && i == currentItem()) {
            painter.setPen(QPen(c.text, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(bar.column.adjusted(0, 0, -1, -1));
        }
    }
}

void GateChart::keyPressEvent(QKeyEvent *event)
{
    if (itemCount() == 0
        || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right && event->key() != Qt::Key_Return
            && event->key() != Qt::Key_Enter)) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->key() == Qt::Key_Left)
        chooseItem(currentItem() < 0 ? itemCount() - 1 : currentItem() - 1);
    else if (event->key() == Qt::Key_Right)
        chooseItem(currentItem() < 0 ? itemCount() - 1 : currentItem() + 1);
    else if (currentItem() >= 0)
        Q_EMIT entered(m_points.at(m_layout.bars.at(currentItem()).point).seq);
}

void GateChart::mousePressEvent(QMouseEvent *event)
{
    if (const qsizetype bar = m_layout.barAt(event->pos()); bar >= 0) {
        chooseItem(int(bar));
        Q_EMIT entered(m_points.at(m_layout.bars.at(bar).point).seq);
    }
}

bool GateChart::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const qsizetype bar = m_layout.barAt(help->pos());
        QToolTip::showText(help->globalPos(), bar < 0 ? QString() : itemText(int(bar)), this);
        return true;
    }
    if (event->type() == QEvent::FocusIn && currentItem() < 0 && itemCount() > 0)
        chooseItem(itemCount() - 1);
    return QWidget::event(event);
}

} // namespace assay::ui
