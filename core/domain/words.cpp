// The words of the loop as they stand in files: one table an enum, read both ways.
#include "core/domain/rules.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

template <class E, size_t N>
QString wordOf(const std::array<std::pair<E, QStringView>, N> &table, E value)
{
    for (const auto &[key, word] : table) {
        if (key == value)
            return word.toString();
    }
    Q_UNREACHABLE_RETURN(QString());
}

template <class E, size_t N>
std::optional<E> valueOf(const std::array<std::pair<E, QStringView>, N> &table, QStringView word)
{
    for (const auto &[key, text] : table) {
        if (text == word)
            return key;
    }
    return std::nullopt;
}

} // namespace

#define ASSAY_ENUM(Enum, fromWord, ...)                                                                      \
    namespace {                                                                                              \
    constexpr auto words##Enum = std::to_array<std::pair<Enum, QStringView>>({__VA_ARGS__});                 \
    }                                                                                                        \
    QString toWord(Enum value) { return wordOf(words##Enum, value); }                                        \
    std::optional<Enum> fromWord(QStringView word) { return valueOf(words##Enum, word); }

// clang-format off
ASSAY_ENUM(Severity, severityFromWord,
    {Severity::High, u"high"}, {Severity::Medium, u"medium"}, {Severity::Low, u"low"})
ASSAY_ENUM(Answer, answerFromWord,
    {Answer::Present, u"present"}, {Answer::Absent, u"absent"}, {Answer::Inconclusive, u"inconclusive"})
ASSAY_ENUM(FindingState, findingStateFromWord,
    {FindingState::Claimed, u"claimed"}, {FindingState::Reproduced, u"reproduced"},
    {FindingState::NotReproduced, u"not-reproduced"}, {FindingState::Flaky, u"flaky"},
    {FindingState::Inconclusive, u"inconclusive"}, {FindingState::ControlRefused, u"control-refused"},
    {FindingState::Duplicate, u"duplicate"}, {FindingState::Fixed, u"fixed"},
    {FindingState::Regressed, u"regressed"})
ASSAY_ENUM(CheckRole, checkRoleFromWord,
    {CheckRole::Acceptance, u"acceptance"}, {CheckRole::Guard, u"guard"}, {CheckRole::Unusable, u"unusable"})
ASSAY_ENUM(TaskType, taskTypeFromWord,
    {TaskType::Spot, u"spot"}, {TaskType::Structural, u"structural"}, {TaskType::Gate, u"gate"})
ASSAY_ENUM(TaskState, taskStateFromWord,
    {TaskState::Open, u"open"}, {TaskState::Superseded, u"superseded"}, {TaskState::Blocked, u"blocked"},
    {TaskState::Parked, u"parked"}, {TaskState::Done, u"done"})
ASSAY_ENUM(PromptType, promptTypeFromWord,
    {PromptType::Decision, u"decision"}, {PromptType::Approval, u"approval"},
    {PromptType::Permission, u"permission"})
ASSAY_ENUM(PromptState, promptStateFromWord,
    {PromptState::Open, u"open"}, {PromptState::Deferred, u"deferred"}, {PromptState::Answered, u"answered"},
    {PromptState::Withdrawn, u"withdrawn"})
ASSAY_ENUM(ClaimType, claimTypeFromWord,
    {ClaimType::Tests, u"tests"}, {ClaimType::Commit, u"commit"}, {ClaimType::Files, u"files"},
    {ClaimType::Check, u"check"})
ASSAY_ENUM(ClaimResult, claimResultFromWord,
    {ClaimResult::Unchecked, u"unchecked"}, {ClaimResult::Confirmed, u"confirmed"},
    {ClaimResult::Refuted, u"refuted"})
ASSAY_ENUM(CaseResult, caseResultFromWord,
    {CaseResult::Passed, u"passed"}, {CaseResult::Failed, u"failed"}, {CaseResult::Error, u"error"},
    {CaseResult::Skipped, u"skipped"})
ASSAY_ENUM(ReportFormat, reportFormatFromWord,
    {ReportFormat::Status, u"status"}, {ReportFormat::Unittest, u"unittest"}, {ReportFormat::Pytest, u"pytest"},
    {ReportFormat::Ctest, u"ctest"}, {ReportFormat::JUnit, u"junit"}, {ReportFormat::Tap, u"tap"})
ASSAY_ENUM(TestSource, testSourceFromWord,
    {TestSource::New, u"new"}, {TestSource::Old, u"old"}, {TestSource::Base, u"base"})
ASSAY_ENUM(Teeth, teethFromWord,
    {Teeth::Toothed, u"toothed"}, {Teeth::Toothless, u"toothless"}, {Teeth::NotComparable, u"not-comparable"})
ASSAY_ENUM(Supervision, supervisionFromWord,
    {Supervision::Auto, u"auto"}, {Supervision::Review, u"review"}, {Supervision::Step, u"step"})
ASSAY_ENUM(SuspectPolicy, suspectPolicyFromWord,
    {SuspectPolicy::Ask, u"ask"}, {SuspectPolicy::AcceptCovered, u"accept-covered"})
ASSAY_ENUM(UndefendedPolicy, undefendedPolicyFromWord,
    {UndefendedPolicy::List, u"list"}, {UndefendedPolicy::Refuse, u"refuse"})
ASSAY_ENUM(PathClass, pathClassFromWord,
    {PathClass::Protected, u"protected"}, {PathClass::Sensitive, u"sensitive"}, {PathClass::Test, u"test"},
    {PathClass::Product, u"product"})
ASSAY_ENUM(Outcome, outcomeFromWord,
    {Outcome::Converged, u"converged"}, {Outcome::BudgetSpent, u"budget-spent"},
    {Outcome::WaitingForOwner, u"waiting-for-owner"}, {Outcome::Stuck, u"stuck"},
    {Outcome::GateBroken, u"gate-broken"}, {Outcome::AgentUnavailable, u"agent-unavailable"},
    {Outcome::Stopped, u"stopped"}, {Outcome::Failed, u"failed"})
// clang-format on

} // namespace assay
