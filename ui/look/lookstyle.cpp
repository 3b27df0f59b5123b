#include "ui/look/lookstyle.h"

#include "ui/look/colours.h"
#include "ui/look/lookpaint.h"
#include "ui/look/metrics.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOptionButton>
#include <QStyleOptionComboBox>
#include <QStyleOptionHeader>

namespace assay::ui {
namespace {

/// Qt takes the default of a button that lost the focus away outside of dialogs: the property "leads" stays.
bool isCallToAction(const QStyleOptionButton &button, const QWidget *widget)
{
    return (button.features & QStyleOptionButton::DefaultButton) || (widget && widget->property("leads").toBool());
}

} // namespace

LookStyle::LookStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void LookStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                              const QWidget *widget) const
{
    const Colours &c = coloursFor(option->palette);
    const bool enabled = option->state & State_Enabled;
    const bool focused = option->state & State_HasFocus;
    switch (element) {
    case PE_PanelButtonCommand: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        const bool leads = enabled && button && isCallToAction(*button, widget);
        QColor fill = leads ? c.wash(Meaning::Waiting) : c.dark ? c.raised : c.ground;
        if (enabled && (option->state & (State_Sunken | State_On)))
            fill = c.selection;
        else if (enabled && (option->state & State_MouseOver))
            fill = leads ? fill : c.surface;
        paintBox(painter, option->rect, enabled ? fill : c.surface,
                 focused     ? c.text
                     : leads ? c.ink(Meaning::Waiting)
                             : c.line,
                 focused ? 2 : 1);
        return;
    }
    case PE_IndicatorRadioButton: {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF mark = QRectF(option->rect).adjusted(1, 1, -1, -1);
        painter->setPen(QPen(focused ? c.text : c.quiet, focused ? 2 : 1));
        painter->setBrush(enabled ? c.ground : c.surface);
        painter->drawEllipse(mark);
        if (option->state & State_On) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(enabled ? c.text : c.quiet);
            painter->drawEllipse(mark.adjusted(4, 4, -4, -4));
        }
        painter->restore();
        return;
    }
    case PE_Frame: // of texts of several lines; square, since what is in it is
        painter->save();
        painter->setPen(QPen(focused ? c.text : c.line, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_PanelLineEdit:
    case PE_FrameLineEdit: {
        if (const QWidget *whole = widget ? widget->parentWidget() : nullptr;
            qobject_cast<const QAbstractSpinBox *>(whole) || qobject_cast<const QComboBox *>(whole))
            return; // the whole of it has a frame
        const bool plain = widget && widget->property("plain").toBool();
        if (element == PE_PanelLineEdit)
            paintBox(painter, option->rect, enabled ? c.ground : c.surface,
                     plain         ? c.ground
                         : focused ? c.text
                                   : c.line,
                     focused && !plain ? 2 : 1);
        return;
    }
    case PE_IndicatorCheckBox: {
        const QRect mark(option->rect.left(), option->rect.center().y() - 7, 15, 15);
        paintBox(painter, mark, enabled ? c.ground : c.surface, focused ? c.text : c.quiet, focused ? 2 : 1);
        if (option->state & State_On) {
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(QPen(enabled ? c.text : c.quiet, 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter->drawPolyline(
                QPolygonF({QPointF(mark.left() + 4, mark.top() + 8), QPointF(mark.left() + 6.5, mark.top() + 10.5),
                           QPointF(mark.left() + 11, mark.top() + 5)}));
            painter->restore();
        }
        return;
    }
    case PE_FrameFocusRect: {
        painter->save();
        painter->setPen(QPen(c.text, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    }
    case PE_PanelScrollAreaCorner:
        painter->fillRect(option->rect, c.ground);
        return;
    case PE_FrameTabBarBase:
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), c.line);
        return;
    case PE_FrameTabWidget:
    case PE_FrameGroupBox:
    case PE_PanelStatusBar:
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void LookStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                            const QWidget *widget) const
{
    const Colours &c = coloursFor(option->palette);
    switch (element) {
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, c.ground);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), c.line);
        return;
    case CE_PushButtonLabel: {
        // The one default button carries the call to action's ink.
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        if (button && isCallToAction(*button, widget) && (option->state & State_Enabled)) {
            QStyleOptionButton inked = *button;
            inked.palette.setColor(QPalette::ButtonText, c.ink(Meaning::Waiting));
            QProxyStyle::drawControl(element, &inked, painter, widget);
            return;
        }
        break;
    }
    case CE_ComboBoxLabel: {
        const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        if (!combo || combo->editable)
            break;
        QStyleOptionComboBox elided = *combo;
        const QRect room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget);
        elided.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room.width() - gridStep);
        QProxyStyle::drawControl(element, &elided, painter, widget);
        return;
    }
    case CE_TabBarTabShape: { // a word with a line below it, stronger where it is chosen
        const bool chosen = option->state & State_Selected;
        if (!chosen && (option->state & State_MouseOver))
            painter->fillRect(option->rect, c.surface);
        const int strong = chosen ? 2 : 1;
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom() + 1 - strong, option->rect.width(), strong),
                          chosen ? c.text : c.line);
        return;
    }
    case CE_Splitter:
        painter->fillRect(option->rect.width() < option->rect.height()
                              ? QRect(option->rect.center().x(), option->rect.top(), 1, option->rect.height())
                              : QRect(option->rect.left(), option->rect.center().y(), option->rect.width(), 1),
                          c.line);
        return;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

QRect LookStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const bool framed = element == SE_LineEditContents && widget && !widget->property("plain").toBool()
        && !qobject_cast<const QAbstractSpinBox *>(widget->parentWidget())
        && !qobject_cast<const QComboBox *>(widget->parentWidget());
    return framed ? rect.adjusted(gridStep - 1, 0, 1 - gridStep, 0) : rect;
}

int LookStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return barWidth;
    case PM_ScrollBarSliderMin:
        return shortestThumb;
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    case PM_ButtonMargin:
        return gap;
    case PM_SplitterWidth:
        return gap + 1;
    case PM_HeaderMargin:
        return gridStep;
    case PM_FocusFrameHMargin:
        return gridStep;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int LookStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                         QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton; // a click goes to its place
    case SH_Widget_Animation_Duration:
        return 0; // nothing moves by itself but progress
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize LookStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                  const QWidget *widget) const
{
    QSize wanted = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton)
        wanted = {wanted.width() + gap, std::max(formRow, option->fontMetrics.height() + gap)};
    else if (type == CT_LineEdit || type == CT_ComboBox || type == CT_SpinBox)
        wanted.setHeight(std::max(formRow, option->fontMetrics.height() + gap));
    else if (type == CT_ItemViewItem || type == CT_HeaderSection)
        wanted.setHeight(std::max(rowHeight, option->fontMetrics.height() + gridStep));
    return wanted;
}

} // namespace assay::ui
