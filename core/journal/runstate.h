// The state of a run: a fold over its journal, and nothing else.
//
// The engine, the command line, the console, replay and the tests all call apply() with the same entries in the same
// order and see the same state. Opening an old run, following a live one and looking at a run as of any entry are
// this fold, stopped where one likes. No I/O, no clock, no threads.
//
// Cost (tests/bench/bench_journal): 1 to 2 us an entry, also with 10,000 findings. A copy takes next to nothing and may
// go to another thread, for everything in it is shared implicitly; but as long as a copy is held, the next entry of a
// kind pays once for copying the lists that it changes: 0.2 to 1 ms with 10,000 findings and 30,000 proofs. So a reader
// in another thread folds what is there already where it reads, hands that state over for good, and then only entries:
// whoever shows the state applies them in place, and their kinds and ids tell what changed.
#pragma once

#include "core/journal/entry.h"
#include "core/journal/facts.h"
#include "core/journal/hunkdefence.h"
#include "core/journal/reviewmarks.h"
#include "core/journal/undo.h"

#include <QHash>
#include <QSet>

namespace assay {

struct SurfaceFact {
    QString name;
    QList<RepoPath> files;
    QString trust;
    bool swept = false;
    QString how;
    int iteration = 0;
    ObjectId tree; ///< swept on this tree: stale when its files changed since
};

struct DeclinedFact {
    QString subject, reason, by;
    int iteration = 0;
    qint64 seq = 0;
};

struct NoteFact {
    qint64 seq = 0;
    QString text, by;
    int iteration = 0; ///< given before this iteration's session
};

struct CommandFact {
    qint64 seq = 0;
    QString id, verb;
    QJsonObject args;
};

/// The owner wants a finding's checks to be run again on the current checkpoint; there until they were.
struct RecheckFact {
    qint64 seq = 0;
    FindingId finding;
};

struct ReviewFact {
    int iteration = 0;
    ObjectId candidate;
    QString answer; ///< accept | reject | send-back
    QString comments, by;
};

struct TamperFact {
    int iteration = 0;
    RepoPath path;
    QString what, done;
};

enum class RunPhase { Created, SettingUp, Running, Paused, Closed, Ended };

class RunState {
public:
    void apply(const Entry &entry);

    // ── the run ──
    qint64 lastSeq = 0;
    QByteArray headHash;
    QDateTime startedAt, lastAt;
    RunId id;
    QString target, baseName, branch;
    ObjectId base, baseTree;
    QList<RepoPath> dirty;
    QJsonObject policy; ///< as in the last `run.configured`
    QJsonObject toolchain; ///< what the machine offered: versions, containment
    QStringList warnings;
    RunPhase phase = RunPhase::Created;
    bool pauseRequested = false;
    bool stepRequested = false; ///< resumed for one step only
    std::optional<Outcome> outcome; ///< of the last `run.ended`; empty while the run may go on
    QStringList unmet; ///< conditions that were not met at the end
    QStringList unknownKinds; ///< kinds this version does not know: the state is not whole

