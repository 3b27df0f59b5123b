#include "ui/look/chip.h"

#include "ui/look/colours.h"
#include "ui/look/metrics.h"
#include "ui/look/roles.h"

#include <QPainter>

namespace assay::ui {
namespace {

constexpr int padding = 6;

QRect cellRect(const QRect &rect)
{
    return rect.adjusted(gridStep, 0, -gridStep, 0);
}

} // namespace

QString ChipPaint::label() const
{
    return glyph(meaning) + QChar(u' ') + text;
}

QSize ChipPaint::size(const QFont &font) const
{
    const QFontMetrics metrics(font);
    return {metrics.horizontalAdvance(label()) + 2 * padding + 2, metrics.height() + gridStep};
}

void ChipPaint::paint(QPainter &painter, const QRect &rect, const QFont &font, const QPalette &palette) const
{
    const Tone &tone = coloursFor(palette).tone(meaning);
    const QSize wanted = size(font);
    const int height = std::min(wanted.height(), rect.height());
    const QRect chip(rect.left(), rect.top() + (rect.height() - height) / 2, std::min(wanted.width(), rect.width()), height);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tone.wash);
    painter.drawRoundedRect(chip, corner, corner);
    painter.setPen(tone.ink);
    painter.setFont(font);
    const QRect inner = chip.adjusted(padding, 0, -padding, 0);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetrics(font).elidedText(label(), Qt::ElideRight, inner.width()));
    painter.restore();
}

Chip::Chip(QWidget *parent) : QWidget(parent)
{
    setFont(fontOf(Type::Quiet));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setVisible(false);
}

void Chip::show(Meaning meaning, const QString &text, const QString &toolTip)
{
    m_chip = {meaning, text};
    setToolTip(toolTip);
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    return m_chip.size(font());
}

void Chip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    m_chip.paint(painter, rect(), font(), palette());
}

void ChipDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant meaning = index.data(MeaningRole);
    if (!meaning.isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = cell.text;
    cell.text.clear();
    const QStyle *style = option.widget ? option.widget->style() : nullptr;
    if (style)
        style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, option.widget);
    QFont font = cell.font;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.9);
    ChipPaint{Meaning(meaning.toInt()), text}.paint(*painter, cellRect(option.rect), font, option.palette);
}

QSize ChipDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.data(MeaningRole).isValid())
        size.setWidth(ChipPaint{Meaning::Idle, index.data().toString()}.size(option.font).width() + 2 * gridStep);
    return size;
}

} // namespace assay::ui
