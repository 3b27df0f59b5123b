#include "ui/views/runview.h"

#include "core/engine/commands.h"
#include "ui/look/formats.h"

namespace assay::ui {

RunView::RunView(const RunPlace &place, Parts parts, QWidget *parent)
    : QWidget(parent),
      m_place(place),
      m_parts(parts),
      m_stale(Part::All)
{
    connect(&place.document, &RunDocument::reset, this, [this] { stale(Part::All); });
    connect(&place.document, &RunDocument::changed, this, [this](Parts changed) { stale(changed & m_parts); });
    // Whether an engine works on the run, and whether it is to be believed, stands in every view.
    connect(&place.document, &RunDocument::holderChanged, this, [this] { stale(m_parts); });
    connect(&place.document, &RunDocument::problemChanged, this, [this] { stale(m_parts); });
}

bool RunView::reveal(const QString &)
{
    return false;
}

QString RunView::refusalOf(const QString &verb, const QJsonObject &args) const
{
    const auto drafts = commandDrafts(document().now(), {.id = {}, .verb = verb, .args = args, .actor = {}});
    return drafts ? QString() : Formats::line(drafts.error().what) + u'.';
}

/// A view that is not seen is brought up to date when it is.
void RunView::stale(Parts parts)
{
    if (!parts)
        return;
    m_stale |= parts;
    Q_EMIT badgeChanged();
    if (isVisible() && document().isLoaded())
        refresh(std::exchange(m_stale, {}));
}

void RunView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale && document().isLoaded())
        refresh(std::exchange(m_stale, {}));
}

} // namespace assay::ui
