// A tree over values with a key: setTree() turns the difference into the fewest changes a view has to follow.
#pragma once

#include "ui/look/roles.h"

#include <QAbstractItemModel>
#include <QHash>

#include <memory>
#include <vector>

namespace assay::ui {

template <class Row>
struct TreeOf {
    Row value;
    QList<TreeOf> children;
};

/// Row: a value with `Key key() const` (hashable, unique among its siblings) and operator==. A subclass says what its
/// columns show: columnCount, headerData, cell(row, column, role). Thread: GUI.
template <class Row>
class TreeRowsModel : public QAbstractItemModel {
public:
    using QAbstractItemModel::QAbstractItemModel;
    using Tree = TreeOf<Row>;
    using Key = std::remove_cvref_t<decltype(std::declval<const Row &>().key())>;

    [[nodiscard]] QModelIndex index(int number, int column, const QModelIndex &parent = {}) const override
    {
        return hasIndex(number, column, parent) ? indexOf(*at(parent).children[size_t(number)], column) : QModelIndex();
    }
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override
    {
        return child.isValid() ? indexOf(*at(child).parent, 0) : QModelIndex();
    }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.column() > 0 ? 0 : int(at(parent).children.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        return checkIndex(index, CheckIndexOption::IndexIsValid) ? cell(row(index), index.column(), role) : QVariant();
    }
    [[nodiscard]] const Row &row(const QModelIndex &index) const { return at(index).value; }
    /// The first one, top down, of which `is` holds.
    template <class Is>
    [[nodiscard]] QModelIndex find(Is is) const
    {
        return findBelow(m_root, is);
    }

    /// Rows that went are removed, new ones inserted where they belong, changed ones told as changed; a reordering is
    /// told as a change of layout. What is selected and open in a view stays so.
    void setTree(const QList<Tree> &next) { merge(m_root, next); }
    /// The same, told as a reset: for a tree of another shape.
    void resetTree(const QList<Tree> &next)
    {
        this->beginResetModel();
        m_root.children.clear();
        for (const Tree &one : next)
            m_root.children.push_back(grown(one, &m_root, int(m_root.children.size())));
        this->endResetModel();
    }

protected:
    [[nodiscard]] virtual QVariant cell(const Row &row, int column, int role) const = 0;

private:
    struct Node {
        Row value{};
        Node *parent = nullptr;
        int number = 0;
        std::vector<std::unique_ptr<Node>> children;
    };

    [[nodiscard]] const Node &at(const QModelIndex &index) const
    {
        return index.isValid() ? *static_cast<const Node *>(index.constInternalPointer()) : m_root;
    }
    [[nodiscard]] QModelIndex indexOf(const Node &node, int column) const
    {
        return &node == &m_root ? QModelIndex() : this->createIndex(node.number, column, &node);
    }
    template <class Is>
    [[nodiscard]] QModelIndex findBelow(const Node &node, Is &is) const
    {
        for (const auto &child : node.children) {
            if (is(child->value))
                return indexOf(*child, 0);
            if (const QModelIndex below = findBelow(*child, is); below.isValid())
                return below;
        }
        return {};
    }
    [[nodiscard]] static std::unique_ptr<Node> grown(const Tree &tree, Node *parent, int number)
    {
        auto node = std::make_unique<Node>(Node{.value = tree.value, .parent = parent, .number = number});
        for (const Tree &child : tree.children)
            node->children.push_back(grown(child, node.get(), int(node->children.size())));
        return node;
    }
    static void renumber(Node &node, size_t from)
    {
        for (; from < node.children.size(); ++from)
            node.children[from]->number = int(from);
    }

    void merge(Node &node, const QList<Tree> &next)
    {
        removeMissing(node, next);
        reorder(node, next);
        insertNew(node, next);
        for (size_t i = 0; i < node.children.size(); ++i) {
            const size_t first = i;
            for (; i < node.children.size() && !(node.children[i]->value == next.at(qsizetype(i)).value); ++i)
                node.children[i]->value = next.at(qsizetype(i)).value;
            if (i > first) {
                Q_EMIT this->dataChanged(indexOf(*node.children[first], 0),
                                         indexOf(*node.children[i - 1], this->columnCount() - 1));
            }
        }
        for (size_t i = 0; i < node.children.size(); ++i)
            merge(*node.children[i], next.at(qsizetype(i)).children);
    }

    void removeMissing(Node &node, const QList<Tree> &next)
    {
        QSet<Key> kept;
        kept.reserve(next.size());
        for (const Tree &one : next)
            kept.insert(one.value.key());
        const auto gone = [&](size_t i) { return !kept.contains(node.children[i]->value.key()); };
        for (size_t end = node.children.size(); end > 0; --end) {
            if (!gone(end - 1))
                continue;
            size_t first = end - 1;
            while (first > 0 && gone(first - 1))
                --first;
            this->beginRemoveRows(indexOf(node, 0), int(first), int(end - 1));
            node.children.erase(node.children.begin() + std::ptrdiff_t(first),
                                node.children.begin() + std::ptrdiff_t(end));
            renumber(node, first);
            this->endRemoveRows();
            end = first + 1;
        }
    }

    void reorder(Node &node, const QList<Tree> &next)
    {
        QHash<Key, size_t> place;
        place.reserve(next.size());
        for (const Tree &one : next)
            place.insert(one.value.key(), size_t(place.size()));
        const auto before = [&](const std::unique_ptr<Node> &a, const std::unique_ptr<Node> &b) {
            return place.value(a->value.key()) < place.value(b->value.key());
        };
        if (std::is_sorted(node.children.begin(), node.children.end(), before))
            return;
        const QList<QPersistentModelIndex> parents{QPersistentModelIndex(indexOf(node, 0))};
        Q_EMIT this->layoutAboutToBeChanged(parents, QAbstractItemModel::VerticalSortHint);
        std::sort(node.children.begin(), node.children.end(), before);
        renumber(node, 0);
        const QModelIndexList old = this->persistentIndexList();
        QModelIndexList moved;
        moved.reserve(old.size());
        for (const QModelIndex &one : old)
            moved.append(indexOf(at(one), one.column()));
        this->changePersistentIndexList(old, moved);
        Q_EMIT this->layoutChanged(parents, QAbstractItemModel::VerticalSortHint);
    }

    void insertNew(Node &node, const QList<Tree> &next)
    {
        for (qsizetype i = 0; i < next.size(); ++i) {
            const bool ends = size_t(i) == node.children.size();
            if (!ends && node.children[size_t(i)]->value.key() == next.at(i).value.key())
                continue;
            // Everything up to the next row that is there already is new.
            qsizetype end = i;
            while (end < next.size() && (ends || !(next.at(end).value.key() == node.children[size_t(i)]->value.key())))
                ++end;
            std::vector<std::unique_ptr<Node>> fresh;
            for (qsizetype j = i; j < end; ++j)
                fresh.push_back(grown(next.at(j), &node, int(j)));
            this->beginInsertRows(indexOf(node, 0), int(i), int(end - 1));
            node.children.insert(node.children.begin() + i, std::make_move_iterator(fresh.begin()),
                                 std::make_move_iterator(fresh.end()));
            renumber(node, size_t(end));
            this->endInsertRows();
            i = end - 1;
        }
    }

    Node m_root;
};

} // namespace assay::ui
