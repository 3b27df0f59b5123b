#include "ui/views/hunkbutton.h"

#include "ui/diff/diffview.h"
#include "ui/look/metrics.h"

#include <QMouseEvent>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace assay::ui {

HunkButton::HunkButton(DiffView *view) : QToolButton(view->viewport()), m_view(view)
{
    setText(u"⋯"_s);
    setToolTip(tr("What you can say of this hunk or file (right button, or the menu key)"));
    setAccessibleName(tr("Mark the hunk or file"));
    setFocusPolicy(Qt::NoFocus); // the keyboard has the keys themselves
    setCursor(Qt::ArrowCursor);
    view->viewport()->setMouseTracking(true);
    view->viewport()->installEventFilter(this);
    connect(this, &QToolButton::clicked, this, [this] {
        if (m_row >= 0)
            Q_EMIT menuWanted(m_row, mapToGlobal(rect().bottomLeft()));
    });
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, &QWidget::hide); // other rows are under it now
    connect(view, &DiffView::rowsChanged, this, &QWidget::hide);
    hide();
}

void HunkButton::follow(QPoint place)
{
    const DiffDocument &document = m_view->document();
    const int row = document.count() > 0 ? m_view->itemAt(place) : -1;
    const DiffDocument::Place at = row >= 0 ? document.at(row) : DiffDocument::Place{};
    const bool isMarked = row >= 0 && at.section >= 0
        && (at.row.kind == SectionRow::Head
            || (at.row.kind == SectionRow::Line && at.row.line.kind != diff::RowKind::Context
                && at.row.line.kind != diff::RowKind::Fold));
    m_row = isMarked ? row : -1;
    if (!isMarked)
        return hide();
    const QRect rowRect = m_view->itemRect(row);
    const int width = std::max(sizeHint().width(), rowRect.height() + gap);
    setGeometry(m_view->viewport()->width() - width, rowRect.top(), width, rowRect.height());
    show();
}

bool HunkButton::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_view->viewport()) {
        if (event->type() == QEvent::MouseMove && static_cast<QMouseEvent *>(event)->buttons() == Qt::NoButton)
            follow(static_cast<QMouseEvent *>(event)->position().toPoint());
        else if (event->type() == QEvent::Leave || event->type() == QEvent::Resize)
            hide();
    }
    return QToolButton::eventFilter(object, event);
}

} // namespace assay::ui
