// A command that can be done now, or says why not.
#pragma once

#include <QList>
#include <QString>

class QAction;
class QKeyEvent;

namespace assay::ui {

/// Enabled when `whyNot` is empty; else the tool tip says it below `tip`.
void enable(QAction *action, const QString &tip, const QString &whyNot);

/// What the tool tip says below its first line while the command cannot be done.
[[nodiscard]] QString whyNot(const QAction *action);

/// Why the command that the key is for cannot be done now; empty where none of these has the key, or it can be done. A key
/// that does nothing must not do so in silence.
[[nodiscard]] QString whyNothing(const QList<QAction *> &actions, const QKeyEvent *key);

} // namespace assay::ui
