#include "ui/views/runwords.h"

#include "core/journal/policycodec.h"
#include "ui/look/formats.h"
#include "ui/models/held.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

qsizetype openTasks(const RunState &state)
{
    return std::ranges::count_if(state.tasks, [](const Task &task) {
        return task.state == TaskState::Open || task.state == TaskState::Blocked;
    });
}

} // namespace

QString RunWords::step(QStringView name)
{
    if (name == u"session")
        return tr("the agent works");
    if (name == u"candidate")
        return tr("collecting the change");
    if (name == u"paths")
        return tr("classing the changed paths");
    if (name == u"acceptance" || name == u"watch")
        return tr("watching the acceptance checks");
    if (name == u"guards")
        return tr("watching the guards");
    if (name == u"old-tests")
        return tr("old tests judge the new code");
    if (name == u"gate")
        return tr("running the gate");
    if (name == u"teeth")
        return tr("trying the new tests on the old code");
    if (name == u"standing")
        return tr("watching the standing checks");
    if (name == u"judge" || name == u"judging")
        return tr("judging the findings");
    return name.toString();
}

QString RunWords::stepShort(QStringView name)
{
    if (name == u"session")
        return tr("agent");
    if (name == u"candidate")
        return tr("change");
    if (name == u"old-tests")
        return tr("old tests");
    return name.toString().replace(u'-', u' ');
}

QString RunWords::mark(const TimelineMark &mark)
{
    switch (mark.kind) {
    case Moment::Checkpoint:
        return tr("Checkpoint %1: %2").arg(mark.id, mark.text);
    case Moment::Question:
        return mark.meaning == Meaning::Waiting ? tr("Question %1 waits for you: %2").arg(mark.id, mark.text)
                                                : tr("Question %1: %2").arg(mark.id, mark.text);
    case Moment::Refuted:
        return tr("A claim was refuted; seen: %1").arg(mark.text);
    case Moment::Rewound:
        return tr("The run went back to an earlier checkpoint");
    case Moment::Judged:
        return mark.meaning == Meaning::Good ? tr("Convergence was judged: every condition met")
                                             : tr("Convergence was judged: not yet");
    case Moment::Ended:
        return tr("The run ended");
    case Moment::IterationEnded:
    case Moment::Opened:
        break;
    }
    return {};
}

QString RunWords::severity(Severity severity)
{
    switch (severity) {
    case Severity::High:
        return tr("High");
    case Severity::Medium:
        return tr("Medium");
    case Severity::Low:
        break;
    }
    return tr("Low");
}

QString RunWords::findingState(FindingState state)
{
    switch (state) {
    case FindingState::Claimed:
        return tr("claimed");
    case FindingState::Reproduced:
        return tr("reproduced");
    case FindingState::NotReproduced:
        return tr("not reproduced");
    case FindingState::Flaky:
        return tr("flaky");
    case FindingState::Inconclusive:
        return tr("inconclusive");
    case FindingState::ControlRefused:
        return tr("control refused");
    case FindingState::Duplicate:
        return tr("duplicate");
    case FindingState::Fixed:
        return tr("fixed");
    case FindingState::Regressed:
        break;
    }
    return tr("regressed");
}

QString RunWords::taskState(TaskState state)
{
    switch (state) {
    case TaskState::Open:
        return tr("open");
    case TaskState::Superseded:
        return tr("superseded");
    case TaskState::Blocked:
        return tr("blocked");
    case TaskState::Parked:
        return tr("parked");
    case TaskState::Done:
        break;
    }
    return tr("done");
}

QString RunWords::taskType(TaskType type)
{
    switch (type) {
    case TaskType::Spot:
        return tr("spot");
    case TaskType::Structural:
        return tr("structural");
    case TaskType::Gate:
        break;
    }
    return tr("gate");
}

QString RunWords::outcome(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Converged:
        return tr("Converged");
    case Outcome::BudgetSpent:
        return tr("Budget spent");
    case Outcome::WaitingForOwner:
        return tr("Waits for you");
    case Outcome::Stuck:
        return tr("Stuck");
    case Outcome::GateBroken:
        return tr("Gate broken");
    case Outcome::AgentUnavailable:
        return tr("Agent unavailable");
    case Outcome::Stopped:
        return tr("Stopped");
    case Outcome::Failed:
        break;
    }
    return tr("Failed");
}

QString RunWords::held()
{
    return tr("held for you");
}

QString RunWords::verdict(const RunState &state, const IterationFact &iteration, bool goesOn)
{
    return isHeld(state, iteration) ? held() : verdict(iteration.verdict, goesOn);
}

