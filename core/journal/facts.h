// What happened in a run, as values: iterations with their steps, sessions, proofs, reports and verdicts.
// Filled by the fold (runstate.h) from journal entries; read by the engine, the command line and the console.
#pragma once

#include "core/domain/rules.h"

#include <QDateTime>
#include <QJsonObject>

namespace assay {

/// Why a check was run.
/// Recheck: run again because the owner asked for it.
enum class ProofRole { Repro, Check, Guard, Control, Standing, Acceptance, Recheck };
[[nodiscard]] QString toWord(ProofRole role);
[[nodiscard]] std::optional<ProofRole> proofRoleFromWord(QStringView word);

/// One watched run of one check (`proof.run`).
struct ProofFact {
    qint64 seq = 0;
    int iteration = 0;
    CheckId subject;
    ProofRole role = ProofRole::Repro;
    ObjectId tree;
    int k = 1, n = 1;            ///< k-th of n runs
    Answer answer = Answer::Inconclusive;
    QString reason;
    QString line;                ///< the REPRODUCED: line, or empty
    int exitStatus = -1, signal = 0;
    bool timedOut = false;
    std::chrono::milliseconds duration{0};
    Digest out, err;
};

struct StepFact {
    QString name;                ///< session, candidate, paths, acceptance, old-tests, gate, teeth, standing, …
    QDateTime started, ended;    ///< ended invalid while it runs
    QString result;              ///< pass | fail | hold | done; empty while it runs
    QString reason;
};

struct SessionFact {
    SessionId id;
    QString purpose;
    QString agent, version;
    QString model;               ///< empty: the agent did not tell
    Digest prompt;
    QDateTime started, ended;
    QString reason;              ///< of the end; empty while it runs
    QString detail;
    QJsonObject outbox;          ///< path → {digest, executable}: the snapshot that everything later reads
    qint64 inputTokens = -1, outputTokens = -1;
    double cost = -1;
    std::chrono::milliseconds waited{0}; ///< for the owner's answers to permissions
};

enum class PathChange { Added, Deleted, Modified, TypeChanged };
[[nodiscard]] QString toWord(PathChange change);
[[nodiscard]] std::optional<PathChange> pathChangeFromWord(QStringView word);

struct ChangedPath {
    RepoPath path;
    PathChange change = PathChange::Modified;
    PathClass pathClass = PathClass::Product;
};

struct CandidateFact {
    ObjectId commit, tree, parent;
    QList<ChangedPath> files;
    QList<RepoPath> ignored, leftOut;
    Digest patch;
};

/// A gate report (`gate.reported`); the whole report is the evidence.
struct GateFact {
    qint64 seq = 0;
    int iteration = 0;
    QString label; ///< which run it is: baseline-1, baseline-2, candidate, old-tests, teeth, fresh, rerun-…
    ObjectId tree;
    TestSource tests = TestSource::New;
    Digest report;
    int passed = 0, failed = 0, skipped = 0;
    bool countsKnown = false;
    QList<int> exits; ///< of each command; empty in journals that did not keep them
    QStringList blind; ///< names of the commands that were red and named no case: see blindWords()
    QString broken;
    QStringList unstable;
    std::chrono::milliseconds duration{0};
    /// What the commands left behind in their checkout, where that was looked at (baseline-1): files and whole folders
    /// that the tree does not have, and files of the tree that they changed or deleted.
    QList<RepoPath> untracked, rewritten;
    bool givesCases = true; ///< some command tells single cases: only then can a new test be seen to have teeth
    bool casesJudged = true; ///< false: a command gives no cases, so vanished ones cannot be judged
};

struct ComparisonFact {
    qint64 seq = 0;
    int iteration = 0;
    QString label;
    ObjectId from, to;
    GateComparison comparison;
    QStringList changed; ///< label "containment": cases and commands that differ without it
};

struct TeethFact {
    int iteration = 0;
    QString test;
    FindingId finding; ///< may be empty
    Teeth teeth = Teeth::NotComparable;
    ObjectId oldTree;
    QString seen;
};

struct SuspectFact {
    int iteration = 0;
    QString test;
    FindingId finding;
    bool named = false, accepted = false;
    QString why;
    QString rule; ///< "owner", "policy:accept-covered", or empty
};

enum class IterationType { Audit, Task, Evaluation };
[[nodiscard]] QString toWord(IterationType type);
[[nodiscard]] std::optional<IterationType> iterationTypeFromWord(QStringView word);

/// Words of a verdict, as loop.md has them.
namespace verdict {
inline constexpr QStringView Kept = u"kept";
inline constexpr QStringView RolledBack = u"rolled back";
inline constexpr QStringView NoChange = u"no change";
inline constexpr QStringView Interrupted = u"interrupted";
inline constexpr QStringView FindingsFiled = u"findings filed";
inline constexpr QStringView Clean = u"clean";
inline constexpr QStringView NoResult = u"no result";
inline constexpr QStringView Passed = u"passed";
inline constexpr QStringView Rejected = u"rejected";
} // namespace verdict

struct IterationFact {
    int n = 0;
    IterationType type = IterationType::Audit;
    TaskId task;
    int attempt = 0; ///< 1-based, counted or not
    int countedBefore = 0; ///< counted rolled-back attempts of the task when it started
    int checkpoint = 0; ///< number of the checkpoint it started from
    ObjectId checkpointTree;
    bool ownersEdit = false; ///< an attempt that the owner submitted: no session
    QDateTime started, ended;
    QList<StepFact> steps;
    QList<SessionFact> sessions;
    std::optional<CandidateFact> candidate;
    QString verdict, reason;
    bool counted = false;
    QString failedStep, signature;
    ObjectId salvage;
    [[nodiscard]] bool isRunning() const { return verdict.isEmpty(); }
    [[nodiscard]] const StepFact *step(QStringView name) const; ///< the last of that name
};

struct CheckpointFact {
    int number = 0; ///< 0 = base
    int parent = -1; ///< number of the checkpoint that it was made on: after a rewind not the one before; -1 of base
    qint64 seq = 0; ///< of its `checkpoint.made`
    ObjectId commit, tree;
    int iteration = 0;
    TaskId task;
    QString title;
};

} // namespace assay

Q_DECLARE_TYPEINFO(assay::ProofFact, Q_RELOCATABLE_TYPE); // a list of 100,000 grows without copies
