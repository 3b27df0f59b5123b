// Stuck: two counted task iterations in a row neither kept nor with new evidence.
#include "core/domain/rules.h"

#include <QHash>

namespace assay {

bool isStuck(const QList<AttemptRecord> &attempts)
{
    // A task's last rolled-back attempt is what the next one is compared with: an attempt without a change
    // showed nothing, so it neither is evidence nor makes old evidence new again.
    QHash<TaskId, QString> lastRolledBack;
    int stale = 0;
    for (const AttemptRecord &attempt : attempts) {
        if (attempt.kept) {
            stale = 0;
        } else if (attempt.noChange) {
            ++stale;
        } else {
            const auto last = lastRolledBack.constFind(attempt.task);
            const bool isNew = last == lastRolledBack.constEnd() || *last != attempt.signature;
            lastRolledBack.insert(attempt.task, attempt.signature);
            stale = isNew ? 0 : stale + 1;
        }
        if (attempt.parked)
            stale = 0;
    }
    return stale >= 2;
}

} // namespace assay
