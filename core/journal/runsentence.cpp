#include "core/journal/runsentence.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString counted(qsizetype n, const QString &one, const QString &many)
{
    return n == 1 ? u"1 "_s + one : u"%1 %2"_s.arg(n).arg(many);
}

/// Of a gate that gives no counts.
bool isGreen(const GateFact &gate)
{
    return std::ranges::all_of(gate.exits, [](int exit) { return exit == 0; });
}

QString gateAtBase(const RunState &state)
{
    const GateFact *gate = state.gateOf(state.baseTree);
    if (!gate) {
        const bool broken = std::ranges::any_of(
            state.gates, [&](const GateFact &fact) { return fact.tree == state.baseTree && !fact.broken.isEmpty(); });
        return broken                                   ? u"The gate measured nothing"_s
            : state.policy[u"gate"].toArray().isEmpty() ? u"No gate guarded the code"_s
                                                        : u"The gate has not run yet"_s;
    }
    if (!gate->countsKnown)
        return gate->exits.isEmpty() ? u"The gate ran"_s
            : isGreen(*gate)         ? u"The gate was green"_s
            : gate->blind.isEmpty()  ? u"The gate was red"_s
                                     : u"The gate was red without naming a test case, so it judged nothing"_s;
    if (gate->failed == 0)
        return counted(gate->passed, u"test was green"_s, u"tests were green"_s);
    return u"%1 of %2 tests failed"_s.arg(gate->failed).arg(gate->passed + gate->failed);
}

QString gateNow(const RunState &state)
{
    const GateFact *gate = state.gateOf(state.checkpoint().tree);
    if (!gate || (!gate->countsKnown && gate->exits.isEmpty()))
        return {};
    if (!gate->countsKnown)
        return isGreen(*gate) ? u"it is green now"_s : u"it is red now"_s;
    QString now = counted(gate->passed, u"passes now"_s, u"pass now"_s);
    if (gate->failed > 0)
        now += u", %1 fail"_s.arg(gate->failed);
    return now;
}

} // namespace

QStringList blindGate(const RunState &state)
{
    const GateFact *gate = state.gateOf(state.checkpoint().tree);
    if (!gate)
        gate = state.gateOf(state.baseTree);
    return gate ? gate->blind : QStringList();
}

QString runSentence(const RunState &state)
{
    const auto worst = [&](Severity severity) {
        return std::count_if(state.findings.begin(), state.findings.end(), [&](const Finding &finding) {
            return isFiled(finding.state) && finding.severity == severity;
        });
    };
    qsizetype real = 0;
    std::optional<Severity> told;
    for (const Severity severity : {Severity::High, Severity::Medium, Severity::Low}) {
        real = worst(severity);
        if (real > 0) {
            told = severity;
            break;
        }
    }
    const QString now = gateNow(state);
    if (!told) {
        const auto anAuditEnded = [&](std::initializer_list<QStringView> verdicts) {
            return std::ranges::any_of(state.iterations, [&](const IterationFact &iteration) {
                return iteration.type == IterationType::Audit && std::ranges::contains(verdicts, iteration.verdict);
            });
        };
        return gateAtBase(state)
            + (anAuditEnded({verdict::FindingsFiled, verdict::Clean}) ? u", and no finding was reproduced."_s
                   : anAuditEnded({verdict::NoResult})                ? u"; no audit gave a result yet."_s
                                                                      : u"; nothing was audited yet."_s);
    }
    const qsizetype left = std::count_if(state.findings.begin(), state.findings.end(), [&](const Finding &finding) {
        return isLeft(finding.state) && finding.severity == *told;
    });
    const QString real_ = counted(real, u"%1 finding was real"_s.arg(titleWord(*told)),
                                  u"%1 findings were real"_s.arg(titleWord(*told)));
    const QString rest = left == 0 ? (real == 1 ? u"it is gone"_s : u"none of them is left"_s)
        : left == real             ? (real == 1 ? u"it is still there"_s : u"all of them are still there"_s)
                                   : u"%1 of them %2 left"_s.arg(left).arg(left == 1 ? u"is"_s : u"are"_s);
    return u"%1 while %2; %3%4."_s.arg(gateAtBase(state), real_, now.isEmpty() ? QString() : now + u" and "_s, rest);
}

} // namespace assay
