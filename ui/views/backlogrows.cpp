#include "ui/views/backlogrows.h"

#include "core/journal/policycodec.h"
#include "ui/look/formats.h"
#include "ui/views/runwords.h"

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

Policy policyOf(const RunState &state)
{
    return policyFromJson(state.policy).value_or(Policy());
}

QString joined(const QList<FindingId> &ids)
{
    QStringList texts;
    for (const FindingId &id : ids)
        texts.append(id.text());
    return texts.join(u", "_s);
}

/// Of the tasks that may start, those of one severity, in the order in which they are worked.
QList<TaskId> orderOf(const RunState &state, const QList<Task> &tasks, Severity severity)
{
    QList<TaskId> order = orderBacklog(tasks, state.findings, policyOf(state));
    order.removeIf([&](const TaskId &id) { return state.task(id)->severity != severity; });
    return order;
}

} // namespace

QString BacklogRows::title(const RunState &state, const Task &task)
{
    if (task.type == TaskType::Gate)
        return Formats::counted(task.covers.size(), tr("A toothed test for 1 finding"),
                                tr("A toothed test for each of %1 findings"));
    if (task.type == TaskType::Structural)
        return Formats::counted(task.covers.size(), tr("A structural fix for 1 finding"),
                                tr("One fix for what %1 findings share"));
    const Finding *finding = task.covers.isEmpty() ? nullptr : state.finding(task.covers.first());
    return finding ? Formats::line(finding->title) : QString();
}

QString BacklogRows::note(const RunState &state, const Task &task)
{
    switch (task.state) {
    case TaskState::Superseded:
        return tr("superseded by %1: three findings share this root cause").arg(task.supersededBy.text());
    case TaskState::Blocked: {
        QStringList waits;
        for (const PromptId &id : task.blockedBy) {
            const Prompt *prompt = state.prompt(id);
            waits.append(prompt ? u"%1 %2"_s.arg(id.text(), Formats::line(prompt->title)) : id.text());
        }
        return tr("waits for your answer: %1").arg(waits.join(u"; "_s));
    }
    case TaskState::Parked: {
        const QString reason = Formats::line(task.reason);
        return task.parkedByOwner ? tr("parked by you: %1").arg(reason) : tr("parked by the loop: %1").arg(reason);
    }
    case TaskState::Open:
        if (state.submitted == task.id)
            return tr("your edit waits to be verified");
        if (const IterationFact *running = state.running(); running && running->task == task.id)
            return tr("worked in iteration %1").arg(running->n);
        if (task.type == TaskType::Spot && structuralOpen(state.tasks, task.cause))
            return tr("waits for the structural task of its root cause");
        [[fallthrough]];
    case TaskState::Done:
        break;
    }
    return Formats::line(task.reason);
}

QList<TreeOf<BacklogRow>> BacklogRows::tree(const RunState &state)
{
    const Policy policy = policyOf(state);
    QHash<TaskId, int> places;
    for (const TaskId &id : orderBacklog(state.tasks, state.findings, policy))
        places.insert(id, int(places.size()) + 1);
    QHash<QString, int> strikes;
    for (const Finding &finding : state.findings) {
        if (isFiled(finding.state))
            ++strikes[finding.cause];
    }
    constexpr int last = std::numeric_limits<int>::max();
    QList<TreeOf<BacklogRow>> tree;
    QHash<QString, qsizetype> groups;
    for (const Task &task : state.tasks) {
        auto group = groups.constFind(task.cause);
        if (group == groups.cend()) {
            group = groups.insert(task.cause, tree.size());
            const QString name = !task.cause.isEmpty() ? Formats::line(task.cause)
                : task.type == TaskType::Gate          ? tr("Teeth for the gate")
                                                       : tr("No root cause named");
            const int count = task.cause.isEmpty() ? 0 : strikes.value(task.cause);
            tree.append({.value = {.isCause = true,
                                   .id = task.cause,
                                   .title = name,
                                   .strikes = count,
                                   .strikesText = task.cause.isEmpty()
                                       ? tr("no strikes")
                                       : Formats::counted(count, tr("1 strike"), tr("%1 strikes"))},
                         .children = {}});
        }
        const bool over = task.state == TaskState::Done || task.state == TaskState::Superseded;
        BacklogRow row{.id = task.id.text(),
                       .title = title(state, task),
                       .type = RunWords::taskType(task.type),
                       .severity = task.severity,
                       .severityText = RunWords::severity(task.severity),
                       .meaning = task.state == TaskState::Open ? Meaning::Idle : meaningOf(task.state),
                       .state = RunWords::taskState(task.state),
                       .attempts = u"%1/%2"_s.arg(task.countedAttempts).arg(policy.attemptsBeforeParking),
                       .covers = joined(task.covers),
                       .note = note(state, task),
                       .place = places.value(task.id),
                       .quiet = over || task.state == TaskState::Parked};
        tree[*group].children.append({row, {}});
    }
    const auto place = [](const TreeOf<BacklogRow> &one) { return one.value.place > 0 ? one.value.place : last; };
    for (TreeOf<BacklogRow> &cause : tree) {
        std::ranges::stable_sort(cause.children, {}, place);
        cause.value.quiet = std::ranges::all_of(cause.children, [](const auto &task) { return task.value.quiet; });
    }
    std::ranges::stable_sort(tree, {}, [&](const TreeOf<BacklogRow> &cause) { return place(cause.children.first()); });
    return tree;
}

