// LookStyle's controls of several parts: scroll bars, sliders, spin boxes, combo boxes.
#include "ui/look/colours.h"
#include "ui/look/lookpaint.h"
#include "ui/look/lookstyle.h"

#include <QAbstractSpinBox>
#include <QStyleOptionComboBox>
#include <QStyleOptionSlider>
#include <QStyleOptionSpinBox>

namespace assay::ui {
namespace {

/// Where its thumb stands: a bar has no arrows, all of it is the way.
QRect thumbOf(const QStyleOptionSlider &bar)
{
    const bool across = bar.orientation == Qt::Horizontal;
    const int length = across ? bar.rect.width() : bar.rect.height();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    const int thumb = range <= 0 ? length
                                 : int(std::clamp<qint64>(length * qint64(bar.pageStep) / (range + bar.pageStep),
                                                          std::min(shortestThumb, length), length));
    const int at
        = QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, length - thumb, bar.upsideDown);
    return across ? QRect(bar.rect.left() + at, bar.rect.top(), thumb, bar.rect.height())
                  : QRect(bar.rect.left(), bar.rect.top() + at, bar.rect.width(), thumb);
}

} // namespace

void LookStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                   const QWidget *widget) const
{
    if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option); spin && control == CC_SpinBox) {
        drawSpinBox(*spin, painter, widget);
        return;
    }
    if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option); combo && control == CC_ComboBox) {
        drawComboBox(*combo, painter, widget);
        return;
    }
    if (const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option); slider && control == CC_Slider) {
        drawSlider(*slider, painter, widget);
        return;
    }
    const auto *bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider *>(option) : nullptr;
    if (!bar) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    const Colours &c = coloursFor(option->palette);
    painter->fillRect(option->rect, c.ground);
    if (bar->maximum <= bar->minimum)
        return;
    const bool held = (option->state & State_MouseOver) || (option->activeSubControls & SC_ScrollBarSlider);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(held ? c.quiet : c.thumb);
    painter->drawRoundedRect(QRectF(thumbOf(*bar)).adjusted(3, 3, -3, -3), 3, 3);
    painter->restore();
}

/// As a button where one chooses, as a line where one writes.
void LookStyle::drawComboBox(const QStyleOptionComboBox &combo, QPainter *painter, const QWidget *widget) const
{
    const Colours &c = coloursFor(combo.palette);
    const bool enabled = combo.state & State_Enabled, focused = combo.state & State_HasFocus;
    const bool pointed = enabled && !combo.editable && (combo.state & (State_MouseOver | State_On));
    const QColor fill = !enabled || pointed ? c.surface : c.dark && !combo.editable ? c.raised : c.ground;
    paintBox(painter, combo.rect, fill, focused ? c.text : c.line, focused ? 2 : 1);
    const QRectF arrow = subControlRect(CC_ComboBox, &combo, SC_ComboBoxArrow, widget);
    paintChevron(painter, arrow.center(), false, enabled ? c.quiet : c.line);
}

void LookStyle::drawSpinBox(const QStyleOptionSpinBox &spin, QPainter *painter, const QWidget *widget) const
{
    const Colours &c = coloursFor(spin.palette);
    const bool enabled = spin.state & State_Enabled, focused = spin.state & State_HasFocus;
    paintBox(painter, spin.rect, enabled ? c.ground : c.surface, focused ? c.text : c.line, focused ? 2 : 1);
    for (const bool up : {true, false}) {
        const SubControl part = up ? SC_SpinBoxUp : SC_SpinBoxDown;
        const bool may = enabled
            && (spin.stepEnabled & (up ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled));
        paintChevron(painter, QRectF(subControlRect(CC_SpinBox, &spin, part, widget)).center(), up,
                     !may                                 ? c.line
                         : spin.activeSubControls == part ? c.text
                                                          : c.quiet);
    }
}

/// A line, in stronger ink up to where the knob stands.
void LookStyle::drawSlider(const QStyleOptionSlider &slider, QPainter *painter, const QWidget *widget) const
{
    const Colours &c = coloursFor(slider.palette);
    const bool enabled = slider.state & State_Enabled, focused = slider.state & State_HasFocus;
    const bool held = slider.activeSubControls & SC_SliderHandle;
    const QRectF handle = QProxyStyle::subControlRect(CC_Slider, &slider, SC_SliderHandle, widget);
    const QPointF middle = handle.center();
    const QRectF all = QRectF(slider.rect).adjusted(1, 1, -1, -1);
    const bool across = slider.orientation == Qt::Horizontal;
    QRectF line = across ? QRectF(all.left(), middle.y() - 2, all.width(), 4)
                         : QRectF(middle.x() - 2, all.top(), 4, all.height());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(c.line);
    painter->drawRoundedRect(line, 2, 2);
    if (across)
        line.setRight(middle.x());
    else
        line.setTop(middle.y());
    painter->setBrush(enabled ? c.quiet : c.line);
    painter->drawRoundedRect(line, 2, 2);
    painter->setPen(QPen(focused || held ? c.text : c.quiet, focused ? 2 : 1));
    painter->setBrush(c.dark ? c.raised : c.ground);
    painter->drawEllipse(middle, 6, 6);
    painter->restore();
}

QRect LookStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                                const QWidget *widget) const
{
    const auto *bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider *>(option) : nullptr;
    if (!bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const QRect all = bar->rect, thumb = thumbOf(*bar);
    const bool across = bar->orientation == Qt::Horizontal;
    QRect found;
    switch (part) {
    case SC_ScrollBarSlider:
        found = thumb;
        break;
    case SC_ScrollBarGroove:
        found = all;
        break;
    case SC_ScrollBarSubPage:
        found = across ? QRect(all.topLeft(), QPoint(thumb.left() - 1, all.bottom()))
                       : QRect(all.topLeft(), QPoint(all.right(), thumb.top() - 1));
        break;
    case SC_ScrollBarAddPage:
        found = across ? QRect(QPoint(thumb.right() + 1, all.top()), all.bottomRight())
                       : QRect(QPoint(all.left(), thumb.bottom() + 1), all.bottomRight());
        break;
    default:
        break; // arrows
    }
    return visualRect(bar->direction, all, found);
}

} // namespace assay::ui
