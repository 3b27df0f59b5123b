#include "ui/look/scrolled.h"

#include "ui/look/metrics.h"

#include <QCoreApplication>
#include <QLayout>
#include <QResizeEvent>
#include <QScrollArea>

#include <algorithm>

namespace assay::ui {
namespace {

/// Has no layout of its own: an area asks one that wraps its lines for what it would like, not for what it needs.
class Squeezed : public QWidget {
public:
    explicit Squeezed(QWidget *content) : m_content(content) { content->setParent(this); }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        QSize least = m_content->minimumSizeHint(); // which has a line of each text, however it wraps
        const QLayout *layout = m_content->layout();
        if (layout && layout->hasHeightForWidth() && width() > 0)
            least.setHeight(std::max(least.height(), layout->minimumHeightForWidth(width())));
        return least;
    }
    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        m_content->setGeometry(rect());
        if (event->oldSize().width() != width())
            updateGeometry(); // it wraps otherwise
    }
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QWidget::event(event);
    }

private:
    QWidget *m_content;
};

} // namespace

QScrollArea *squeezed(QWidget *content, QWidget *parent)
{
    return scrolled(new Squeezed(content), parent);
}

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
