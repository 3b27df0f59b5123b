#include "ui/look/columns.h"

#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr auto awayProperty = "putAway"; ///< of a header: logical numbers

} // namespace

QHeaderView *headOf(const QAbstractItemView *view)
{
    if (const auto *table = qobject_cast<const QTableView *>(view))
        return table->horizontalHeader();
    if (const auto *tree = qobject_cast<const QTreeView *>(view))
        return tree->isHeaderHidden() ? nullptr : tree->header();
    return nullptr;
}

bool isPutAway(const QHeaderView *head, int column)
{
    return head->property(awayProperty).toList().contains(column);
}

void putAway(QHeaderView *head, int column, bool away)
{
    QVariantList all = head->property(awayProperty).toList();
    all.removeAll(column);
    if (away)
        all.append(column);
    head->setProperty(awayProperty, all);
    head->setSectionHidden(column, away);
}

void offerColumns(QAbstractItemView *view)
{
    QHeaderView *head = headOf(view);
    if (!head)
        return;
    auto *columns = new QAction(QCoreApplication::translate("Columns", "Columns"), view);
    auto *menu = new QMenu(view);
    columns->setMenu(menu);
    QObject::connect(menu, &QMenu::aboutToShow, view, [menu, head] {
        menu->clear();
        for (int place = 0; head->model() && place < head->count(); ++place) {
            const int column = head->logicalIndex(place);
            const QString name = head->model()->headerData(column, Qt::Horizontal).toString();
            if (column == 0 || name.isEmpty() || (head->isSectionHidden(column) && !isPutAway(head, column)))
                continue;
            QAction *one = menu->addAction(name);
            one->setCheckable(true);
            one->setChecked(!isPutAway(head, column));
            QObject::connect(one, &QAction::toggled, head,
                             [head, column](bool shown) { putAway(head, column, !shown); });
        }
    });
    view->addAction(columns);
    if (view->contextMenuPolicy() == Qt::DefaultContextMenu)
        view->setContextMenuPolicy(Qt::ActionsContextMenu);
    head->addAction(columns);
    head->setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace assay::ui