QList<Fact> BacklogRows::facts(const RunState &state, const Task &task, bool goesOn)
{
    Fact covers{tr("Covers"), {}}, supersedes{tr("Supersedes"), {}}, by{tr("Superseded by"), {}},
        waits{tr("Waits for"), {}}, attempts{tr("Attempts"), {}};
    for (const FindingId &id : task.covers) {
        const Finding *finding = state.finding(id);
        covers.links.append(
            {finding ? u"%1 %2 (%3)"_s.arg(id.text(), finding->title, RunWords::findingState(finding->state))
                     : id.text(),
             u"audit"_s, id.text()});
    }
    for (const Task &other : state.tasks) {
        if (!other.supersededBy.isEmpty() && other.supersededBy == task.id && other.state == TaskState::Superseded)
            supersedes.links.append({other.id.text(), u"backlog"_s, other.id.text()});
    }
    if (task.state == TaskState::Superseded)
        by.links.append({task.supersededBy.text(), u"backlog"_s, task.supersededBy.text()});
    for (const PromptId &id : task.blockedBy) {
        const Prompt *prompt = state.prompt(id);
        waits.links.append({prompt ? u"%1 %2"_s.arg(id.text(), prompt->title) : id.text(), u"decisions"_s, id.text()});
    }
    for (const IterationFact &iteration : state.iterations) {
        if (iteration.task != task.id)
            continue;
        QString text = tr("iteration %1: %2").arg(iteration.n).arg(RunWords::verdict(state, iteration, goesOn));
        if (!iteration.reason.isEmpty())
            text += u", "_s + iteration.reason;
        attempts.links.append({text, iteration.candidate ? u"changes"_s : u"timeline"_s, QString::number(iteration.n)});
    }
    if (attempts.links.isEmpty())
        attempts.text = tr("None yet.");
    return {{tr("Why"), note(state, task)}, by, supersedes, waits, covers, attempts};
}

QList<Fact> BacklogRows::causeFacts(const RunState &state, const QString &cause)
{
    Fact filed{tr("Strikes"), {}};
    int number = 0;
    for (const Finding &finding : state.findings) {
        if (!isFiled(finding.state) || finding.cause != cause || cause.isEmpty())
            continue;
        const QString text
            = u"%1 %2 (%3)"_s.arg(finding.id.text(), finding.title, RunWords::findingState(finding.state));
        filed.links.append({++number == 3 ? tr("third: %1").arg(text) : text, u"audit"_s, finding.id.text()});
    }
    return {{tr("Rule"),
             tr("Each reproduced finding of a root cause is a strike; the third makes one structural task in "
                "place of further spot fixes.")},
            filed};
}

QList<RankChange> BacklogRows::ranksFor(const RunState &state, const Move &move)
{
    const Task *task = state.task(move.task);
    if (!task || move.task == move.neighbour)
        return {};
    const QList<TaskId> before = orderOf(state, state.tasks, task->severity);
    if (!before.contains(move.task) || !before.contains(move.neighbour))
        return {};
    QList<TaskId> wanted = before;
    wanted.removeOne(move.task);
    wanted.insert(wanted.indexOf(move.neighbour) + (move.after ? 1 : 0), move.task);
    if (wanted == before)
        return {};
    // What the rule alone would give: an end of the wanted order that follows it needs no ranks.
    QList<Task> unranked = state.tasks;
    for (Task &one : unranked)
        one.ownerRank = 0;
    const QList<TaskId> natural = orderOf(state, unranked, task->severity);
    qsizetype ranked = wanted.size() - 1;
    while (ranked > 0 && natural.indexOf(wanted.at(ranked - 1)) < natural.indexOf(wanted.at(ranked)))
        --ranked;
    QList<RankChange> changes;
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        const int rank = i < ranked ? int(i) + 1 : 0;
        if (state.task(wanted.at(i))->ownerRank != rank)
            changes.append({wanted.at(i), rank});
    }
    return changes;
}

