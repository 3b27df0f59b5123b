// How a run is told in the console, from its state: pure functions, with the operator's language.
#pragma once

#include "core/journal/runstate.h"
#include "ui/look/meaning.h"
#include "ui/models/timeline.h"

#include <QCoreApplication>

namespace assay::ui {

/// The stages of a run as the header shows them.
struct Stage {
    QString name;
    QString detail;  ///< "3 of 5"
    Meaning meaning = Meaning::Idle;
    bool current = false;
};

class RunWords {
    Q_DECLARE_TR_FUNCTIONS(RunWords)
public:
    [[nodiscard]] static QList<Stage> stages(const RunState &state);
    /// "tally · base 1a2b3c4 · recorded agent"
    [[nodiscard]] static QString place(const RunState &state);
    [[nodiscard]] static QString step(QStringView name);     ///< "teeth" → "showing that new tests have teeth"
    [[nodiscard]] static QString stepShort(QStringView name); ///< "teeth", "old tests": one or two words
    [[nodiscard]] static QString mark(const TimelineMark &mark); ///< "Checkpoint 2: ...", "Question P1: ..."
    [[nodiscard]] static QString severity(Severity severity);
    [[nodiscard]] static QString findingState(FindingState state);
    [[nodiscard]] static QString taskState(TaskState state);
    [[nodiscard]] static QString taskType(TaskType type);
    [[nodiscard]] static QString outcome(Outcome outcome);
    /// `goesOn`: of an iteration without one, whether it is under way at the moment that is shown, or was cut off.
    [[nodiscard]] static QString verdict(const QString &word, bool goesOn);
    /// Of an iteration; "held for you" where only an answer of the owner lets it go on.
    [[nodiscard]] static QString verdict(const RunState &state, const IterationFact &iteration, bool goesOn);
    [[nodiscard]] static QString held();
    /// An audit gave a result: it filed findings, or was clean.
    [[nodiscard]] static bool audited(const RunState &state);
    [[nodiscard]] static QString teeth(Teeth teeth);
    [[nodiscard]] static QString change(PathChange change);
    [[nodiscard]] static QString pathClass(PathClass pathClass);
    /// "T3, attempt 2" or "audit"
    [[nodiscard]] static QString iterationTitle(const IterationFact &iteration);
    [[nodiscard]] static QString agent(const QString &agent); ///< "recorded agent", "command make-fixes"
};

} // namespace assay::ui
