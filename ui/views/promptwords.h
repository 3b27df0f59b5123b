// How what is put to the owner is told: pure functions, in the operator's language.
#pragma once

#include "ui/look/meaning.h"
#include "ui/models/decisioncards.h"

namespace assay::ui {

class PromptWords {
    Q_DECLARE_TR_FUNCTIONS(PromptWords)
public:
    /// A text of others for a label: several lines, at most a few thousand characters; what is cut off is told.
    [[nodiscard]] static QString text(const QString &text);
    [[nodiscard]] static QString type(PromptType type);
    /// "a review of iteration 4's candidate"; of other subjects and decisions the type.
    [[nodiscard]] static QString kind(const DecisionCard &card);
    [[nodiscard]] static QString step(const QString &name);         ///< "gate" → "gate", "old-tests" → "old tests"
    [[nodiscard]] static QString stepResult(const QString &result); ///< "held", "failed"
    /// "present ×3", "flaky: present, absent", or empty when it was not run.
    [[nodiscard]] static QString answers(const QList<Answer> &answers);
    [[nodiscard]] static Meaning meaningOfAnswers(const QList<Answer> &answers);
    /// "by you", "by the policy's rule accept-covered"
    [[nodiscard]] static QString by(const QString &actor);
    /// "accept", "declined", "withdrawn"
    [[nodiscard]] static QString outcome(const DecisionCard &card);
};

} // namespace assay::ui