    // ── the work ──
    QList<IterationFact> iterations;
    QList<Finding> findings; ///< in the order they were claimed
    QHash<CheckId, Check> checks;
    QList<CheckId> checkOrder;
    QList<Task> tasks; ///< in the order they were filed
    QList<TaskId> backlog; ///< last `backlog.ordered`
    QList<Prompt> prompts;
    QList<Claim> claims;
    QList<SurfaceFact> surfaces;
    QList<DeclinedFact> declined;
    QList<NoteFact> notes;
    QList<ReviewFact> reviews;
    QList<TamperFact> tampers;
    QList<CheckpointFact> checkpoints; ///< [0] is base once `run.created` was seen
    int currentCheckpoint = 0; ///< differs from the last one after a rewind
    /// How many iterations there were when the owner last went back; -1: never. Audits among them say nothing of the
    /// current checkpoint, even where they looked at the same tree: the owner wants it looked at anew.
    int rewoundAfter = -1;
    QList<ProofFact> proofs;
    QList<GateFact> gates;
    QList<ComparisonFact> comparisons;
    QList<TeethFact> teeth;
    QList<SuspectFact> suspects;
    QList<Condition> conditions; ///< of the last `convergence.judged`
    QSet<QString> commandsSeen; ///< ids answered by an entry
    QHash<QString, qint64> preparedKeys; ///< preparation key → seq of `prepare.done`
    QSet<int> parkedAfter; ///< iterations after which a task was parked: the stuck rule counts anew
    QMap<ReviewPlace, HunkFact> hunks; ///< what was judged last of each place of a change
    ReviewMarks marks; ///< those that say something; they hang on content, and stay when the run goes on or back
    ObjectId conditionsTree; ///< the checkpoint's tree that `conditions` were judged on
    int conditionsIteration = 0; ///< the audit they were judged after
    QJsonObject options; ///< what the owner asked for when the run was made
    QList<Undoable> undoable; ///< the owner's commands that can be taken back, oldest first
    QList<RecheckFact> rechecks; ///< asked for and not done yet, oldest first
    qint64 openedSeq = 0; ///< of the last `run.opened`: the engine that works now, or worked last
    /// The entry that configured another gate or preparation after something had been measured: what was reported
    /// before it was measured by another instrument and answers no question any more. 0: the first gate is the gate.
    qint64 gateSince = 0;
    /// The agent's rate limit ends then: the engine that met it waits, where the policy lets it. Empty: no limit is known.
    QDateTime limitedUntil;
    TaskId submitted; ///< the owner's edit in the clone waits to be verified for this task

    // ── questions that several readers ask ──
    [[nodiscard]] const CheckpointFact &checkpoint() const { return checkpoints.at(currentCheckpoint); }
    /// Base to the current checkpoint, each made on the one before: what rewinds took back is left out. Empty before
    /// `run.created`.
    [[nodiscard]] QList<CheckpointFact> lineage() const;
    /// Iterations whose change stands in the current checkpoint.
    [[nodiscard]] QSet<int> keptIterations() const;
    [[nodiscard]] IterationFact *running(); ///< the iteration without a verdict, if any
    [[nodiscard]] const IterationFact *running() const;
    [[nodiscard]] const IterationFact *iteration(int n) const;
    [[nodiscard]] const Finding *finding(const FindingId &id) const;
    [[nodiscard]] const Task *task(const TaskId &id) const;
    [[nodiscard]] const Prompt *prompt(const PromptId &id) const;
    [[nodiscard]] QList<const Prompt *> openPrompts() const; ///< open or deferred
    [[nodiscard]] int countedIterations() const;
    /// Which of the budget's iterations this one spends, from 1: interrupted ones and what the owner sent back are
    /// numbered, but spend none.
    [[nodiscard]] int budgetPlace(const IterationFact &iteration) const;
    /// Files and folders that the baseline run left behind or rewrote: in no candidate.
    [[nodiscard]] QList<RepoPath> leftByBaseline() const;
    /// The baseline gate run with and without containment, when the owner wanted it; null else.
    [[nodiscard]] const ComparisonFact *containmentComparison() const;
    [[nodiscard]] double costSpent() const;
    [[nodiscard]] int refutedClaims() const;
    /// Folder of the last `export.written` of the current checkpoint with what is left out now, or empty.
    [[nodiscard]] QString exported() const { return m_exportedWithout == leftOut() ? m_exported : QString(); }
    [[nodiscard]] QList<ReviewPlace> leftOut() const; ///< in the order of their paths
    [[nodiscard]] const GateFact *gate(int iteration, QStringView label, const ObjectId &tree) const; ///< newest match
    /// The report that stands for a checkpoint's tree (baseline-1, candidate or fresh), newest first.
    [[nodiscard]] const GateFact *gateOf(const ObjectId &tree) const;
    /// The run of this check in this iteration and role on this tree with this k, if it was watched already.
    [[nodiscard]] const ProofFact *proof(int iteration, ProofRole role, const CheckId &check, const ObjectId &tree,
                                         int k) const;
    [[nodiscard]] QList<const Finding *> undefended() const; ///< fixed, without a toothed test
    [[nodiscard]] QList<AttemptRecord> countedAttempts() const; ///< for the stuck rule, oldest first
    /// Changed by every `run.ended`/`opened`: what the last writer said of how it goes.
    [[nodiscard]] bool isOver() const { return outcome.has_value(); }
    /// Nothing was begun since the owner went back to the current checkpoint.
    [[nodiscard]] bool isJustRewound() const { return rewoundAfter >= 0 && rewoundAfter == iterations.size(); }

private:
    using Fold = void (RunState::*)(const Entry &);
    [[nodiscard]] static const QHash<QString, Fold> &folds();
    Finding *findingAt(const FindingId &id);
    Finding *findingOfClaim(const QString &claimId);
    Task *taskAt(const TaskId &id);
    Prompt *promptAt(const PromptId &id);
    IterationFact *iterationAt(int n);
    void giveCause(Finding &finding, const QString &slug);
    void letGoOf(const TaskId &task); ///< the engine moved it: what the owner did with it cannot be undone any more
    void actedOn(); ///< the engine went on: what was said can be undone no more, but for marks, which it does not read
    void give(const QJsonValue &places);

