#include "ui/views/activitydelegate.h"

#include "ui/look/chip.h"
#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"
#include "ui/models/activitymodel.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int timeWidth = 56, kindWidth = 84, foldWidth = 16;

Meaning meaningOfTool(ToolStatus status)
{
    switch (status) {
    case ToolStatus::Completed:
        return Meaning::Good;
    case ToolStatus::Failed:
        return Meaning::Bad;
    default:
        return Meaning::Idle;
    }
}

ToolStatus statusOf(const QModelIndex &index)
{
    return ToolStatus(index.data(ActivityModel::StatusRole).toInt());
}

/// Only what went wrong or still goes on is worth a chip on each line: a hundred "done" say nothing.
ChipPaint chipOf(const QModelIndex &index)
{
    const ToolStatus status = statusOf(index);
    if (status == ToolStatus::None || status == ToolStatus::Completed)
        return {};
    return {meaningOfTool(status), ActivityModel::statusWord(status)};
}

} // namespace

ActivityGeometry ActivityGeometry::of(const QRect &row, bool isHead, int statusWidth)
{
    ActivityGeometry at;
    int left = row.left() + gap;
    const auto next = [&](int width) {
        const QRect part(left, row.top(), width, row.height());
        left += width + gridStep;
        return part;
    };
    at.time = next(timeWidth);
    at.kind = next(kindWidth);
    at.fold = next(foldWidth);
    if (!isHead)
        left += groupGap;
    int right = row.right() + 1 - gap;
    if (statusWidth > 0) {
        at.status = QRect(right - statusWidth, row.top(), statusWidth, row.height());
        right = at.status.left() - gap;
    }
    at.text = QRect(left, row.top(), std::max(right - left, 0), row.height());
    return at;
}

QString ActivityDelegate::elapsed(quint32 tenths)
{
    const quint32 seconds = tenths / 10, minutes = seconds / 60;
    const auto two = [](quint32 number) { return QString::number(number).rightJustified(2, u'0'); };
    return minutes >= 60 ? u"%1:%2:%3"_s.arg(QString::number(minutes / 60), two(minutes % 60), two(seconds % 60))
                         : u"%1:%2"_s.arg(QString::number(minutes), two(seconds % 60));
}

void ActivityDelegate::paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                                 const QRect &where) const
{
    const Colours &colours = coloursFor(option.palette);
    const auto kind = ActivityKind(index.data(ActivityModel::KindRole).toInt());
    const bool output = kind == ActivityKind::Output || kind == ActivityKind::ErrorOutput;
    QFont font = output ? monospace(Type::Quiet) : option.font;
    if (kind == ActivityKind::Thought)
        font.setItalic(true);
    painter->setFont(font);
    const QFontMetrics metrics(font);
    QString text = index.data().toString();
    const int hidden = index.data(ActivityModel::HiddenRole).toInt();
    const QString more = hidden > 0
        ? u"   + "_s + (hidden == 1 ? tr("1 line") : tr("%1 lines").arg(Formats::count(hidden)))
        : QString();
    const int moreWidth = more.isEmpty() ? 0 : metrics.horizontalAdvance(more);
    text = metrics.elidedText(text, Qt::ElideRight, std::max(where.width() - moreWidth, 0));
    if (!m_searched.isEmpty()) {
        for (qsizetype at = text.indexOf(m_searched, 0, Qt::CaseInsensitive); at >= 0;
             at = text.indexOf(m_searched, at + m_searched.size(), Qt::CaseInsensitive)) {
            const int left = metrics.horizontalAdvance(text.left(at));
            const int width = metrics.horizontalAdvance(text.mid(at, m_searched.size()));
            painter->fillRect(QRect(where.left() + left, where.top() + 3, width, where.height() - 6),
                              colours.wash(Meaning::Waiting));
        }
    }
    painter->setPen(kind == ActivityKind::Thought || kind == ActivityKind::Other ? colours.quiet : colours.text);
    painter->drawText(where, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    if (!more.isEmpty()) {
        painter->setPen(colours.quiet);
        painter->drawText(where.adjusted(metrics.horizontalAdvance(text), 0, 0, 0),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, more);
    }
}

void ActivityDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
    const Colours &colours = coloursFor(option.palette);
    const bool head = index.data(ActivityModel::HeadRole).toBool();
    const ChipPaint chip = head ? chipOf(index) : ChipPaint{};
    const auto at = ActivityGeometry::of(option.rect, head, chip.text.isEmpty() ? 0 : chip.size(option.font).width());
    painter->save();
    painter->setClipRect(option.rect);
    if (head) {
        painter->setPen(colours.quiet);
        painter->setFont(fontOf(Type::Quiet));
        painter->drawText(at.time, Qt::AlignRight | Qt::AlignVCenter,
                          elapsed(index.data(ActivityModel::AfterRole).toUInt()));
        const auto kind = ActivityKind(index.data(ActivityModel::KindRole).toInt());
        painter->drawText(at.kind, Qt::AlignLeft | Qt::AlignVCenter, u"  "_s + ActivityModel::kindWord(kind));
        const QVariant folded = index.data(ActivityModel::FoldedRole);
        if (folded.isValid()) {
            QStyleOption arrow;
            arrow.rect = QRect(at.fold.left() + 4, at.fold.center().y() - 4, 8, 8);
            arrow.palette = option.palette;
            arrow.state = QStyle::State_Enabled;
            style->drawPrimitive(folded.toBool() ? QStyle::PE_IndicatorArrowRight : QStyle::PE_IndicatorArrowDown,
                                 &arrow, painter, item.widget);
        }
    }
    paintText(painter, option, index, at.text);
    if (!chip.text.isEmpty())
        chip.paint(*painter, at.status, option.font, option.palette);
    painter->restore();
}

QSize ActivityDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {rowHeight * 10, rowHeight};
}

bool ActivityDelegate::editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                                   const QModelIndex &index)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto at = ActivityGeometry::of(option.rect, index.data(ActivityModel::HeadRole).toBool(), 0);
        const QVariant folded = index.data(ActivityModel::FoldedRole);
        auto *activity = qobject_cast<ActivityModel *>(model);
        if (activity && folded.isValid() && at.fold.contains(static_cast<QMouseEvent *>(event)->position().toPoint())) {
            activity->setFolded(index.row(), !folded.toBool());
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

} // namespace assay::ui
