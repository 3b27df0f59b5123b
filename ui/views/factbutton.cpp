#include "ui/views/factbutton.h"

#include "ui/look/colours.h"
#include "ui/look/metrics.h"

#include <QPainter>

namespace assay::ui {
namespace {

constexpr int glyphWidth = 20;

} // namespace

FactButton::FactButton(QWidget *parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FactButton::say(Meaning meaning, const QString &text)
{
    m_meaning = meaning;
    setText(text);
    setAccessibleName(text);
    setToolTip(text);
    updateGeometry();
    update();
}

QSize FactButton::sizeHint() const
{
    return {glyphWidth + fontMetrics().horizontalAdvance(text()) + gridStep, rowHeight};
}

QSize FactButton::minimumSizeHint() const
{
    return {glyphWidth * 4, rowHeight};
}

void FactButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Colours &c = coloursOf(this);
    if (underMouse() || isDown())
        painter.fillRect(rect(), c.surface);
    painter.setPen(c.ink(m_meaning));
    painter.drawText(QRect(gridStep, 0, glyphWidth - gridStep, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     glyph(m_meaning));
    painter.setPen(c.text);
    const QRect room = rect().adjusted(glyphWidth, 0, -gridStep, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    if (hasFocus()) {
        painter.setPen(c.text);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void FactButton::enterEvent(QEnterEvent *)
{
    update();
}

void FactButton::leaveEvent(QEvent *)
{
    update();
}

} // namespace assay::ui
