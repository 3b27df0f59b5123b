#include "core/engine/convergence.h"

#include "core/engine/audititeration.h"
#include "core/engine/nextstep.h"
#include "core/engine/recheck.h"
#include "core/engine/standingchecks.h"
#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {
Result<bool> judgeConvergence(Measurement &measurement)
{
    const RunState &state = measurement.state();
    const ObjectId tree = state.checkpoint().tree;
    const Policy &policy = measurement.policy();
    const StandingChecks checks = standingChecks(state);

    // The gate first: its fresh preparation then serves the checks too.
    bool gateMet = true, gateThere = true;
    QString gateDetail = u"unguarded: no gate"_s;
    if (!policy.gate.isEmpty()) {
        const auto now = measurement.gate(u"fresh"_s, tree, TestSource::New, Freshness::Fresh);
        if (!now)
            return failure(now.error());
        const GateFact *base = state.gate(0, u"baseline-1", state.baseTree);
        if (const QString broken = now->brokenReason(); !broken.isEmpty()) {
            gateMet = gateThere = false;
            gateDetail = u"the gate measured nothing: "_s + broken;
        } else if (base) {
            const auto before = measurement.gateOfCheckpoint(state.baseTree);
            if (!before)
                return failure(before.error());
            // Cases may have been renamed or deleted with the owner's leave on the way: only failures decide here.
            const auto comparison = measurement.compare(u"convergence"_s, *before, *now, TestSource::New);
            if (!comparison)
                return failure(comparison.error());
            gateMet = comparison->newlyFailing.isEmpty() && comparison->worseCommands.isEmpty()
                && comparison->broken.isEmpty();
            gateDetail = u"%1 passed, %2 failed on a fresh preparation"_s.arg(now->passed()).arg(now->failed());
        }
    }
    const auto fixed = measurement.watch(checks.fixed, ProofRole::Standing, tree, policy.repeats);
    if (!fixed)
        return failure(fixed.error());
    const auto guards = measurement.watch(checks.guards, ProofRole::Guard, tree, policy.repeats);
    if (!guards)
        return failure(guards.error());

    QStringList presentAgain;
    QList<Draft> drafts;
    QSet<FindingId> regressed;
    for (const Watched &watched : *fixed + *guards) {
        if (watched.all(Answer::Absent))
            continue;
        const Check check = state.checks.value(watched.check);
        presentAgain.append(u"%1 (%2)"_s.arg(check.id.text(), check.finding.text()));
        const Finding *finding = state.finding(check.finding);
        if (!finding || finding->state != FindingState::Fixed || regressed.contains(finding->id)
            || check.role != CheckRole::Acceptance)
            continue;
        regressed.insert(finding->id);
        drafts.append(regression(measurement, *finding, u"not absent in every run at convergence"_s));
    }
    const QList<const Task *> blockers = convergenceBlockers(state, policy);
    const IterationFact *audit = freshAudit(state);
    const qsizetype undefended = state.undefended().size();
    QList<Condition> conditions{
        {u"no High or Medium task open, blocked or parked"_s, blockers.isEmpty(),
         blockers.isEmpty()
             ? u"%1 tasks done"_s.arg(std::count_if(state.tasks.begin(), state.tasks.end(),
                                                    [](const Task &task) { return task.state == TaskState::Done; }))
             : u"%1 left"_s.arg(blockers.size())},
        {u"a fresh audit files no High or Medium"_s, audit && audit->verdict == verdict::Clean,
         audit ? u"iteration %1: %2"_s.arg(audit->n).arg(audit->reason) : u"none yet"_s},
        {u"the gate is no worse than at base"_s, gateMet, gateDetail},
        {u"every fixed finding's checks and every guard absent"_s, presentAgain.isEmpty(),
         presentAgain.isEmpty() ? u"checks: %1, guards: %2, absent in %3 of %3 runs"_s.arg(checks.fixed.size())
                                      .arg(checks.guards.size())
                                      .arg(policy.repeats)
                                : presentAgain.join(u", "_s)}};
    if (policy.undefended == UndefendedPolicy::Refuse) {
        conditions.append(
            {u"every fixed finding is defended by a test"_s, undefended == 0, u"%1 undefended"_s.arg(undefended)});
    }
    QJsonArray told;
    for (const Condition &condition : conditions) {
        told.append(
            QJsonObject{{u"name"_s, condition.name}, {u"met"_s, condition.met}, {u"detail"_s, condition.detail}});
    }
    drafts.append(measurement.draft(u"convergence.judged"_s,
                                    // Without a gate nothing was judged: it is asked again when the run is resumed.
                                    {{u"tree"_s, gateThere ? tree.text() : QString()}, {u"conditions"_s, told}}));
    if (const auto written = measurement.ledger().append(drafts); !written)
        return failure(written.error());
    return gateThere;
}

} // namespace assay
