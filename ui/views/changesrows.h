// What there is to compare in a run, and the files of a change: pure functions.
#pragma once

#include "core/journal/runstate.h"
#include "ui/models/changedfilesmodel.h"
#include "ui/models/patch.h"

namespace assay::ui {

/// Two trees, and the patch between them where the run recorded it.
struct Comparison {
    QString key;   ///< "now", "checkpoint 2", "attempt 4": an attempt is named by its iteration
    QString title;
    ObjectId from, to;
    Digest patch;  ///< null: git has to be asked
    QList<ChangedPath> files; ///< as the engine classed them; may be empty
    [[nodiscard]] bool isSame(const Comparison &other) const
    {
        return from == other.from && to == other.to && patch == other.patch;
    }
};

class ChangesRows {
    Q_DECLARE_TR_FUNCTIONS(ChangesRows)
public:
    /// Base against now first, then the checkpoints and the attempts, each newest first.
    [[nodiscard]] static QList<Comparison> comparisons(const RunState &state);
    /// The one to begin with: what was kept, else the newest attempt. Null when nothing was ever changed.
    [[nodiscard]] static const Comparison *first(const QList<Comparison> &comparisons);
    /// In the patch's order.
    [[nodiscard]] static QList<ChangedFileRow> files(const Patch &patch, const Comparison &comparison,
                                                     const RunState &state);
    [[nodiscard]] static QString summary(const Patch &patch); ///< "3 files, +12 −4"
};

} // namespace assay::ui
