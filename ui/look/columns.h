// Columns of a table that the reader hides and brings back.
#pragma once

class QAbstractItemView;
class QHeaderView;

namespace assay::ui {

/// A menu of the columns, on the header and with the view's own (Menu key); the first column always stays. Once a view.
void offerColumns(QAbstractItemView *view);
/// The header of a table or tree; null when it has none that is seen.
[[nodiscard]] QHeaderView *headOf(const QAbstractItemView *view);
/// Hidden by the reader; a view may hide columns for reasons of its own beside that.
[[nodiscard]] bool isPutAway(const QHeaderView *head, int column);
void putAway(QHeaderView *head, int column, bool away);

} // namespace assay::ui
