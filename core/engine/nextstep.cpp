#include "core/engine/nextstep.h"

#include "core/engine/configfile.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

bool isValidAudit(const IterationFact &iteration)
{
    return iteration.type == IterationType::Audit
        && (iteration.verdict == verdict::FindingsFiled || iteration.verdict == verdict::Clean);
}

NextStep end(Outcome outcome, QStringList why = {})
{
    return {.kind = NextStep::Kind::End, .outcome = outcome, .why = std::move(why)};
}

/// What of the budget is used up, or empty.
QString budgetSpent(const RunState &state, const Policy &policy)
{
    if (state.countedIterations() >= policy.budget.iterations)
        return u"%1 of %2 iterations are used"_s.arg(state.countedIterations()).arg(policy.budget.iterations);
    if (policy.budget.wallClock.count() > 0 && workedTime(state) >= policy.budget.wallClock)
        return u"%1 of work, %2 were allowed"_s.arg(formatDuration(workedTime(state)),
                                                    formatDuration(policy.budget.wallClock));
    if (policy.budget.cost > 0 && state.costSpent() >= policy.budget.cost)
        return u"cost %1 of %2"_s.arg(state.costSpent()).arg(policy.budget.cost);
    return {};
}

NextStep unlessSpent(const RunState &state, const Policy &policy, NextStep step)
{
    const QString spent = budgetSpent(state, policy);
    if (spent.isEmpty())
        return step;
    QStringList why{spent};
    for (const Task *task : convergenceBlockers(state, policy))
        why.append(u"%1 is %2"_s.arg(task->id.text(), toWord(task->state)));
    if (!freshAudit(state))
        why.append(u"no fresh audit of the current checkpoint"_s);
    return end(Outcome::BudgetSpent, why);
}

} // namespace

std::chrono::milliseconds workedTime(const RunState &state)
{
    std::chrono::milliseconds worked{0};
    for (const IterationFact &iteration : state.iterations) {
        std::chrono::milliseconds ofIteration{0};
        for (const StepFact &step : iteration.steps) {
            if (step.ended.isValid())
                ofIteration += std::chrono::milliseconds(std::max<qint64>(0, step.started.msecsTo(step.ended)));
        }
        for (const SessionFact &session : iteration.sessions)
            ofIteration -= session.waited;
        worked += std::max(ofIteration, std::chrono::milliseconds(0));
    }
    return worked;
}

const IterationFact *freshAudit(const RunState &state)
{
    for (auto it = state.iterations.crbegin(); it != state.iterations.crend(); ++it) {
        if (it->n <= state.rewoundAfter)
            return nullptr;
        if (isValidAudit(*it))
            return it->checkpointTree == state.checkpoint().tree ? &*it : nullptr;
    }
    return nullptr;
}

QList<const Task *> convergenceBlockers(const RunState &state, const Policy &policy)
{
    QList<const Task *> blockers;
    for (const Task &task : state.tasks) {
        if (task.severity == Severity::Low)
            continue;
        const bool parkedByLoop = task.state == TaskState::Parked && !task.parkedByOwner
            && !(task.type == TaskType::Gate && policy.undefended == UndefendedPolicy::List);
        if (task.state == TaskState::Open || task.state == TaskState::Blocked || parkedByLoop)
            blockers.append(&task);
    }
    return blockers;
}

NextStep nextStep(const RunState &state, const Policy &policy)
{
    if (!state.submitted.isEmpty()) {
        return unlessSpent(state, policy, {.kind = NextStep::Kind::Task, .task = state.submitted, .ownersEdit = true});
    }
    const bool audited = std::any_of(state.iterations.begin(), state.iterations.end(), isValidAudit);
    if (!audited)
        return unlessSpent(state, policy, {.kind = NextStep::Kind::Audit});
    const GateFact *gate = state.gateOf(state.checkpoint().tree);
    if (gateTaskDue(state.tasks, state.findings) && !policy.gate.isEmpty() && (!gate || gate->givesCases))
        return {.kind = NextStep::Kind::FileGateTask};

    const QList<const Task *> blockers = convergenceBlockers(state, policy);
    const bool stuck = isStuck(state.countedAttempts());
    const QList<TaskId> order = orderBacklog(state.tasks, state.findings, policy);
    const auto workable = std::find_if(order.begin(), order.end(), [&](const TaskId &id) {
        const Task *task = state.task(id);
        return task && !(task->type == TaskType::Spot && structuralOpen(state.tasks, task->cause));
    });
    const Task *next = workable == order.end() ? nullptr : state.task(*workable);
    // Low tasks are worked while the budget leaves an iteration for the fresh audit.
    if (next && next->severity == Severity::Low && (state.countedIterations() + 1 >= policy.budget.iterations || stuck))
        next = nullptr;

    if (!next && blockers.isEmpty()) {
        const IterationFact *audit = freshAudit(state);
        if (audit && audit->verdict == verdict::Clean) {
            const bool judged
                = state.conditionsTree == state.checkpoint().tree && state.conditionsIteration >= audit->n;
            if (!judged)
                return {.kind = NextStep::Kind::JudgeConvergence};
            QStringList unmet;
            for (const Condition &condition : state.conditions) {
                if (!condition.met)
                    unmet.append(condition.name + u": "_s + condition.detail);
            }
            if (!unmet.isEmpty())
                return end(Outcome::Stuck, unmet);
            if (!policy.evaluation)
                return end(Outcome::Converged);
            int rejections = 0;
            for (const IterationFact &iteration : state.iterations) {
                if (iteration.type != IterationType::Evaluation)
                    continue;
                if (iteration.verdict == verdict::Passed && iteration.n > state.rewoundAfter
                    && iteration.checkpointTree == state.checkpoint().tree)
                    return end(Outcome::Converged);
                rejections += iteration.verdict == verdict::Rejected ? 1 : 0;
            }
            if (rejections >= 2)
                return end(Outcome::Stuck, {u"two evaluations rejected the change"_s});
            return unlessSpent(state, policy, {.kind = NextStep::Kind::Evaluate});
        }
        return unlessSpent(state, policy, {.kind = NextStep::Kind::Audit});
    }
    if (stuck)
        return end(Outcome::Stuck, {u"two attempts in a row brought neither a kept change nor new evidence"_s});
    if (next)
        return unlessSpent(state, policy, {.kind = NextStep::Kind::Task, .task = next->id});
    const bool waiting = std::any_of(blockers.begin(), blockers.end(),
                                     [](const Task *task) { return task->state == TaskState::Blocked; });
    QStringList why;
    for (const Task *task : blockers)
        why.append(u"%1 is %2: %3"_s.arg(task->id.text(), toWord(task->state), task->reason));
    if (waiting)
        return {.kind = NextStep::Kind::Wait, .outcome = Outcome::WaitingForOwner, .why = why};
    return end(Outcome::Stuck, why);
}

} // namespace assay
