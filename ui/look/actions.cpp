#include "ui/look/actions.h"

#include <QAction>
#include <QKeyEvent>

namespace assay::ui {

void enable(QAction *action, const QString &tip, const QString &whyNot)
{
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot.isEmpty() ? tip : tip + u'\n' + whyNot);
}

QString whyNot(const QAction *action)
{
    return action->isEnabled() ? QString() : action->toolTip().section(u'\n', 1);
}

QString whyNothing(const QList<QAction *> &actions, const QKeyEvent *key)
{
    const QKeySequence pressed(key->keyCombination());
    for (const QAction *action : actions) {
        if (!action->isEnabled() && action->shortcuts().contains(pressed))
            return whyNot(action);
    }
    return {};
}

} // namespace assay::ui
