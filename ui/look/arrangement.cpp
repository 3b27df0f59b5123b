#include "ui/look/arrangement.h"

#include "ui/look/columns.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int widest = 2000; ///< of a column
constexpr int longest = 500; ///< of a filter

QString nameOf(const QHeaderView *head, int column)
{
    return head->model()->headerData(column, Qt::Horizontal).toString();
}

bool sorts(const QAbstractItemView *view)
{
    const auto *table = qobject_cast<const QTableView *>(view);
    const auto *tree = qobject_cast<const QTreeView *>(view);
    return (table && table->isSortingEnabled()) || (tree && tree->isSortingEnabled());
}

/// The columns in their order: name, width, put away or not.
QVariantMap columnsOf(const QAbstractItemView *view, const QHeaderView *head)
{
    QVariantList columns;
    for (int place = 0; place < head->count(); ++place) {
        const int column = head->logicalIndex(place);
        columns.append(QVariantMap{{u"name"_s, nameOf(head, column)},
                                   {u"width"_s, head->sectionSize(column)}, // 0: hidden just now
                                   {u"away"_s, isPutAway(head, column)}});
    }
    QVariantMap all{{u"columns"_s, columns}};
    if (sorts(view)) {
        all[u"sorted by"_s] = nameOf(head, head->sortIndicatorSection());
        all[u"descending"_s] = head->sortIndicatorOrder() == Qt::DescendingOrder;
    }
    return all;
}

void setColumns(QAbstractItemView *view, QHeaderView *head, const QVariantMap &wanted)
{
    QHash<QString, int> known;
    for (int column = 0; column < head->count(); ++column)
        known.insert(nameOf(head, column), column);
    const QVariantList columns = wanted[u"columns"_s].toList();
    if (columns.size() != head->count() || known.size() != head->count())
        return;
    struct Column {
        int column, width;
        bool away;
    };
    QList<Column> order;
    for (const QVariant &one : columns) {
        const QVariantMap column = one.toMap();
        const auto found = known.constFind(column[u"name"_s].toString());
        if (found == known.cend())
            return;
        order.append({*found, column[u"width"_s].toInt(), column[u"away"_s].toBool()});
        known.erase(found);
    }
    for (int place = 0; place < order.size(); ++place) {
        const auto [column, width, away] = order.at(place);
        if (head->sectionsMovable())
            head->moveSection(head->visualIndex(column), place);
        if (width > 0)
            head->resizeSection(column, std::clamp(width, head->minimumSectionSize(), widest));
        if (away && column != 0)
            putAway(head, column, true);
    }
    const QString by = wanted[u"sorted by"_s].toString();
    for (int column = 0; column < head->count() && sorts(view) && !by.isEmpty(); ++column) {
        if (nameOf(head, column) != by)
            continue;
        const auto direction = wanted[u"descending"_s].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
        if (auto *tree = qobject_cast<QTreeView *>(view))
            tree->sortByColumn(column, direction);
        else if (auto *table = qobject_cast<QTableView *>(view))
            table->sortByColumn(column, direction);
        break;
    }
}

void setSizes(QSplitter *splitter, const QVariantList &wanted)
{
    QList<int> sizes;
    for (const QVariant &one : wanted)
        sizes.append(std::clamp(one.toInt(), 0, 100'000));
    const bool fits
        = sizes.size() == splitter->count() && std::ranges::any_of(sizes, [](int size) { return size > 0; });
    // Gone is only what the operator can bring back.
    if (fits && (splitter->childrenCollapsible() || std::ranges::none_of(sizes, [](int size) { return size == 0; })))
        splitter->setSizes(sizes);
}

template <class Widget>
QString key(const QString &kind, const QList<Widget *> &all, const Widget *one)
{
    return u"%1 %2"_s.arg(kind).arg(all.indexOf(one) + 1);
}

bool isFilter(const QWidget *widget)
{
    return !widget->objectName().isEmpty() && !widget->objectName().startsWith(u"qt_");
}

} // namespace

QVariantMap arrangementOf(const QWidget *root)
{
    QVariantMap all;
    const auto splitters = root->findChildren<QSplitter *>();
    for (const QSplitter *splitter : splitters) {
        const QList<int> sizes = splitter->sizes();
        // One that was never laid out has no sizes yet.
        if (std::ranges::any_of(sizes, [](int size) { return size > 0; }))
            all[key<QSplitter>(u"panes"_s, splitters, splitter)]
                = QVariant::fromValue(QVariantList(sizes.cbegin(), sizes.cend()));
    }
    const auto views = root->findChildren<QAbstractItemView *>();
    for (QAbstractItemView *view : views) {
        const QHeaderView *head = headOf(view);
        if (head && head->model() && head->count() > 0)
            all[key<QAbstractItemView>(u"table"_s, views, view)] = columnsOf(view, head);
    }
    return all;
}

void arrange(QWidget *root, const QVariantMap &arrangement)
{
    const auto splitters = root->findChildren<QSplitter *>();
    for (QSplitter *splitter : splitters)
        setSizes(splitter, arrangement[key<QSplitter>(u"panes"_s, splitters, splitter)].toList());
    const auto views = root->findChildren<QAbstractItemView *>();
    for (QAbstractItemView *view : views) {
        QHeaderView *head = headOf(view);
        if (head && head->model() && head->count() > 0)
            setColumns(view, head, arrangement[key<QAbstractItemView>(u"table"_s, views, view)].toMap());
    }
}

QVariantMap filtersOf(const QWidget *root)
{
    QVariantMap all;
    for (const QWidget *widget : root->findChildren<QWidget *>()) {
        if (!isFilter(widget))
            continue;
        if (const auto *line = qobject_cast<const QLineEdit *>(widget); line && !line->text().isEmpty())
            all[line->objectName()] = line->text().left(longest);
        else if (const auto *box = qobject_cast<const QCheckBox *>(widget); box && box->isChecked())
            all[box->objectName()] = true;
        else if (const auto *choice = qobject_cast<const QComboBox *>(widget); choice && choice->currentIndex() > 0)
            all[choice->objectName()] = choice->currentText();
    }
    return all;
}

void setFilters(QWidget *root, const QVariantMap &filters)
{
    for (QWidget *widget : root->findChildren<QWidget *>()) {
        const QVariant value = isFilter(widget) ? filters.value(widget->objectName()) : QVariant();
        if (!value.isValid())
            continue;
        if (auto *line = qobject_cast<QLineEdit *>(widget))
            line->setText(value.toString().left(longest));
        else if (auto *box = qobject_cast<QCheckBox *>(widget))
            box->setChecked(value.toBool());
        else if (auto *choice = qobject_cast<QComboBox *>(widget); choice && choice->findText(value.toString()) >= 0)
            choice->setCurrentIndex(choice->findText(value.toString()));
    }
}

} // namespace assay::ui
