// What the backlog view shows and what can be done there, from the state of a run: pure functions.
#pragma once

#include "core/journal/runstate.h"
#include "ui/models/backlogmodel.h"
#include "ui/views/factspanel.h"

namespace assay::ui {

/// Ranks that the owner has to give so that the tasks stand in an order; 0 takes a rank away.
struct RankChange {
    TaskId task;
    int rank = 0;
    friend bool operator==(const RankChange &, const RankChange &) = default;
};

/// Where a task would be worked: right before or after another one of its severity.
struct Move {
    TaskId task, neighbour;
    bool after = false;
};

class BacklogRows {
    Q_DECLARE_TR_FUNCTIONS(BacklogRows)
public:
    /// Root causes in the order in which their next task is worked, then those where nothing waits.
    [[nodiscard]] static QList<TreeOf<BacklogRow>> tree(const RunState &state);
    [[nodiscard]] static QList<Fact> facts(const RunState &state, const Task &task, bool goesOn);
    /// The same, of a root cause: its findings.
    [[nodiscard]] static QList<Fact> causeFacts(const RunState &state, const QString &cause);

    /// The fewest ranks that make the move; none when it changes nothing or is none within one severity.
    [[nodiscard]] static QList<RankChange> ranksFor(const RunState &state, const Move &move);
    /// The same as one order of every ranked task, which may be empty; nothing when the move changes nothing.
    [[nodiscard]] static std::optional<QList<TaskId>> orderFor(const RunState &state, const Move &move);
    /// One place up (-1) or down (+1) among the tasks of its severity; none at the end.
    [[nodiscard]] static std::optional<Move> stepOf(const RunState &state, const TaskId &task, int direction);

    // Why it cannot be done now; empty: it can. `task` may be null: none is chosen. `past`: an earlier moment is shown.
    [[nodiscard]] static QString whyNotPark(const RunState &state, const Task *task, bool past);
    [[nodiscard]] static QString whyNotUnpark(const Task *task, bool past);
    [[nodiscard]] static QString whyNotStep(const RunState &state, const Task *task, int direction, bool past);
    [[nodiscard]] static QString whyNotSubmit(const RunState &state, const Task *task, bool live, bool past);
    /// `cause`: null when no root cause is chosen.
    [[nodiscard]] static QString whyNotMerge(const RunState &state, const QString *cause, bool past);
    [[nodiscard]] static QStringList causes(const RunState &state); ///< of all findings, sorted

private:
    [[nodiscard]] static QString whyNone(const Task *task, bool past);
    [[nodiscard]] static QString title(const RunState &state, const Task &task);
    [[nodiscard]] static QString note(const RunState &state, const Task &task);
};

} // namespace assay::ui
