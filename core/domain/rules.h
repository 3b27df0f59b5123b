// The rules of the loop as pure functions over values: no I/O, no clock, no threads.
#pragma once

#include "core/domain/policy.h"
#include "core/domain/task.h"

#include <QMap>

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

/// What judging an audit's findings does to the tasks. Pure: the engine journals it, in this order: filed, strikes
/// and superseded, joined.
struct BacklogChange {
    /// New tasks. T<n> is the spot task of F<n>; S<n> and G<n> count up over the run. A spot task that the same
    /// audit's strike supersedes is filed all the same (open) and listed in `superseded`.
    QList<Task> filed;
    QMap<TaskId, TaskId> superseded;       ///< spot task → the structural one
    QMap<TaskId, QList<FindingId>> joined; ///< open structural task → findings that join it; its severity may worsen
    struct Strike {
        QString cause;
        QList<FindingId> findings;
        TaskId task;
        QList<TaskId> superseded;
    };
    QList<Strike> strikes;
};
/// Third strike: counted once all findings of an audit are judged. `findings`: all of the run (those not filed are
/// passed over, fixed ones count); `fresh`: the ones this audit filed, or none after the owner merged causes.
/// Readings where the rules leave room:
/// - a declined finding is a strike (it was watched), but no task covers it;
/// - a cause with three strikes, all of them fixed or declined, has nothing to work on: no task;
/// - a structural task waits for what the spot tasks it supersedes waited for;
/// - a spot task parked by the owner stays parked, though its finding is covered.
[[nodiscard]] BacklogChange fileFindings(const QList<Finding> &findings, const QList<FindingId> &fresh,
                                         const QList<Task> &tasks);

/// True while an open (or blocked) structural task of that cause exists: no spot task of it starts.
[[nodiscard]] bool structuralOpen(const QList<Task> &tasks, const QString &cause);

// ── Backlog ──────────────────────────────────────────────────────────────────────────────────────

/// Open tasks that may start, in the order they are worked: worst severity, then the owner's rank (ranked ones
/// first), then the widest root cause (filed findings of it, fixed ones too), then the fewest product lines named
/// (places of the findings covered; a whole file is one place), then id. A spot task whose cause has an open or
/// blocked structural task may not start and is left out.
[[nodiscard]] QList<TaskId> orderBacklog(const QList<Task> &tasks, const QList<Finding> &findings,
                                         const Policy &policy = {});

/// The High gate task due once no High fixing task is open and High findings are undefended; nullopt else.
/// It takes along every lower finding fixed and undefended by then. At most one is ever open; one that was
/// done or parked is not filed again for the same findings. So a High finding fixed later gets a gate task of its
/// own, a lower one fixed later is only listed. Only meaningful with a gate that gives cases: the caller asks that.
[[nodiscard]] std::optional<Task> gateTaskDue(const QList<Task> &tasks, const QList<Finding> &findings);

// ── Stuck ────────────────────────────────────────────────────────────────────────────────────────

/// One counted task iteration, as the stuck rule sees it.
struct AttemptRecord {
    TaskId task;
    bool kept = false;
    bool noChange = false;
    QString signature; ///< failed step plus the sorted set of failing cases and checks
    bool parked = false; ///< the task was parked on this attempt, which restarts the count
};
/// True when the newest two counted task iterations were neither kept nor brought new evidence. `attempts`: all
/// of the run, oldest first, counted ones only. Evidence is new on a task's first rolled-back attempt, or when
/// its signature differs from the task's last rolled-back one; an attempt without a change is never new.
[[nodiscard]] bool isStuck(const QList<AttemptRecord> &attempts);

// ── Path classes ─────────────────────────────────────────────────────────────────────────────────

enum class PathClass { Protected, Sensitive, Test, Product };
[[nodiscard]] QString toWord(PathClass pathClass);
[[nodiscard]] std::optional<PathClass> pathClassFromWord(QStringView word);
/// The engine classes every path; the agent never does. Order: protected, test, sensitive, product,
/// except that gate, CI, build, lock and runner configuration inside a test folder stays sensitive.
/// `policy.testPaths` replace the default test globs when there are any; `sensitivePaths` and `protectedPaths`
/// add to the built-in ones. A glob that matches a folder matches everything below it. Scripts that the policy's
/// commands name are gate configuration.
[[nodiscard]] PathClass classifyPath(const RepoPath &path, const Policy &policy);
/// Byte by byte over the whole path: `*` and `?` stay inside a folder's name, `**` as a whole part stands for any
/// number of folders, [a-z] and [!a-z] for one byte, {a,b} for either, \ takes the next byte as it is.
[[nodiscard]] bool globMatches(QByteArrayView glob, QByteArrayView path);

// ── Convergence and ends ─────────────────────────────────────────────────────────────────────────

struct Condition {
    QString name;
    bool met = false;
    QString detail;
};

enum class Outcome {
    Converged,
    BudgetSpent,
    WaitingForOwner,
    Stuck,
    GateBroken,
    AgentUnavailable,
    Stopped,
    Failed,
};
[[nodiscard]] QString toWord(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcomeFromWord(QStringView word);
[[nodiscard]] int exitStatusOf(Outcome outcome); ///< the documented statuses 0 … 8

} // namespace assay
