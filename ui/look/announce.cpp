#include "ui/look/announce.h"

#include <QAccessible>
#include <QWidget>

namespace assay::ui {

void announce(QWidget *from, const QString &text)
{
    QAccessibleAnnouncementEvent event(from, text);
    QAccessible::updateAccessibility(&event);
}

} // namespace assay::ui
