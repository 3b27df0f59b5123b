// What there is to compare in a run, and the files of a change: pure functions.
#pragma once

#include "core/journal/runstate.h"
#include "ui/diff/diffdocument.h"
#include "ui/models/changedfilesmodel.h"

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
    /// By what the owner said of a file, or of one of its hunks.
    enum class Which { All, Open, LeftOut, Commented, Undefended };
    /// Those of the change whose name holds the text, whatever its case.
    [[nodiscard]] static QList<ChangedFileRow> files(const DiffDocument &document, const Comparison &comparison,
                                                     const RunState &state, const QString &filter,
                                                     Which which = Which::All);
    /// What was left out before it changed, as far as the files are read: of base and now alone.
    [[nodiscard]] static QList<ReviewPlace> lapsed(const DiffDocument &document, const Comparison &comparison,
                                                   const RunState &state);
    [[nodiscard]] static QString summary(const DiffDocument &document); ///< "3 files, +12 −4 · 3 of 12 hunks reviewed"
};

} // namespace assay::ui
