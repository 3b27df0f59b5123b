// Gate cases as rows: command, group, case. Pure.
#pragma once

#include "ui/models/gatecases.h"
#include "ui/models/outlinemodel.h"

#include <QCoreApplication>

namespace assay::ui {

enum class GateFilter { All, Failing, Changed, Unstable, Teeth, Suspect };

class GateOutline {
    Q_DECLARE_TR_FUNCTIONS(GateOutline)
public:
    enum Column { Case, Now, SinceBase, SinceCheckpoint, History, Took, Tests, ColumnCount };
    [[nodiscard]] static QStringList headings();
    /// References: "case:<command>:<position>", "command:<position>". `text`: only cases whose name has it.
    /// `teeth`, `suspects`: the state's.
    [[nodiscard]] static QList<OutlineNode> of(const GateCases &cases, GateFilter filter, const QString &text,
                                               const QList<TeethFact> &teeth, const QList<SuspectFact> &suspects);
    [[nodiscard]] static QString result(std::optional<CaseResult> result); ///< "passed"; "not there"
    [[nodiscard]] static QString change(CaseChange change);                ///< "newly failing", or empty
    /// "6 added, 1 newly failing", or "nothing changed".
    [[nodiscard]] static QString summary(const GateComparison &comparison);
    [[nodiscard]] static QString ending(const CommandReport &command); ///< "exit 0", "signal 9", "timed out"

private:
    [[nodiscard]] static OutlineNode row(const GateCase &one, const QString &leaf, const QList<TeethFact> &teeth,
                                         const QList<SuspectFact> &suspects);
};

} // namespace assay::ui
