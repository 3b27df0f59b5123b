// The rules of the loop as pure functions over values: no I/O, no clock, no threads.
#pragma once

#include "core/domain/policy.h"
#include "core/domain/task.h"

namespace assay {

// ── Answers ──────────────────────────────────────────────────────────────────────────────────────

/// The repro contract: present = exit 1 and a line of standard output beginning "REPRODUCED:";
/// absent = exit 0 and no such line; everything else is inconclusive, with the reason in words.
struct AnswerJudgement {
    Answer answer = Answer::Inconclusive;
    QString reason;
};
[[nodiscard]] AnswerJudgement judgeAnswer(int exitStatus, int signal, bool timedOut, QByteArrayView standardOutput);

/// N answers as one: all equal gives that answer; different ones are flaky (nullopt).
[[nodiscard]] std::optional<Answer> unanimous(const QList<Answer> &answers);

// ── Strikes ──────────────────────────────────────────────────────────────────────────────────────

/// What judging an audit's findings does to the tasks. Pure: the engine journals it.
struct BacklogChange {
    QList<Task> filed;                 ///< new tasks (ids given by the rule from `nextStructural`)
    QMap<TaskId, TaskId> superseded;   ///< old task → the structural one
    QMap<TaskId, QList<FindingId>> joined; ///< open structural task → findings that join it
    struct Strike { QString cause; QList<FindingId> findings; TaskId task; QList<TaskId> superseded; };
    QList<Strike> strikes;
};
/// Third strike: counted once all findings of an audit are judged. `findings` are all filed ones of the run
/// (fixed ones count); `fresh` the ones this audit filed. See "Backlog" in the rules.
[[nodiscard]] BacklogChange fileFindings(const QList<Finding> &findings, const QList<FindingId> &fresh,
                                         const QList<Task> &tasks);

/// True while an open (or blocked) structural task of that cause exists: no spot task of it starts.
[[nodiscard]] bool structuralOpen(const QList<Task> &tasks, const QString &cause);

// ── Backlog ──────────────────────────────────────────────────────────────────────────────────────

/// Open tasks in the order they are worked: worst severity, then the owner's rank, then the widest root
/// cause (findings of it), then the fewest product lines named, then id.
[[nodiscard]] QList<TaskId> orderBacklog(const QList<Task> &tasks, const QList<Finding> &findings);

/// The High gate task due once no High fixing task is open and High findings are undefended; nullopt else.
/// It takes along every lower finding fixed and undefended by then. At most one is ever open; one that was
/// done or parked is not filed again for the same findings.
[[nodiscard]] std::optional<Task> gateTaskDue(const QList<Task> &tasks, const QList<Finding> &findings);

// ── Stuck ────────────────────────────────────────────────────────────────────────────────────────

/// One counted task iteration, as the stuck rule sees it.
struct AttemptRecord {
    TaskId task;
    bool kept = false;
    bool noChange = false;
    QString signature; ///< failed step plus the sorted set of failing cases and checks
};
/// Two counted task iterations in a row neither kept nor with new evidence. `attempts` oldest first, counted
/// ones only; parking restarts the count: pass those after the last parking.
[[nodiscard]] bool isStuck(const QList<AttemptRecord> &attempts);

// ── Path classes ─────────────────────────────────────────────────────────────────────────────────

enum class PathClass { Protected, Sensitive, Test, Product };
[[nodiscard]] QString toWord(PathClass pathClass);
[[nodiscard]] std::optional<PathClass> pathClassFromWord(QStringView word);
/// The engine classes every path; the agent never does. Order: protected, test, sensitive, product,
/// except that gate, CI, build, lock and runner configuration inside a test folder stays sensitive.
[[nodiscard]] PathClass classifyPath(const RepoPath &path, const Policy &policy);
[[nodiscard]] bool globMatches(QByteArrayView glob, QByteArrayView path);

// ── Convergence and ends ─────────────────────────────────────────────────────────────────────────

struct Condition {
    QString name;
    bool met = false;
    QString detail;
};

enum class Outcome {
    Converged, BudgetSpent, WaitingForOwner, Stuck, GateBroken, AgentUnavailable, Stopped, Failed,
};
[[nodiscard]] QString toWord(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcomeFromWord(QStringView word);
[[nodiscard]] int exitStatusOf(Outcome outcome); ///< the documented statuses 0 … 8

} // namespace assay
