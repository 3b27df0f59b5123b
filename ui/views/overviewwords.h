// What the overview says of a run: its sentence, what comes next, and what stands. Pure, in the operator's language.
#pragma once

#include "core/journal/runstate.h"
#include "ui/look/meaning.h"
#include "ui/views/standingwords.h"

#include <QCoreApplication>

namespace assay::ui {

/// One thing that stands, and where more is known of it.
struct OverviewFact {
    Meaning meaning = Meaning::Idle;
    QString text;
    QString view, id; ///< as RunView::asked
    friend bool operator==(const OverviewFact &, const OverviewFact &) = default;
};

class OverviewWords {
    Q_DECLARE_TR_FUNCTIONS(OverviewWords)
public:
    /// The sentence of the run, as the command line tells it too; while nothing was measured it says that.
    [[nodiscard]] static QString sentence(const RunState &state);
    /// One sentence: what the run does next, or what the operator can do. Never empty.
    [[nodiscard]] static QString next(const RunState &state, const Standing &standing);
    /// What needs the operator comes first; what is not known to be good is always said.
    [[nodiscard]] static QList<OverviewFact> facts(const RunState &state);
};

} // namespace assay::ui
