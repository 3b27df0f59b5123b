// What there is to compare in a run: pure functions.
#pragma once

#include "core/journal/runstate.h"
#include "ui/diff/diffdocument.h"

#include <QCoreApplication>

#include <functional>

namespace assay::ui {

/// Two trees or commits of the vault.
struct Comparison {
    QString key;   ///< "now", "checkpoint 2", "attempt 4": an attempt is named by its iteration
    QString title;
    ObjectId from, to;
    TaskId task;
    QList<ChangedPath> files; ///< as the engine classed them; may be empty
};

class ChangesRows {
    Q_DECLARE_TR_FUNCTIONS(ChangesRows)
public:
    /// Base against now first, then the checkpoints and the attempts, each newest first.
    [[nodiscard]] static QList<Comparison> comparisons(const RunState &state, bool goesOn);
    /// The one to begin with: what was kept, else the newest attempt. Null when nothing was ever changed.
    [[nodiscard]] static const Comparison *first(const QList<Comparison> &comparisons);
    /// What a comparison's end can be compared with instead of its own begin: base and the checkpoints.
    struct Begin {
        QString title;
        ObjectId tree;
    };
    [[nodiscard]] static QList<Begin> begins(const RunState &state);
    /// The class of each path: as the engine classed it for this comparison, else by the run's policy.
    [[nodiscard]] static std::function<PathClass(const RepoPath &)> classes(const Comparison &comparison,
                                                                            const RunState &state);
    /// What was left out before it changed, as far as the files are read: of base and now alone.
    [[nodiscard]] static QList<ReviewPlace> lapsed(const DiffDocument &document, const Comparison &comparison,
                                                   const RunState &state);
};

} // namespace assay::ui
