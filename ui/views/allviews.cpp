#include "ui/views/allviews.h"

#include "ui/views/agentview.h"
#include "ui/views/auditview.h"
#include "ui/views/backlogview.h"
#include "ui/views/changesview.h"
#include "ui/views/decisionsview.h"
#include "ui/views/exportview.h"
#include "ui/views/gateview.h"
#include "ui/views/journalview.h"
#include "ui/views/overviewview.h"
#include "ui/views/timelineview.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QList<RunView *> allViews(const RunPlace &place, EngineRoom &engines, QWidget *parent)
{
    QList<RunView *> views;
    const auto add = [&](RunView *view, const QString &name) {
        view->setObjectName(name);
        views.append(view);
    };
    add(new OverviewView(place, parent), u"overview"_s);
    add(new AuditView(place, parent), u"audit"_s);
    add(new BacklogView(place, parent), u"backlog"_s);
    add(new TimelineView(place, parent), u"timeline"_s);
    add(new ChangesView({place.document, place.desk, &engines}, parent), u"changes"_s);
    add(new DecisionsView(place, parent), u"decisions"_s);
    add(new GateView(place, parent), u"gate"_s);
    add(new AgentView(place, parent), u"agent"_s);
    add(new JournalView(place, parent), u"journal"_s);
    add(new ExportView(place, engines, parent), u"export"_s);
    return views;
}

} // namespace assay::ui
