#include "ui/windows/viewlist.h"

#include "ui/look/colours.h"
#include "ui/look/metrics.h"
#include "ui/look/roles.h"

#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>

namespace assay::ui {
namespace {

constexpr int badgeRole = Qt::UserRole + 100;

/// The title on the left, the badge on the right: a quiet number, or in the ink of what it means.
class ViewDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const QString title = std::exchange(item.text, QString());
        item.widget->style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
        painter->setPen(coloursFor(option.palette).text);
        painter->setFont(option.font);
        painter->drawText(option.rect.adjusted(groupGap, 0, -gap, 0), Qt::AlignLeft | Qt::AlignVCenter, title);
        const QString text = index.data(badgeRole).toString();
        if (text.isEmpty())
            return;
        const QVariant meaning = index.data(MeaningRole);
        const Colours &c = coloursFor(option.palette);
        painter->save();
        painter->setPen(meaning.isValid() ? c.ink(Meaning(meaning.toInt())) : c.quiet);
        QFont font = option.font;
        font.setWeight(meaning.isValid() ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
        painter->drawText(option.rect.adjusted(0, 0, -gap, 0), Qt::AlignRight | Qt::AlignVCenter, text);
        painter->restore();
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QSize size = QStyledItemDelegate::sizeHint(option, index);
        return {size.width() + 2 * groupGap, formRow};
    }
};

} // namespace

ViewList::ViewList(const QList<RunView *> &views, QWidget *parent) : QListWidget(parent), m_views(views)
{
    setAccessibleName(tr("Views"));
    setFrameShape(QFrame::NoFrame);
    setItemDelegate(new ViewDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    setBackgroundRole(QPalette::Window);
    viewport()->setBackgroundRole(QPalette::Window);
    for (qsizetype i = 0; i < views.size(); ++i) {
        auto *item = new QListWidgetItem(views.at(i)->title(), this);
        item->setToolTip(tr("%1 (Ctrl+%2)").arg(views.at(i)->title()).arg((i + 1) % 10));
        connect(views.at(i), &RunView::badgeChanged, this, [this, i] { badge(i); });
        badge(i);
    }
    setCurrentRow(0);
}

void ViewList::badge(qsizetype number)
{
    const RunView::Badge shown = m_views.at(number)->badge();
    QListWidgetItem *line = item(int(number));
    line->setData(badgeRole, shown.text);
    line->setData(MeaningRole, shown.meaning ? QVariant(int(*shown.meaning)) : QVariant());
    line->setData(Qt::AccessibleTextRole,
                  shown.text.isEmpty() ? line->text() : line->text() + QStringLiteral(", ") + shown.text);
}

QSize ViewList::sizeHint() const
{
    return {sizeHintForColumn(0) + rowHeight, rowHeight * 10};
}

QSize ViewList::minimumSizeHint() const
{
    return {sizeHint().width(), rowHeight * 2};
}

} // namespace assay::ui
