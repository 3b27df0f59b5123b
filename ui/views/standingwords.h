// How a run stands, said once for all who show it: header, overview, start page.
#pragma once

#include "core/journal/runstate.h"
#include "ui/look/meaning.h"

#include <QCoreApplication>

namespace assay::ui {

class RunDocument;

struct Standing {
    Meaning meaning = Meaning::Idle;
    QString text; ///< "Running T2: running the gate", "Waits for you", "Converged"
    QString next; ///< what happens next, or what the operator can do; may be empty
};

/// Of the budget.
struct Spent {
    int used = 0, limit = 0; ///< iterations, the running one among them
    int uncounted = 0;       ///< ended, and spent none: interrupted, sent back
    bool running = false;
    std::chrono::milliseconds worked{0}; ///< what the time limit counts: steps, without waiting for the owner
};

class StandingWords {
    Q_DECLARE_TR_FUNCTIONS(StandingWords)
public:
    /// Of a run that is open: a damaged journal and a look back are said before all else.
    [[nodiscard]] static Standing of(const RunDocument &document);
    /// Of a run as its journal tells it. `live`: an engine works on it.
    [[nodiscard]] static Standing of(const RunState &state, bool live);
    [[nodiscard]] static Standing damaged();

    /// What was spent, as the command line counts it. `goesOn`: what has no end yet is under way; until `now`.
    [[nodiscard]] static Spent spent(const RunState &state, bool goesOn, const QDateTime &now);
    [[nodiscard]] static QString iterations(const Spent &spent); ///< "iteration 4/8"; empty while no budget is known
    [[nodiscard]] static QString worked(const Spent &spent);     ///< "12:30 of work"
};

} // namespace assay::ui
