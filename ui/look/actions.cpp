#include "ui/look/actions.h"

#include <QAction>

namespace assay::ui {

void enable(QAction *action, const QString &tip, const QString &whyNot)
{
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot.isEmpty() ? tip : tip + u'\n' + whyNot);
}

} // namespace assay::ui