std::optional<QList<TaskId>> BacklogRows::orderFor(const RunState &state, const Move &move)
{
    const QList<RankChange> changes = ranksFor(state, move);
    if (changes.isEmpty())
        return {};
    QList<RankChange> ranks; // of every task that has one afterwards
    for (const Task &task : state.tasks) {
        const auto changed = std::ranges::find(changes, task.id, &RankChange::task);
        const int rank = changed == changes.end() ? task.ownerRank : changed->rank;
        if (rank > 0)
            ranks.append({task.id, rank});
    }
    std::ranges::stable_sort(ranks, {}, &RankChange::rank);
    QList<TaskId> order;
    for (const RankChange &ranked : std::as_const(ranks))
        order.append(ranked.task);
    return order;
}

std::optional<Move> BacklogRows::stepOf(const RunState &state, const TaskId &task, int direction)
{
    const Task *known = state.task(task);
    if (!known)
        return std::nullopt;
    const QList<TaskId> order = orderOf(state, state.tasks, known->severity);
    const qsizetype at = order.indexOf(task);
    const qsizetype next = at + direction;
    if (at < 0 || next < 0 || next >= order.size())
        return std::nullopt;
    return Move{task, order.at(next), direction > 0};
}

QStringList BacklogRows::causes(const RunState &state)
{
    QStringList names;
    for (const Finding &finding : state.findings) {
        if (!finding.cause.isEmpty())
            names.append(finding.cause);
    }
    names.sort();
    names.removeDuplicates();
    return names;
}

QString BacklogRows::whyNone(const Task *task, bool past)
{
    if (past)
        return tr("This is the run as it was: go back to now first.");
    return task ? QString() : tr("Choose a task first.");
}

QString BacklogRows::whyNotPark(const RunState &state, const Task *task, bool past)
{
    if (const QString why = whyNone(task, past); !why.isEmpty())
        return why;
    if (const IterationFact *running = state.running(); running && running->task == task->id)
        return tr("Iteration %1 works on it: wait for its verdict.").arg(running->n);
    if (task->state == TaskState::Open || task->state == TaskState::Blocked)
        return {};
    return tr("It is %1: only open and blocked tasks are parked.").arg(RunWords::taskState(task->state));
}

QString BacklogRows::whyNotUnpark(const Task *task, bool past)
{
    if (const QString why = whyNone(task, past); !why.isEmpty())
        return why;
    return task->state == TaskState::Parked ? QString()
                                            : tr("It is %1, not parked.").arg(RunWords::taskState(task->state));
}

QString BacklogRows::whyNotStep(const RunState &state, const Task *task, int direction, bool past)
{
    if (const QString why = whyNone(task, past); !why.isEmpty())
        return why;
    if (stepOf(state, task->id, direction))
        return {};
    if (!orderOf(state, state.tasks, task->severity).contains(task->id))
        return tr("It is not waiting to be worked, so it has no place in the order.");
    return direction < 0 ? tr("It is the first of its severity: worse ones always go first.")
                         : tr("It is the last of its severity: less bad ones always come later.");
}

QString BacklogRows::whyNotSubmit(const RunState &state, const Task *task, bool live, bool past)
{
    if (const QString why = whyNone(task, past); !why.isEmpty())
        return why;
    if (const IterationFact *running = state.running())
        return live ? tr("Iteration %1 is under way: wait for its verdict, then edit.").arg(running->n)
                    : tr("Iteration %1 was cut off: resume and wait for its verdict, or rewind first.").arg(running->n);
    if (!state.submitted.isEmpty())
        return tr("Your edit for %1 waits to be verified already.").arg(state.submitted.text());
    if (state.outcome == Outcome::Converged && !live)
        return tr("The run has converged: rewind to a checkpoint to go on.");
    if (task->state == TaskState::Open || task->state == TaskState::Parked)
        return {};
    return tr("It is %1: only open or parked tasks take an edit.").arg(RunWords::taskState(task->state));
}

QString BacklogRows::whyNotMerge(const RunState &state, const QString *cause, bool past)
{
    if (past)
        return tr("This is the run as it was: go back to now first.");
    if (!cause)
        return tr("Choose a root cause first.");
    if (cause->isEmpty())
        return tr("These name no root cause; give each finding one in Audit.");
    return causes(state).size() < 2 ? tr("There is no other root cause to merge it into.") : QString();
}

} // namespace assay::ui
