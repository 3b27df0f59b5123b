// All that is known of one iteration, as rows under headings: steps, change, claims, questions, checks, gate, teeth,
// session. Pure.
#pragma once

#include "core/journal/runstate.h"
#include "ui/models/outlinemodel.h"

#include <QCoreApplication>

namespace assay::ui {

class IterationOutline {
    Q_DECLARE_TR_FUNCTIONS(IterationOutline)
public:
    enum Column { What, Result, Took, Detail, ColumnCount };
    [[nodiscard]] static QStringList headings();
    /// `iteration` 0: the set-up. References: "proof:<seq>", "gate:<seq>", "prompt:<id>", "text:<digest>", or none.
    /// `now`: until when a running step took.
    [[nodiscard]] static QList<OutlineNode> of(const RunState &state, int iteration, const QDateTime &now, bool goesOn);

private:
    [[nodiscard]] static QList<OutlineNode> steps(const IterationFact &iteration, const QDateTime &now, bool goesOn);
    [[nodiscard]] static QList<OutlineNode> change(const IterationFact &iteration);
    [[nodiscard]] static QList<OutlineNode> claims(const RunState &state, int iteration);
    [[nodiscard]] static QList<OutlineNode> questions(const RunState &state, int iteration);
    [[nodiscard]] static QList<OutlineNode> checks(const RunState &state, int iteration);
    [[nodiscard]] static QList<OutlineNode> gates(const RunState &state, int iteration);
    [[nodiscard]] static QList<OutlineNode> teeth(const RunState &state, int iteration);
    [[nodiscard]] static QList<OutlineNode> sessions(const IterationFact &iteration, const QDateTime &now, bool goesOn);
    [[nodiscard]] static QList<OutlineNode> tampering(const RunState &state, int iteration);
    [[nodiscard]] static QList<OutlineNode> owner(const RunState &state, int iteration);
};

} // namespace assay::ui
