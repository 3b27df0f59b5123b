// What the owner's commands changed, as it was before: kept by the fold until the engine acts on it.
#pragma once

#include "core/domain/task.h"
#include "core/journal/reviewmarks.h"

#include <QJsonObject>

namespace assay {

class RunState;

/// One command that can still be taken back, with what it touched as it was. Restoring is exact, since a command is
/// let go as soon as the engine acts: when a session or an iteration starts or ends (the agent was told, a task was
/// chosen), when the run goes back to a checkpoint, and when the engine itself moves a task that it touched. Marks of the
/// change are let go of only when a comment among them is given to the agent: nothing else acts on them.
struct Undoable {
    qint64 seq = 0; ///< of its `command.received`
    QString command, verb;
    QJsonObject args;
    QList<Task> tasks;
    QList<Prompt> prompts;
    struct FindingBefore {
        FindingId id;
        QString cause;
        bool declined = false;
        friend bool operator==(const FindingBefore &, const FindingBefore &) = default;
    };
    QList<FindingBefore> findings;
    struct MarkBefore {
        ReviewPlace place;
        ReviewMark mark; ///< empty where there was none
        friend bool operator==(const MarkBefore &, const MarkBefore &) = default;
    };
    QList<MarkBefore> marks;
    QJsonObject policy; ///< budget and gate: the whole configuration before; empty for others

    /// Ids and words of what it touched: two commands that share one can only be undone last first.
    [[nodiscard]] QStringList touched() const;
};

/// The state before a command, where the command is one that can be undone; empty for the others: what acts at once
/// (approvals and permissions while an engine works or was killed, rewind, pause, stop, running a check again) and what says
/// nothing new.
[[nodiscard]] std::optional<Undoable> beforeCommand(const RunState &state, const QString &verb,
                                                    const QJsonObject &args);

} // namespace assay
