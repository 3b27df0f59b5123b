// Roles that all of our models share, beside Qt's own.
#pragma once

#include <Qt>

namespace assay::ui {

enum Role {
    MeaningRole = Qt::UserRole + 1, ///< int of Meaning: the cell is a chip
    SortRole,                       ///< what a column is sorted by
    IdRole,                         ///< QString: the row's identity ("F3", "T3", "P1", a sequence number)
    QuietRole,                      ///< bool: the row is there for completeness, and greyed
    SeverityRole,                   ///< int of Severity: a bar of strokes goes with the word
    SearchRole,                     ///< QString: what a filter looks in
};

} // namespace assay::ui
