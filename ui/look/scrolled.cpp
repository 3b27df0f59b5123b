#include "ui/look/scrolled.h"

#include "ui/look/metrics.h"

#include <QCoreApplication>
#include <QScrollArea>

namespace assay::ui {

QScrollArea *scrolled(QWidget *content, QWidget *parent)
{
    auto *area = new QScrollArea(parent);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

void bringIntoSight(QWidget *part)
{
    // Where it will stand is known once the layouts around it have made room.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    for (QWidget *around = part->parentWidget(); around; around = around->parentWidget()) {
        if (auto *area = qobject_cast<QScrollArea *>(around))
            area->ensureWidgetVisible(part, 0, gap);
    }
}

} // namespace assay::ui
