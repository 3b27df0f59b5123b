// How the operator arranged a view, as values for the settings: panes, columns, filters.
#pragma once

#include <QVariantMap>

class QWidget;

namespace assay::ui {

/// Sizes of the splitters and widths, order, hidden ones and sorting of the tables below `root`, by their place there and
/// their columns' names. Thread: GUI.
[[nodiscard]] QVariantMap arrangementOf(const QWidget *root);
/// What does not fit, since it is another version's or damaged, is left as it is; nothing becomes unreachable by it.
void arrange(QWidget *root, const QVariantMap &arrangement);

/// Line edits, combo boxes and check boxes below `root` that have an object name: these are filters, and belong to one
/// run rather than to all.
[[nodiscard]] QVariantMap filtersOf(const QWidget *root);
void setFilters(QWidget *root, const QVariantMap &filters);

} // namespace assay::ui
