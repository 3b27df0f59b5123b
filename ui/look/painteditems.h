// What makes a painted part readable: it tells its items, and they stand in the accessibility tree as children with
// name, place, state and a default action.
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace assay::ui {

/// Beside QWidget in a class's bases. Thread: GUI.
class PaintedItems {
public:
    PaintedItems();
    virtual ~PaintedItems() = default;
    [[nodiscard]] virtual int itemCount() const = 0;
    [[nodiscard]] virtual QString itemText(int item) const = 0;
    [[nodiscard]] virtual QRect itemRect(int item) const = 0; ///< in the widget's pixels; may lie outside what is seen
    [[nodiscard]] virtual int
    itemAt(QPoint place) const; ///< -1: none; asks every item for its place unless it is known better
    [[nodiscard]] virtual int currentItem() const { return -1; } ///< -1: none
    virtual void chooseItem(int) {}

protected:
    PaintedItems(const PaintedItems &) = default;
    PaintedItems &operator=(const PaintedItems &) = default;
    /// To be called when the current item is another one.
    static void tellFocus(QWidget *widget, int item);
};

} // namespace assay::ui
