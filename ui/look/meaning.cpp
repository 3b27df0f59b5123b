#include "ui/look/meaning.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QString glyph(Meaning meaning)
{
    switch (meaning) {
    case Meaning::Bad:
        return u"●"_s;
    case Meaning::Good:
        return u"✓"_s;
    case Meaning::Unsure:
        return u"?"_s;
    case Meaning::Undone:
        return u"↩"_s;
    case Meaning::Waiting:
        return u"◆"_s;
    case Meaning::Refuted:
        return u"≠"_s;
    case Meaning::Idle:
        break;
    }
    return u"–"_s;
}

Meaning meaningOf(Answer answer)
{
    switch (answer) {
    case Answer::Present:
        return Meaning::Bad;
    case Answer::Absent:
        return Meaning::Good;
    case Answer::Inconclusive:
        break;
    }
    return Meaning::Unsure;
}

Meaning meaningOf(FindingState state)
{
    switch (state) {
    case FindingState::Reproduced:
    case FindingState::Regressed:
        return Meaning::Bad;
    case FindingState::Fixed:
        return Meaning::Good;
    case FindingState::Flaky:
    case FindingState::Inconclusive:
        return Meaning::Unsure;
    case FindingState::ControlRefused:
        return Meaning::Refuted;
    case FindingState::Claimed:
    case FindingState::NotReproduced:
    case FindingState::Duplicate:
        break;
    }
    return Meaning::Idle;
}

Meaning meaningOf(TaskState state)
{
    switch (state) {
    case TaskState::Open:
        return Meaning::Bad;
    case TaskState::Superseded:
        return Meaning::Undone;
    case TaskState::Blocked:
        return Meaning::Waiting;
    case TaskState::Done:
        return Meaning::Good;
    case TaskState::Parked:
        break;
    }
    return Meaning::Idle;
}

Meaning meaningOf(PromptState state)
{
    switch (state) {
    case PromptState::Open:
        return Meaning::Waiting;
    case PromptState::Answered:
        return Meaning::Good;
    case PromptState::Deferred:
    case PromptState::Withdrawn:
        break;
    }
    return Meaning::Idle;
}

Meaning meaningOf(ClaimResult result)
{
    switch (result) {
    case ClaimResult::Confirmed:
        return Meaning::Good;
    case ClaimResult::Refuted:
        return Meaning::Refuted;
    case ClaimResult::Unchecked:
        break;
    }
    return Meaning::Idle;
}

Meaning meaningOf(Teeth teeth)
{
    switch (teeth) {
    case Teeth::Toothed:
        return Meaning::Good;
    case Teeth::Toothless:
        return Meaning::Unsure;
    case Teeth::NotComparable:
        break;
    }
    return Meaning::Idle;
}

Meaning meaningOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Converged:
        return Meaning::Good;
    case Outcome::WaitingForOwner:
        return Meaning::Waiting;
    case Outcome::BudgetSpent:
    case Outcome::Stuck:
        return Meaning::Unsure;
    case Outcome::GateBroken:
    case Outcome::AgentUnavailable:
    case Outcome::Failed:
        return Meaning::Bad;
    case Outcome::Stopped:
        break;
    }
    return Meaning::Idle;
}

Meaning meaningOfVerdict(QStringView word)
{
    if (word == verdict::Kept || word == verdict::Clean || word == verdict::Passed)
        return Meaning::Good;
    if (word == verdict::RolledBack || word == verdict::Rejected)
        return Meaning::Undone;
    if (word == verdict::FindingsFiled)
        return Meaning::Bad;
    if (word == verdict::NoResult || word == verdict::NoChange)
        return Meaning::Unsure;
    return Meaning::Idle;
}

Meaning meaningOfStep(QStringView result)
{
    if (result == u"pass" || result == u"done")
        return Meaning::Good;
    if (result == u"fail")
        return Meaning::Undone;
    if (result == u"hold")
        return Meaning::Waiting;
    return Meaning::Idle;
}

} // namespace assay::ui
