// The unit of work, and the questions that only the owner may answer.
#pragma once

#include "core/domain/finding.h"

namespace assay {

enum class TaskType { Spot, Structural, Gate };
enum class TaskState { Open, Superseded, Blocked, Parked, Done };

struct Task {
    TaskId id;
    TaskType type = TaskType::Spot;
    Severity severity = Severity::Medium;
    QString cause;
    QList<FindingId> covers;
    TaskState state = TaskState::Open;
    QString reason;
    bool parkedByOwner
        = false;  ///< only meaningful when parked: the owner's parking is listed, the loop's blocks convergence
    TaskId supersededBy;
    QList<PromptId> blockedBy;   ///< unanswered prompts it waits for
    int countedAttempts = 0;     ///< rolled-back attempts that count; the third parks the task
    int attempts = 0;            ///< every iteration it had, counted or not
    QStringList failureSignatures; ///< one for each counted rolled-back attempt, see StuckRule
    int ownerRank = 0;           ///< the owner's order inside a severity; 0 = none
};

enum class PromptType { Decision, Approval, Permission };
enum class PromptState { Open, Deferred, Answered, Withdrawn };

struct PromptOption {
    QString label;
    QString effect;
    bool irreversible = false;
};

struct Prompt {
    PromptId id;
    PromptType type = PromptType::Decision;
    QString title;
    QString question;
    QList<PromptOption> options;
    QString recommended; ///< a label of options, or empty
    QString why;
    QStringList blocks;  ///< root causes or finding ids that wait for it
    QString subject; ///< approvals: what is held ("suspect-test", "sensitive-path", "review", "deletion"), else empty
    int iteration = 0;
    PromptState state = PromptState::Open;
    QString answer; ///< chosen label
    QString answerReason;
    QString answeredBy; ///< "owner" or "policy:<rule>"
};

/// Something the agent asserts that the engine can check.
enum class ClaimType { Tests, Commit, Files, Check };
enum class ClaimResult { Unchecked, Confirmed, Refuted };

struct Claim {
    int iteration = 0;
    ClaimType type = ClaimType::Tests;
    QString text; ///< the agent's words, or a sentence made from the claim
    int passed = -1, failed = -1; ///< Tests; -1 = not said
    QString hash; ///< Commit
    QList<RepoPath> paths; ///< Files
    QString check; ///< Check: name or file
    Answer answer = Answer::Inconclusive;
    ClaimResult result = ClaimResult::Unchecked;
    QString seen; ///< what the engine saw instead
};

/// What is claimed, from its typed members: "9 passed, 0 failed".
[[nodiscard]] QString claimSentence(const Claim &claim);
/// The same, with the agent's own words where there are other ones: `9 passed, 0 failed ("all green")`.
[[nodiscard]] QString claimWords(const Claim &claim);

[[nodiscard]] QString toWord(TaskType type);
[[nodiscard]] QString toWord(TaskState state);
[[nodiscard]] QString toWord(PromptType type);
[[nodiscard]] QString toWord(PromptState state);
[[nodiscard]] QString toWord(ClaimType type);
[[nodiscard]] QString toWord(ClaimResult result);
[[nodiscard]] std::optional<TaskType> taskTypeFromWord(QStringView word);
[[nodiscard]] std::optional<TaskState> taskStateFromWord(QStringView word);
[[nodiscard]] std::optional<PromptType> promptTypeFromWord(QStringView word);
[[nodiscard]] std::optional<PromptState> promptStateFromWord(QStringView word);
[[nodiscard]] std::optional<ClaimType> claimTypeFromWord(QStringView word);
[[nodiscard]] std::optional<ClaimResult> claimResultFromWord(QStringView word);

} // namespace assay
