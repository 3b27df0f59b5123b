#include "ui/look/linesaccess.h"

#include "ui/look/linesview.h"

#include <QAccessibleWidget>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

class LineAccess : public QAccessibleInterface {
public:
    LineAccess(LinesView *view, qsizetype line) : m_view(view), m_line(line) {}
    [[nodiscard]] bool isValid() const override { return m_view && m_line < m_view->lines().count(); }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view.data());
    }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = state.selectable = state.readOnly = true;
        state.invalid = !isValid();
        if (isValid()) {
            state.focused = m_view->hasFocus() && m_line == m_view->currentLine();
            state.selected = m_line >= m_view->firstSelected() && m_line <= m_view->lastSelected();
            state.offscreen = !m_view->viewport()->rect().intersects(placed());
        }
        return state;
    }
    [[nodiscard]] QRect rect() const override
    {
        return isValid() ? QRect(m_view->viewport()->mapToGlobal(placed().topLeft()), placed().size()) : QRect();
    }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        if (!isValid() || kind != QAccessible::Name)
            return {};
        // The sign is colour and glyph on the screen: here it is a word.
        const LineMark mark = m_view->lines().mark(m_line);
        const QString shown = m_view->lines().shown(m_line);
        if (mark.kind == LineKind::Added)
            return LinesView::tr("added: %1").arg(shown);
        if (mark.kind == LineKind::Removed)
            return LinesView::tr("removed: %1").arg(shown);
        return shown;
    }
    void setText(QAccessible::Text, const QString &) override {}

private:
    [[nodiscard]] QRect placed() const
    {
        const LinesGeometry geometry = m_view->geometryNow();
        return {0, geometry.top(m_line), m_view->viewport()->width(), geometry.rowHeight};
    }
    QPointer<LinesView> m_view;
    qsizetype m_line;
};

class LinesAccess : public QAccessibleWidget {
public:
    explicit LinesAccess(LinesView *view) : QAccessibleWidget(view, QAccessible::List), m_view(view) {}
    ~LinesAccess() override
    {
        for (const QAccessible::Id id : std::as_const(m_made))
            QAccessible::deleteAccessibleInterface(id);
    }
    [[nodiscard]] int childCount() const override { return int(m_view->lines().count()); }
    [[nodiscard]] QAccessibleInterface *child(int number) const override
    {
        if (number < 0 || number >= childCount())
            return nullptr;
        auto known = m_made.constFind(number);
        if (known == m_made.cend())
            known = m_made.insert(number, QAccessible::registerAccessibleInterface(new LineAccess(m_view, number)));
        return QAccessible::accessibleInterface(*known);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *child) const override
    {
        for (auto it = m_made.cbegin(); it != m_made.cend(); ++it) {
            if (QAccessible::accessibleInterface(it.value()) == child)
                return it.key();
        }
        return -1;
    }
    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override
    {
        const QPoint at = m_view->viewport()->mapFromGlobal(QPoint(x, y));
        return m_view->viewport()->rect().contains(at) ? child(int(m_view->geometryNow().lineAt(at.y()))) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface *focusChild() const override
    {
        return m_view->hasFocus() ? child(int(m_view->currentLine())) : nullptr;
    }

private:
    LinesView *m_view;
    mutable QHash<int, QAccessible::Id> m_made;
};

QAccessibleInterface *make(const QString &, QObject *object)
{
    auto *view = qobject_cast<LinesView *>(object);
    return view ? new LinesAccess(view) : nullptr;
}

} // namespace

void installLinesAccess()
{
    QAccessible::installFactory(&make); // known factories are not added again
}

void tellLinesFocus(LinesView *view)
{
    if (!QAccessible::isActive() || !view->hasFocus())
        return;
    QAccessibleEvent event(view, QAccessible::Focus);
    event.setChild(int(view->currentLine()));
    QAccessible::updateAccessibility(&event);
}

} // namespace assay::ui
