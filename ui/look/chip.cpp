#include "ui/look/chip.h"

#include "ui/look/colours.h"
#include "ui/look/metrics.h"
#include "ui/look/roles.h"

#include <QPainter>

namespace assay::ui {
namespace {

constexpr int padding = 6;
constexpr int strokeWidth = 3, strokeHeight = 12, strokesWidth = 3 * strokeWidth + 2 * 2 + gridStep;

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
    const QRect chip(rect.left(), rect.top() + (rect.height() - height) / 2, std::min(wanted.width(), rect.width()),
                     height);
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

void paintStrokes(QPainter &painter, const QRect &rect, Severity severity, const QPalette &palette)
{
    const Colours &c = coloursFor(palette);
    const int filled = severity == Severity::High ? 3 : severity == Severity::Medium ? 2 : 1;
    for (int stroke = 0; stroke < 3; ++stroke) {
        const int height = strokeHeight - 3 * (2 - stroke);
        painter.fillRect(QRect(rect.left() + stroke * (strokeWidth + 2), rect.center().y() + strokeHeight / 2 - height,
                               strokeWidth, height),
                         stroke < filled ? palette.color(QPalette::Text) : c.line);
    }
}

void ChipDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(QuietRole).toBool()) {
        const QColor quiet = coloursFor(option->palette).quiet;
        option->palette.setColor(QPalette::Text, quiet);
        option->palette.setColor(QPalette::HighlightedText, quiet);
    }
}

void ChipDelegate::paintGround(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    if (option.widget)
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, option.widget);
}

void ChipDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant meaning = index.data(MeaningRole);
    const QVariant severity = index.data(SeverityRole);
    if (!meaning.isValid() && !severity.isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = cell.text;
    paintGround(painter, option, index);
    const QRect rect = cellRect(option.rect);
    if (severity.isValid()) {
        paintStrokes(*painter, rect, Severity(severity.toInt()), cell.palette);
        painter->save();
        painter->setFont(cell.font);
        painter->setPen(cell.palette.color(QPalette::Text));
        painter->drawText(rect.adjusted(strokesWidth, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          text);
        painter->restore();
        return;
    }
    QFont font = cell.font;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.9);
    ChipPaint{Meaning(meaning.toInt()), text}.paint(*painter, rect, font, option.palette);
}

QSize ChipDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.data(MeaningRole).isValid())
        size.setWidth(ChipPaint{Meaning::Idle, index.data().toString()}.size(option.font).width() + 2 * gridStep);
    else if (index.data(SeverityRole).isValid())
        size.rwidth() += strokesWidth;
    return size;
}

} // namespace assay::ui
