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

class StandingWords {
    Q_DECLARE_TR_FUNCTIONS(StandingWords)
public:
    /// Of a run that is open: a damaged journal and a look back are said before all else.
    [[nodiscard]] static Standing of(const RunDocument &document);
    /// Of a run as its journal tells it. `live`: an engine works on it.
    [[nodiscard]] static Standing of(const RunState &state, bool live);
    [[nodiscard]] static Standing damaged();
};

} // namespace assay::ui
