#include "ui/views/overviewwords.h"

#include "core/engine/nextstep.h"
#include "core/journal/policycodec.h"
#include "core/journal/runsentence.h"
#include "ui/look/formats.h"

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

bool isLeft(const Finding &finding)
{
    return finding.state == FindingState::Reproduced || finding.state == FindingState::Regressed;
}

} // namespace

QString OverviewWords::sentence(const RunState &state)
{
    if (state.checkpoints.isEmpty())
        return {};
    if (state.gates.isEmpty() && state.iterations.isEmpty())
        return tr("The run is being set up; nothing was measured yet.");
    return runSentence(state);
}

QString OverviewWords::next(const RunState &state, const Standing &standing)
{
    if (!standing.next.isEmpty())
        return standing.next;
    if (const IterationFact *running = state.running()) {
        switch (running->type) {
        case IterationType::Audit:
            return tr("%1. What it finds is run before it counts, and becomes the backlog.").arg(standing.text);
        case IterationType::Evaluation:
            return tr("%1. A fresh session tries to refute the change.").arg(standing.text);
        case IterationType::Task:
            break;
        }
        return tr("%1. It is kept if every step passes, else rolled back.").arg(standing.text);
    }
    const auto policy = policyFromJson(state.policy);
    if (!policy || state.checkpoints.isEmpty())
        return tr("Set-up comes first: clone, preparation, baseline.");
    const NextStep step = nextStep(state, *policy);
    switch (step.kind) {
    case NextStep::Kind::Audit:
        return tr("Next: an audit by a session that is told nothing of earlier findings.");
    case NextStep::Kind::Task:
        return tr("Next: an attempt at %1.").arg(step.task.text());
    case NextStep::Kind::FileGateTask:
        return tr("Next: a task that gives the gate tests for what is undefended.");
    case NextStep::Kind::JudgeConvergence:
        return tr("Next: convergence is judged on a fresh preparation.");
    case NextStep::Kind::Evaluate:
        return tr("Next: a fresh session tries to refute the change.");
    case NextStep::Kind::Wait:
        return tr("Only work that waits for your answer is left.");
    case NextStep::Kind::End:
        break;
    }
    return step.why.isEmpty() ? tr("Next: the run ends.")
                              : tr("Next: the run ends: %1").arg(Formats::line(step.why.first()));
}

QList<OverviewFact> OverviewWords::facts(const RunState &state)
{
    QList<OverviewFact> facts;
    const auto add = [&](Meaning meaning, const QString &text, const QString &view, const QString &id = {}) {
        facts.append({meaning, text, view, id});
    };
    const bool configured = !state.policy.isEmpty();
    if (configured && state.policy[u"gate"_s].toArray().isEmpty())
        add(Meaning::Unsure, tr("Unguarded: no gate, only checks judge"), u"gate"_s);
    if (!blindGate(state).isEmpty())
        add(Meaning::Unsure, tr("The gate is red and names no test case: it judges no change"), u"gate"_s);
    if (!state.gates.isEmpty() && !state.gates.last().broken.isEmpty())
        add(Meaning::Unsure, tr("The last gate run was broken"), u"gate"_s, QString::number(state.gates.last().seq));
    if (configured && !state.toolchain[u"contained"_s].toBool())
        add(Meaning::Unsure, tr("Not contained: gate and checks could reach your files and the network"), u"timeline"_s,
            u"0"_s);

    const qsizetype left = std::ranges::count_if(
        state.findings, [](const Finding &finding) { return isLeft(finding) && !finding.declined; });
    if (!state.findings.isEmpty())
        add(left > 0 ? Meaning::Bad : Meaning::Good,
            left == 1 ? tr("1 finding is left") : tr("%1 findings are left").arg(left), u"audit"_s);
    const QList<const Finding *> undefended = state.undefended();
    const bool fixed
        = std::ranges::any_of(state.findings, [](const Finding &one) { return one.state == FindingState::Fixed; });
    if (fixed)
        add(undefended.isEmpty() ? Meaning::Good : Meaning::Unsure,
            undefended.isEmpty()         ? tr("Every fixed finding is defended by a test")
                : undefended.size() == 1 ? tr("1 fixed finding is undefended")
                                         : tr("%1 fixed findings are undefended").arg(undefended.size()),
            u"audit"_s, undefended.isEmpty() ? QString() : undefended.first()->id.text());
    const int refuted = state.refutedClaims();
    if (!state.claims.isEmpty())
        add(refuted > 0 ? Meaning::Refuted : Meaning::Good,
            refuted == 0       ? tr("No claim of the agent was refuted")
                : refuted == 1 ? tr("1 claim of the agent was refuted")
                               : tr("%1 claims of the agent were refuted").arg(refuted),
            u"timeline"_s, [&] {
                for (auto claim = state.claims.crbegin(); claim != state.claims.crend(); ++claim) {
                    if (claim->result == ClaimResult::Refuted)
                        return QString::number(claim->iteration);
                }
                return QString();
            }());
    if (!state.tampers.isEmpty())
        add(Meaning::Bad,
            state.tampers.size() == 1 ? tr("1 tampering was seen")
                                      : tr("%1 tamperings were seen").arg(state.tampers.size()),
            u"timeline"_s, QString::number(state.tampers.last().iteration));
    const qsizetype rolledBack
        = std::ranges::count(state.iterations, verdict::RolledBack.toString(), &IterationFact::verdict);
    if (rolledBack > 0)
        add(Meaning::Undone,
            rolledBack == 1 ? tr("1 attempt was rolled back") : tr("%1 attempts were rolled back").arg(rolledBack),
            u"timeline"_s);
    const qsizetype unswept = std::ranges::count(state.surfaces, false, &SurfaceFact::swept);
    if (unswept > 0)
        add(Meaning::Idle, unswept == 1 ? tr("1 surface is not swept") : tr("%1 surfaces are not swept").arg(unswept),
            u"audit"_s);
    if (!state.declined.isEmpty())
        add(Meaning::Idle, tr("%1 declined, with reason").arg(state.declined.size()), u"decisions"_s);
    return facts;
}

} // namespace assay::ui
