// A command that can be done now, or says why not.
#pragma once

#include <QString>

class QAction;

namespace assay::ui {

/// Enabled when `whyNot` is empty; else the tool tip says it below `tip`.
void enable(QAction *action, const QString &tip, const QString &whyNot);

} // namespace assay::ui
