#include "ui/views/promptwords.h"

#include "ui/look/formats.h"
#include "ui/views/proofwords.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QString PromptWords::text(const QString &text)
{
    constexpr qsizetype most = 4000;
    if (text.size() <= most)
        return Formats::lines(text);
    return Formats::lines(text.left(most)) + u'\n'
        + tr("… (%1 characters more, in the journal)").arg(Formats::count(text.size() - most));
}

QString PromptWords::type(PromptType type)
{
    switch (type) {
    case PromptType::Decision:
        return tr("decision");
    case PromptType::Approval:
        return tr("approval");
    case PromptType::Permission:
        break;
    }
    return tr("permission");
}

QString PromptWords::kind(const DecisionCard &card)
{
    if (card.subject == "review"_L1)
        return tr("review of iteration %1").arg(card.iteration);
    if (card.type == PromptType::Approval && card.iteration > 0)
        return tr("approval in iteration %1").arg(card.iteration);
    return type(card.type);
}

QString PromptWords::step(const QString &name)
{
    if (name == "acceptance"_L1)
        return tr("acceptance checks, before");
    if (name == "checks"_L1)
        return tr("acceptance checks and guards");
    if (name == "old-tests"_L1)
        return tr("old tests on the new code");
    if (name == "gate"_L1)
        return tr("gate, compared");
    if (name == "teeth"_L1)
        return tr("new tests on the old code");
    if (name == "standing"_L1)
        return tr("standing checks");
    if (name == "paths"_L1)
        return tr("changed paths");
    if (name == "claims"_L1)
        return tr("claims");
    return name;
}

QString PromptWords::stepResult(const QString &result)
{
    if (result == "pass"_L1)
        return tr("holds");
    if (result == "fail"_L1)
        return tr("fails");
    return result == "done"_L1 ? tr("done") : result;
}

QString PromptWords::answers(const QList<Answer> &answers)
{
    if (answers.isEmpty())
        return {};
    const auto same = unanimous(answers);
    if (!same) {
        QStringList words;
        for (const Answer answer : answers)
            words.append(ProofWords::answer(answer));
        return tr("flaky: %1").arg(words.join(u", "_s));
    }
    return answers.size() > 1 ? tr("%1 ×%2").arg(ProofWords::answer(*same)).arg(answers.size())
                              : ProofWords::answer(*same);
}

Meaning PromptWords::meaningOfAnswers(const QList<Answer> &answers)
{
    if (answers.isEmpty())
        return Meaning::Idle;
    const auto same = unanimous(answers);
    return same ? meaningOf(*same) : Meaning::Unsure;
}

QString PromptWords::by(const QString &actor)
{
    if (actor == "owner"_L1)
        return tr("by you");
    if (actor.startsWith("policy:"_L1))
        return tr("by the policy's rule %1").arg(Formats::line(actor.sliced(7)));
    return actor.isEmpty() ? QString() : tr("by %1").arg(Formats::line(actor));
}

QString PromptWords::outcome(const DecisionCard &card)
{
    if (card.state == PromptState::Withdrawn)
        return tr("withdrawn");
    return card.answer == "decline"_L1 ? tr("declined") : Formats::line(card.answer);
}

} // namespace assay::ui
