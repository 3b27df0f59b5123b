// What the operator told a run, in words: for the undo command and for what waits.
#pragma once

#include "core/journal/undo.h"

#include <QCoreApplication>

namespace assay::ui {

class OwnerWords {
    Q_DECLARE_TR_FUNCTIONS(OwnerWords)
public:
    /// "the answer to P1", "parking T3", "the order of the backlog"
    [[nodiscard]] static QString what(const Undoable &command);
};

} // namespace assay::ui
