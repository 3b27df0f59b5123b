// What is put to the owner, as cards: pure functions from a run's state.
#pragma once

#include "core/journal/runstate.h"
#include "ui/models/entryhead.h"

#include <QCoreApplication>

namespace assay::ui {

/// What was seen of one check in the held iteration: on its checkpoint before the agent started, on its candidate after.
struct SeenCheck {
    QString id; ///< "C1"
    QString title; ///< the finding's, or the check's own name
    ProofRole role = ProofRole::Acceptance;
    QList<Answer> before, now;
    friend bool operator==(const SeenCheck &, const SeenCheck &) = default;
};

struct SeenStep {
    QString name, result, reason;
    friend bool operator==(const SeenStep &, const SeenStep &) = default;
};

struct HeldFile {
    QString path; ///< for people
    PathChange change = PathChange::Modified;
    PathClass pathClass = PathClass::Product;
    friend bool operator==(const HeldFile &, const HeldFile &) = default;
};

struct HeldSuspect {
    QString test, finding, why;
    friend bool operator==(const HeldSuspect &, const HeldSuspect &) = default;
};

struct DecisionCard {
    QString id; ///< "P1"
    PromptType type = PromptType::Decision;
    PromptState state = PromptState::Open;
    QString subject; ///< of an approval: "review", "suspect-test", …
    QString title, question, why;
    QList<PromptOption> options;
    QString recommended; ///< a label of options, or empty
    QString preselected; ///< what is chosen on the card at first: the recommendation, and "accept" of a review
    QStringList waits; ///< sentences: what is blocked or held until it is answered
    QDateTime filed;

    // Of an approval: what it is about.
    int iteration = 0;
    int openComments = 0; ///< on hunks of changes: those of the candidate go along when it is sent back
    QList<HeldFile> files;
    QList<SeenStep> steps;
    QList<SeenCheck> checks;
    QList<HeldSuspect> suspects;
    Digest patch; ///< evidence: the candidate's patch
    bool showsTests = false; ///< the patch of its test files is worth showing: old against new

    // Once answered.
    QString answer, reason, by;
    QDateTime answered;
    qint64 answeredSeq = 0; ///< the journal's entry
    QString undo; ///< the command that takes the answer back, as long as it was not acted on
    bool carriedOut = true; ///< false: recorded while no engine lived, and none came since

    [[nodiscard]] bool isOpen() const { return state == PromptState::Open || state == PromptState::Deferred; }
    friend bool operator==(const DecisionCard &a, const DecisionCard &b);
};

class DecisionCards {
    Q_DECLARE_TR_FUNCTIONS(DecisionCards)
public:
    /// Open ones first, those that hold an iteration before them all, then deferred ones, then what was answered or
    /// withdrawn, newest first. `heads`: of the same journal, for times and for what came after an answer.
    [[nodiscard]] static QList<DecisionCard> of(const RunState &state, const QList<EntryHead> &heads);
};

/// The pieces of a patch made by git that change files of these paths (as its "diff --git" lines name them); whole
/// pieces, at most `most` bytes, what was cut off told in a last line.
[[nodiscard]] QByteArray patchOf(const QByteArray &patch, const QStringList &paths, qsizetype most);

} // namespace assay::ui
