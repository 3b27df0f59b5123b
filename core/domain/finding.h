// Findings, the checks that show them, and the words for what was seen.
#pragma once

#include "core/domain/ids.h"

#include <QStringList>

#include <optional>

namespace assay {

/// Worst first: the order is the order of the backlog.
enum class Severity { High, Medium, Low };

/// What one run of a check said under the repro contract.
enum class Answer { Present, Absent, Inconclusive };

enum class FindingState {
    Claimed,        ///< the agent said so; nothing was run yet
    Reproduced,     ///< present in every one of its N runs; its control run did not answer present
    NotReproduced,  ///< absent in every run
    Flaky,          ///< different answers in its N runs
    Inconclusive,   ///< no run gave evidence
    ControlRefused, ///< present without the tree: it looks at something else
    Duplicate,      ///< the same as an unfixed finding
    Fixed,          ///< a kept candidate (or the owner's change) made every check absent xN
    Regressed,      ///< fixed, then seen present again
};

/// Everything below Reproduced counts as "not filed": kept, shown greyed, never worked.
[[nodiscard]] bool isFiled(FindingState state);
/// Filed, and not fixed: present as far as anybody knows.
[[nodiscard]] bool isLeft(FindingState state);

struct Location {
    RepoPath path;
    int line = 0; ///< 1-based; 0 when the whole file is meant
    friend bool operator==(const Location &, const Location &) = default;
};

enum class CheckRole {
    Acceptance, ///< watched present on the checkpoint; must become absent
    Guard,      ///< was absent and must stay absent
    Unusable,   ///< inconclusive, flaky or refused: neither, and shown
};

struct Check {
    CheckId id;
    FindingId finding; ///< the finding it belongs to
    QString name;
    Digest file;           ///< the executable's bytes in the evidence store
    QByteArray fileName;   ///< its name in the outbox, kept for language-by-suffix interpreters and the bundle
    CheckRole role = CheckRole::Unusable;
    QString reason;        ///< why it is not an acceptance check
    bool otherSideSeen = false; ///< a kept fix made it answer absent
};

struct Finding {
    FindingId id;      ///< empty until judged
    QString claimId;   ///< "1.7": seventh of iteration 1
    QString title;
    Severity severity = Severity::Medium;
    QString cause;     ///< root cause slug, after merges and splits
    QList<Location> where;
    QString observed;
    QString expected;
    QList<CheckId> checks; ///< the repro first
    FindingState state = FindingState::Claimed;
    QString reason;            ///< why it is in this state, for readers
    FindingId duplicateOf;
    int iteration = 0;         ///< in which it was claimed
    ObjectId presentTree;      ///< the tree in which its repro was last watched present
    int fixedIn = 0;           ///< iteration whose kept candidate fixed it; 0 when not fixed
    QStringList toothedTests;  ///< tests that name it and were seen failing on the old code
    bool declined = false;
    [[nodiscard]] bool isDefended() const { return !toothedTests.isEmpty(); }
};

[[nodiscard]] QString toWord(Severity severity);      ///< "high": the word in files
[[nodiscard]] QString titleWord(Severity severity);   ///< "High": the word in texts for readers
[[nodiscard]] QString stateWords(FindingState state); ///< "not reproduced": the word of a file without its hyphens
[[nodiscard]] QString toWord(Answer answer);
[[nodiscard]] QString toWord(FindingState state);
[[nodiscard]] QString toWord(CheckRole role);
[[nodiscard]] std::optional<Severity> severityFromWord(QStringView word);
[[nodiscard]] std::optional<Answer> answerFromWord(QStringView word);
[[nodiscard]] std::optional<FindingState> findingStateFromWord(QStringView word);
[[nodiscard]] std::optional<CheckRole> checkRoleFromWord(QStringView word);

} // namespace assay
