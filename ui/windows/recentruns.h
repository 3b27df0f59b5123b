// The runs that were opened last, and how each was looked at: kept in the settings from one start to the next.
#pragma once

#include <QList>
#include <QVariantMap>

namespace assay::ui {

struct RecentRun {
    QString path;
    QString view;        ///< object name of the view that was shown
    QVariantMap filters; ///< of the views, by their object names
};

/// Newest first; whatever in the settings is none is left out.
[[nodiscard]] QList<RecentRun> recentRuns();
/// Puts it first; the one after the last that is kept is forgotten.
void rememberRun(const RecentRun &run);

} // namespace assay::ui
