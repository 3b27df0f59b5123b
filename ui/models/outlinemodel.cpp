#include "ui/models/outlinemodel.h"

#include "ui/look/roles.h"

#include <QFont>
#include <QSet>

#include <vector>

namespace assay::ui {

struct OutlineModel::Row {
    QString key, reference;
    QList<OutlineCell> cells;
    bool quiet = false;
    Row *parent = nullptr;
    int at = 0;
    std::vector<std::unique_ptr<Row>> children;

    void take(const OutlineNode &node)
    {
        key = node.key;
        reference = node.reference;
        cells = node.cells;
        quiet = node.quiet;
    }
    [[nodiscard]] bool isAs(const OutlineNode &node) const
    {
        return reference == node.reference && quiet == node.quiet && cells == node.cells;
    }
    void number(qsizetype from)
    {
        for (size_t i = size_t(from); i < children.size(); ++i)
            children[i]->at = int(i);
    }
    static std::unique_ptr<Row> of(const OutlineNode &node, Row *parent)
    {
        auto row = std::make_unique<Row>();
        row->take(node);
        row->parent = parent;
        for (const OutlineNode &child : node.children)
            row->children.push_back(of(child, row.get()));
        row->number(0);
        return row;
    }
};

OutlineModel::OutlineModel(QStringList headings, QList<int> numbers, QObject *parent)
    : QAbstractItemModel(parent),
      m_headings(std::move(headings)),
      m_numbers(std::move(numbers)),
      m_root(std::make_unique<Row>())
{}

OutlineModel::~OutlineModel() = default;

void OutlineModel::show(const QList<OutlineNode> &nodes)
{
    update(m_root.get(), nodes);
}

void OutlineModel::update(Row *parent, const QList<OutlineNode> &next)
{
    QSet<QString> kept;
    for (const OutlineNode &one : next)
        kept.insert(one.key);
    auto &rows = parent->children;
    for (qsizetype last = qsizetype(rows.size()) - 1; last >= 0; --last) {
        qsizetype first = last + 1;
        while (first > 0 && !kept.contains(rows[size_t(first - 1)]->key))
            --first;
        if (first <= last) {
            removeRows(parent, first, last);
            last = first;
        }
    }
    // What stays must stand in the same order; where it does not, everything is laid anew.
    size_t same = 0;
    for (const OutlineNode &one : next) {
        if (same < rows.size() && rows[same]->key == one.key)
            ++same;
    }
    if (same < rows.size())
        removeRows(parent, 0, qsizetype(rows.size()) - 1);
    for (qsizetype i = 0; i < next.size(); ++i) {
        qsizetype end = i;
        if (size_t(i) >= rows.size())
            end = next.size();
        else
            while (rows[size_t(i)]->key != next.at(end).key)
                ++end;
        if (end > i) {
            insertRows(parent, i, end - 1, next);
            i = end - 1;
            continue;
        }
        Row *row = rows[size_t(i)].get();
        if (!row->isAs(next.at(i))) {
            row->take(next.at(i));
            Q_EMIT dataChanged(indexOf(row), indexOf(row).siblingAtColumn(int(m_headings.size()) - 1));
        }
        update(row, next.at(i).children);
    }
}

void OutlineModel::removeRows(Row *parent, qsizetype first, qsizetype last)
{
    beginRemoveRows(indexOf(parent), int(first), int(last));
    parent->children.erase(parent->children.begin() + first, parent->children.begin() + last + 1);
    parent->number(first);
    endRemoveRows();
}

void OutlineModel::insertRows(Row *parent, qsizetype first, qsizetype last, const QList<OutlineNode> &next)
{
    beginInsertRows(indexOf(parent), int(first), int(last));
    std::vector<std::unique_ptr<Row>> made;
    for (qsizetype i = first; i <= last; ++i)
        made.push_back(Row::of(next.at(i), parent));
    parent->children.insert(parent->children.begin() + first, std::make_move_iterator(made.begin()),
                            std::make_move_iterator(made.end()));
    parent->number(first);
    endInsertRows();
}

OutlineModel::Row *OutlineModel::rowAt(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Row *>(index.internalPointer()) : m_root.get();
}

QModelIndex OutlineModel::indexOf(const Row *row) const
{
    return row == m_root.get() ? QModelIndex() : createIndex(row->at, 0, row);
}

QStringList OutlineModel::pathOf(const QModelIndex &index) const
{
    QStringList path;
    for (const Row *row = rowAt(index); row != m_root.get(); row = row->parent)
        path.prepend(row->key);
    return path;
}

QModelIndex OutlineModel::indexOf(const QStringList &path) const
{
    const Row *row = m_root.get();
    for (const QString &key : path) {
        const auto found = std::ranges::find_if(row->children, [&](const auto &child) { return child->key == key; });
        if (found == row->children.end())
            return {};
        row = found->get();
    }
    return indexOf(row);
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex &parent) const
{
    const Row *above = rowAt(parent);
    if (row < 0 || size_t(row) >= above->children.size() || column < 0 || column >= m_headings.size()
        || parent.column() > 0)
        return {};
    return createIndex(row, column, above->children[size_t(row)].get());
}

QModelIndex OutlineModel::parent(const QModelIndex &index) const
{
    return index.isValid() ? indexOf(rowAt(index)->parent) : QModelIndex();
}

int OutlineModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(rowAt(parent)->children.size());
}

int OutlineModel::columnCount(const QModelIndex &) const
{
    return int(m_headings.size());
}

QVariant OutlineModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row *row = rowAt(index);
    switch (role) {
    case IdRole:
        return row->reference;
    case QuietRole:
        return row->quiet;
    case Qt::FontRole:
        if (row->parent == m_root.get() && index.column() == 0) {
            QFont bold;
            bold.setWeight(QFont::DemiBold);
            return bold;
        }
        return {};
    default:
        break;
    }
    if (index.column() >= row->cells.size())
        return {};
    const OutlineCell &cell = row->cells.at(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.toolTip.isEmpty() ? QVariant() : cell.toolTip;
    case MeaningRole:
        return cell.meaning && !cell.text.isEmpty() ? QVariant(int(*cell.meaning)) : QVariant();
    case RunsRole:
        return cell.runs;
    case GaveRole:
        return cell.gave;
    case Qt::TextAlignmentRole:
        return m_numbers.contains(index.column()) ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default:
        return {};
    }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && m_numbers.contains(section))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(m_headings.value(section)) : QVariant();
}

} // namespace assay::ui
