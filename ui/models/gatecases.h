// The cases of a gate report as a reader asks about them: what became of each against base and against the checkpoint
// before, what earlier reports said, and what is known of it as a test. Pure.
#pragma once

#include "core/journal/runstate.h"

#include <memory>

namespace assay::ui {

/// A report that was read. Null where it could not be read.
using GateReportRef = std::shared_ptr<const GateReport>;

enum class CaseChange { None, NewlyFailing, NewlyPassing, Added, Vanished };

struct GateCase {
    QString command; ///< CommandReport::name()
    QString name;
    std::optional<CaseResult> result; ///< empty: not in this report
    double seconds = -1;
    QString file, message;
    CaseChange sinceBase = CaseChange::None, sinceCheckpoint = CaseChange::None;
    QList<std::optional<CaseResult>> history; ///< in each of GateCases::history
    bool unstable = false;
    qsizetype teeth = -1;   ///< position of its newest judgement in RunState::teeth
    qsizetype suspect = -1; ///< in RunState::suspects
    [[nodiscard]] bool fails() const { return result == CaseResult::Failed || result == CaseResult::Error; }
    [[nodiscard]] bool changed() const { return sinceBase != CaseChange::None || sinceCheckpoint != CaseChange::None; }
};

struct GateCommandCases {
    CommandReport report; ///< without its cases
    QList<GateCase> cases; ///< in the report's order, then what vanished
};

/// What is compared with what, and the facts that go with it. All of one run.
struct GateQuestion {
    GateReportRef shown;
    GateReportRef base, checkpoint;        ///< null: nothing to compare with
    std::optional<GateComparison> recorded; ///< of checkpoint against shown, where the engine compared: it decides
    QList<GateReportRef> history;          ///< oldest first; null ones could not be read
    QStringList unstable;                  ///< case keys, of the whole run
    QList<TeethFact> teeth;
    QList<SuspectFact> suspects;
};

struct GateCases {
    QList<GateCommandCases> commands;
    GateComparison sinceBase, sinceCheckpoint; ///< empty where nothing was compared
};

[[nodiscard]] GateCases gateCases(const GateQuestion &question);

/// The reports that tell a tree's history: one for each measured base, candidate and checkpoint, newest last; at most
/// `most`, the base's always among them.
[[nodiscard]] QList<const GateFact *> gateHistory(const RunState &state, qsizetype most);
/// The report of what the given one's change started from, or null: of a candidate its iteration's checkpoint, of a
/// checkpoint the one before.
[[nodiscard]] const GateFact *gateBefore(const RunState &state, const GateFact &gate);

} // namespace assay::ui
