#include "ui/windows/recentruns.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype kept = 20;

} // namespace

QList<RecentRun> recentRuns()
{
    QList<RecentRun> runs;
    for (const QVariant &one : QSettings().value(u"recent"_s).toList()) {
        if (runs.size() == kept)
            break;
        const QVariantMap map = one.toMap();
        const QString path = map[u"path"_s].toString();
        if (path.startsWith(u'/'))
            runs.append({path, map[u"view"_s].toString(), map[u"filters"_s].toMap()});
    }
    return runs;
}

void rememberRun(const RecentRun &run)
{
    QList<RecentRun> runs = recentRuns();
    runs.removeIf([&](const RecentRun &one) { return one.path == run.path; });
    runs.prepend(run);
    QVariantList all;
    for (const RecentRun &one : std::as_const(runs).first(std::min(runs.size(), kept)))
        all.append(QVariantMap{{u"path"_s, one.path}, {u"view"_s, one.view}, {u"filters"_s, one.filters}});
    QSettings().setValue(u"recent"_s, all);
}

} // namespace assay::ui
