// The words of the loop as they stand in files.
#include "core/domain/rules.h"
#include "core/domain/wordtable.h"

namespace assay {

// clang-format off
ASSAY_WORDS(Severity, severityFromWord,
    {Severity::High, u"high"}, {Severity::Medium, u"medium"}, {Severity::Low, u"low"})
ASSAY_WORDS(Answer, answerFromWord,
    {Answer::Present, u"present"}, {Answer::Absent, u"absent"}, {Answer::Inconclusive, u"inconclusive"})
ASSAY_WORDS(FindingState, findingStateFromWord,
    {FindingState::Claimed, u"claimed"}, {FindingState::Reproduced, u"reproduced"},
    {FindingState::NotReproduced, u"not-reproduced"}, {FindingState::Flaky, u"flaky"},
    {FindingState::Inconclusive, u"inconclusive"}, {FindingState::ControlRefused, u"control-refused"},
    {FindingState::Duplicate, u"duplicate"}, {FindingState::Fixed, u"fixed"},
    {FindingState::Regressed, u"regressed"})
ASSAY_WORDS(CheckRole, checkRoleFromWord,
    {CheckRole::Acceptance, u"acceptance"}, {CheckRole::Guard, u"guard"}, {CheckRole::Unusable, u"unusable"})
ASSAY_WORDS(TaskType, taskTypeFromWord,
    {TaskType::Spot, u"spot"}, {TaskType::Structural, u"structural"}, {TaskType::Gate, u"gate"})
ASSAY_WORDS(TaskState, taskStateFromWord,
    {TaskState::Open, u"open"}, {TaskState::Superseded, u"superseded"}, {TaskState::Blocked, u"blocked"},
    {TaskState::Parked, u"parked"}, {TaskState::Done, u"done"})
ASSAY_WORDS(PromptType, promptTypeFromWord,
    {PromptType::Decision, u"decision"}, {PromptType::Approval, u"approval"},
    {PromptType::Permission, u"permission"})
ASSAY_WORDS(PromptState, promptStateFromWord,
    {PromptState::Open, u"open"}, {PromptState::Deferred, u"deferred"}, {PromptState::Answered, u"answered"},
    {PromptState::Withdrawn, u"withdrawn"})
ASSAY_WORDS(ClaimType, claimTypeFromWord,
    {ClaimType::Tests, u"tests"}, {ClaimType::Commit, u"commit"}, {ClaimType::Files, u"files"},
    {ClaimType::Check, u"check"})
ASSAY_WORDS(ClaimResult, claimResultFromWord,
    {ClaimResult::Unchecked, u"unchecked"}, {ClaimResult::Confirmed, u"confirmed"},
    {ClaimResult::Refuted, u"refuted"})
ASSAY_WORDS(CaseResult, caseResultFromWord,
    {CaseResult::Passed, u"passed"}, {CaseResult::Failed, u"failed"}, {CaseResult::Error, u"error"},
    {CaseResult::Skipped, u"skipped"})
ASSAY_WORDS(ReportFormat, reportFormatFromWord,
    {ReportFormat::StatusOnly, u"status"}, {ReportFormat::Unittest, u"unittest"}, {ReportFormat::Pytest, u"pytest"},
    {ReportFormat::Ctest, u"ctest"}, {ReportFormat::JUnit, u"junit"}, {ReportFormat::Tap, u"tap"})
ASSAY_WORDS(TestSource, testSourceFromWord,
    {TestSource::New, u"new"}, {TestSource::Old, u"old"}, {TestSource::Base, u"base"})
ASSAY_WORDS(Teeth, teethFromWord,
    {Teeth::Toothed, u"toothed"}, {Teeth::Toothless, u"toothless"}, {Teeth::NotComparable, u"not-comparable"})
ASSAY_WORDS(Supervision, supervisionFromWord,
    {Supervision::Auto, u"auto"}, {Supervision::Review, u"review"}, {Supervision::Step, u"step"})
ASSAY_WORDS(SuspectPolicy, suspectPolicyFromWord,
    {SuspectPolicy::Ask, u"ask"}, {SuspectPolicy::AcceptCovered, u"accept-covered"})
ASSAY_WORDS(UndefendedPolicy, undefendedPolicyFromWord,
    {UndefendedPolicy::List, u"list"}, {UndefendedPolicy::Refuse, u"refuse"})
ASSAY_WORDS(PathClass, pathClassFromWord,
    {PathClass::Protected, u"protected"}, {PathClass::Sensitive, u"sensitive"}, {PathClass::Test, u"test"},
    {PathClass::Product, u"product"})
ASSAY_WORDS(Outcome, outcomeFromWord,
    {Outcome::Converged, u"converged"}, {Outcome::BudgetSpent, u"budget-spent"},
    {Outcome::WaitingForOwner, u"waiting-for-owner"}, {Outcome::Stuck, u"stuck"},
    {Outcome::GateBroken, u"gate-broken"}, {Outcome::AgentUnavailable, u"agent-unavailable"},
    {Outcome::Stopped, u"stopped"}, {Outcome::Failed, u"failed"})
// clang-format on

QString titleWord(Severity severity)
{
    QString word = toWord(severity);
    word[0] = word.at(0).toUpper();
    return word;
}

QString stateWords(FindingState state)
{
    return toWord(state).replace(u'-', u' ');
}

} // namespace assay