    void ignore(const Entry &) {}
    void runCreated(const Entry &);
    void runConfigured(const Entry &);
    void runOpened(const Entry &);
    void runClosed(const Entry &);
    void runPaused(const Entry &);
    void runResumed(const Entry &);
    void runRewound(const Entry &);
    void runEnded(const Entry &);
    void commandReceived(const Entry &);
    void commandRefused(const Entry &);
    void commandUndone(const Entry &);
    void prepareDone(const Entry &);
    void exportWritten(const Entry &);

    void iterationStarted(const Entry &);
    void iterationEnded(const Entry &);
    void stepStarted(const Entry &);
    void stepEnded(const Entry &);
    void agentUnavailable(const Entry &entry);
    void sessionStarted(const Entry &);
    void sessionEnded(const Entry &);
    void proofRun(const Entry &);
    void gateReported(const Entry &);
    void gateCompared(const Entry &);
    void teethJudged(const Entry &);
    void suspectJudged(const Entry &);
    void candidateCollected(const Entry &);
    void rolledBack(const Entry &);
    void checkpointMade(const Entry &);
    void tamperSeen(const Entry &);
    void convergenceJudged(const Entry &);

    void findingClaimed(const Entry &);
    void findingJudged(const Entry &);
    void findingEdited(const Entry &);
    void causeMerged(const Entry &);
    void causeSplit(const Entry &);
    void strikeThird(const Entry &);
    void checkFiled(const Entry &);
    void checkRefused(const Entry &);
    void claimMade(const Entry &);
    void claimJudged(const Entry &);
    void surfaceRecorded(const Entry &);
    void declinedRecorded(const Entry &);

    void taskFiled(const Entry &);
    void taskMoved(const Entry &);
    void backlogOrdered(const Entry &);
    void promptFiled(const Entry &);
    void promptAnswered(const Entry &);
    void promptDeferred(const Entry &);
    void promptWithdrawn(const Entry &);
    void reviewGiven(const Entry &);
    void reviewMarked(const Entry &);
    void hunkJudged(const Entry &);
    void noteGiven(const Entry &);

    QString m_exported;
    QList<ReviewPlace> m_exportedWithout; ///< what was left out of it
    // Positions in the lists above, so that a fold over 100,000 entries stays linear.
    QHash<quint64, QList<qsizetype>> m_proofIndex; ///< (iteration, check) → proofs
    QHash<CheckId, qsizetype> m_findingOfCheck;
    QHash<QString, qsizetype> m_findingOfClaim;
    QHash<FindingId, qsizetype> m_findingIndex;
    QHash<TaskId, qsizetype> m_taskIndex;
    // Most proofs name the same few checks and words: one copy of each serves 100,000 of them.
    QSet<CheckId> m_sharedChecks;
    QSet<QString> m_sharedTexts;
};

} // namespace assay
