#include "ui/look/painteditems.h"

#include <QAccessibleWidget>
#include <QHash>

namespace assay::ui {
namespace {

class AccessibleItem : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AccessibleItem(QWidget *widget, PaintedItems *items, int item) : m_widget(widget), m_items(items), m_item(item) {}
    [[nodiscard]] bool isValid() const override { return m_item < m_items->itemCount(); }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QWindow *window() const override { return m_widget->window()->windowHandle(); }
    [[nodiscard]] QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_widget);
    }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name && isValid() ? m_items->itemText(m_item) : QString();
    }
    void setText(QAccessible::Text, const QString &) override {}
    [[nodiscard]] QRect rect() const override
    {
        const QRect rect = isValid() ? m_items->itemRect(m_item) : QRect();
        return {m_widget->mapToGlobal(rect.topLeft()), rect.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = state.focusable = true;
        state.selected = m_items->currentItem() == m_item;
        state.focused = state.selected && m_widget->hasFocus();
        state.offscreen = !isValid() || !m_widget->rect().intersects(m_items->itemRect(m_item));
        state.invisible = !m_widget->isVisible();
        return state;
    }
    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this) : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString &name) override
    {
        if (name == pressAction() && isValid())
            m_items->chooseItem(m_item);
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString &) const override { return {}; }

private:
    QWidget *m_widget;
    PaintedItems *m_items;
    int m_item;
};

class AccessibleItems : public QAccessibleWidget {
public:
    AccessibleItems(QWidget *widget, PaintedItems *items) : QAccessibleWidget(widget, QAccessible::List), m_items(items)
    {}
    ~AccessibleItems() override
    {
        for (const QAccessible::Id id : std::as_const(m_ids))
            QAccessible::deleteAccessibleInterface(id);
    }
    [[nodiscard]] int childCount() const override { return m_items->itemCount(); }
    [[nodiscard]] QAccessibleInterface *child(int item) const override
    {
        if (item < 0 || item >= m_items->itemCount())
            return nullptr;
        auto id = m_ids.constFind(item);
        if (id == m_ids.cend())
            id = m_ids.insert(item,
                              QAccessible::registerAccessibleInterface(new AccessibleItem(widget(), m_items, item)));
        return QAccessible::accessibleInterface(*id);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *wanted) const override
    {
        const QAccessible::Id id = QAccessible::uniqueId(const_cast<QAccessibleInterface *>(wanted));
        return m_ids.key(id, -1);
    }
    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override
    {
        return child(m_items->itemAt(widget()->mapFromGlobal(QPoint(x, y))));
    }
    [[nodiscard]] QAccessibleInterface *focusChild() const override { return child(m_items->currentItem()); }

private:
    PaintedItems *m_items;
    mutable QHash<int, QAccessible::Id> m_ids;
};

QAccessibleInterface *accessibleOf(const QString &, QObject *object)
{
    auto *items = dynamic_cast<PaintedItems *>(object);
    return items && object->isWidgetType() ? new AccessibleItems(static_cast<QWidget *>(object), items) : nullptr;
}

} // namespace

PaintedItems::PaintedItems()
{
    static const bool installed = [] {
        QAccessible::installFactory(accessibleOf);
        return true;
    }();
    Q_UNUSED(installed)
}

int PaintedItems::itemAt(QPoint place) const
{
    for (int item = 0; item < itemCount(); ++item) {
        if (itemRect(item).contains(place))
            return item;
    }
    return -1;
}

void PaintedItems::tellFocus(QWidget *widget, int item)
{
    if (!QAccessible::isActive() || item < 0)
        return;
    QAccessibleEvent event(widget, QAccessible::Focus);
    event.setChild(item);
    QAccessible::updateAccessibility(&event);
}

} // namespace assay::ui