QString RunWords::verdict(const QString &word, bool goesOn)
{
    if (word.isEmpty())
        return goesOn ? tr("running") : tr("cut off");
    if (word == verdict::Kept)
        return tr("kept");
    if (word == verdict::RolledBack)
        return tr("rolled back");
    if (word == verdict::NoChange)
        return tr("no change");
    if (word == verdict::Interrupted)
        return tr("interrupted");
    if (word == verdict::FindingsFiled)
        return tr("findings filed");
    if (word == verdict::Clean)
        return tr("clean");
    if (word == verdict::NoResult)
        return tr("no result");
    if (word == verdict::Passed)
        return tr("passed");
    if (word == verdict::Rejected)
        return tr("rejected");
    return word;
}

QString RunWords::teeth(Teeth teeth)
{
    switch (teeth) {
    case Teeth::Toothed:
        return tr("toothed");
    case Teeth::Toothless:
        return tr("toothless");
    case Teeth::NotComparable:
        break;
    }
    return tr("not comparable");
}

QString RunWords::change(PathChange change)
{
    switch (change) {
    case PathChange::Added:
        return tr("added");
    case PathChange::Deleted:
        return tr("deleted");
    case PathChange::Modified:
        return tr("changed");
    case PathChange::TypeChanged:
        break;
    }
    return tr("another type");
}

QString RunWords::pathClass(PathClass pathClass)
{
    switch (pathClass) {
    case PathClass::Protected:
        return tr("protected");
    case PathClass::Sensitive:
        return tr("sensitive");
    case PathClass::Test:
        return tr("test");
    case PathClass::Product:
        break;
    }
    return tr("product");
}

QString RunWords::agent(const QString &agent)
{
    if (agent.startsWith("recorded:"_L1))
        return tr("recorded agent");
    if (agent.startsWith("command:"_L1))
        return tr("command %1").arg(QFileInfo(agent.mid(8).section(u' ', 0, 0)).fileName());
    return agent.isEmpty() ? tr("no agent") : agent;
}

QString RunWords::iterationTitle(const IterationFact &iteration)
{
    switch (iteration.type) {
    case IterationType::Audit:
        return iteration.n == 1 ? tr("audit") : tr("fresh audit");
    case IterationType::Evaluation:
        return tr("evaluation");
    case IterationType::Task:
        break;
    }
    if (iteration.ownersEdit)
        return tr("%1, your own edit").arg(iteration.task.text());
    return iteration.attempt > 1 ? tr("%1, attempt %2").arg(iteration.task.text()).arg(iteration.attempt)
                                 : iteration.task.text();
}

QString RunWords::place(const RunState &state)
{
    QStringList parts{Formats::line(QFileInfo(state.target).fileName())};
    if (!state.base.isNull())
        parts.append(tr("base %1").arg(state.base.shortText()));
    parts.append(Formats::line(agent(state.policy[u"agent"_s].toString())));
    return parts.join(u" · "_s);
}

bool RunWords::audited(const RunState &state)
{
    return std::ranges::any_of(state.iterations, [](const IterationFact &iteration) {
        return iteration.type == IterationType::Audit
            && (iteration.verdict == verdict::FindingsFiled || iteration.verdict == verdict::Clean);
    });
}

QList<Stage> RunWords::stages(const RunState &state)
{
    const bool baseline = !state.gates.isEmpty();
    const bool converged = state.outcome == Outcome::Converged;
    const qsizetype open = openTasks(state), tasks = state.tasks.size();
    const IterationFact *running = state.running();
    const auto stage = [](const QString &name, bool done, bool current, const QString &detail = {}) {
        return Stage{name, detail, done ? Meaning::Good : Meaning::Idle, current && !done};
    };
    QList<Stage> stages{stage(tr("Clone"), baseline || !state.policy.isEmpty(), true),
                        stage(tr("Baseline"), baseline && !state.iterations.isEmpty(), !state.policy.isEmpty())};
    const bool first = audited(state);
    stages.append(stage(tr("Audit"), first, !state.iterations.isEmpty()));
    stages.append(stage(tr("Backlog"), first && open == 0, first,
                        tasks > 0 ? tr("%1 of %2").arg(tasks - open).arg(tasks) : QString()));
    const bool fresh = running && running->type == IterationType::Audit && running->n > 1;
    stages.append(stage(tr("Fresh audit"), converged, fresh));
    stages.append(stage(tr("Converged"), converged, false));
    return stages;
}

} // namespace assay::ui
