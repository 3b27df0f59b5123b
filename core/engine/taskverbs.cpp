// What the owner does with tasks: which are worked, in what order, and an edit of their own.
#include "core/engine/verbs.h"

#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay::verbs {

namespace {

Result<const Task *> taskOf(const RunState &state, const QString &id)
{
    if (const Task *task = state.task(TaskId(id)))
        return task;
    QStringList ids;
    for (const Task &known : state.tasks)
        ids.append(known.id.text());
    return refuse(u"there is no such task"_s, id,
                  ids.isEmpty() ? u"No task was filed yet."_s : u"Tasks: %1."_s.arg(ids.join(u", "_s)));
}

Draft moved(const Task &task, const QJsonObject &how)
{
    QJsonObject data = how;
    data[u"id"_s] = task.id.text();
    return ownerDraft(u"task.moved"_s, data);
}

} // namespace

Drafts park(const RunState &state, const QJsonObject &args)
{
    const auto task = taskOf(state, args[u"task"].toString());
    if (!task)
        return failure(task.error());
    if (args[u"reason"].toString().isEmpty())
        return refuse(u"parking needs a reason"_s, (*task)->id.text(), u"Give --reason TEXT."_s);
    return QList<Draft>{moved(**task, {{u"state"_s, toWord(TaskState::Parked)}, {u"why"_s, args[u"reason"]}})};
}

Drafts unpark(const RunState &state, const QJsonObject &args)
{
    const auto task = taskOf(state, args[u"task"].toString());
    if (!task)
        return failure(task.error());
    if ((*task)->state != TaskState::Parked)
        return refuse(u"it is %1, not parked"_s.arg(toWord((*task)->state)), (*task)->id.text(), {});
    return QList<Draft>{moved(
        **task, {{u"state"_s, toWord(TaskState::Open)}, {u"afresh"_s, true}, {u"why"_s, u"unparked by the owner"_s}})};
}

Drafts rank(const RunState &state, const QJsonObject &args)
{
    const auto task = taskOf(state, args[u"task"].toString());
    if (!task)
        return failure(task.error());
    return QList<Draft>{moved(**task, {{u"rank"_s, args[u"rank"].toInt()}})};
}

Drafts order(const RunState &state, const QJsonObject &args)
{
    const auto ids = codec::toIds<TaskId>(args[u"tasks"]);
    const bool ranked = std::ranges::any_of(state.tasks, [](const Task &task) { return task.ownerRank > 0; });
    if (ids.isEmpty() && !ranked)
        return refuse(u"no task is named"_s, u"tasks"_s, u"Name the tasks, the first to be worked first."_s);
    QSet<TaskId> seen;
    QList<Draft> drafts;
    for (const TaskId &id : ids) {
        const auto task = taskOf(state, id.text());
        if (!task)
            return failure(task.error());
        if (seen.contains(id))
            return refuse(u"it is named twice"_s, id.text(), u"Name each task once."_s);
        seen.insert(id);
        drafts.append(moved(**task, {{u"rank"_s, drafts.size() + 1}}));
    }
    // One order at a time: what was ranked before and is not named has no rank any more.
    for (const Task &task : state.tasks) {
        if (task.ownerRank > 0 && !seen.contains(task.id))
            drafts.append(moved(task, {{u"rank"_s, 0}}));
    }
    return drafts;
}

Drafts submit(const RunState &state, const QJsonObject &args)
{
    const auto task = taskOf(state, args[u"task"].toString());
    if (!task)
        return failure(task.error());
    const QString id = (*task)->id.text();
    if (state.running())
        return refuse(u"iteration %1 is under way"_s.arg(state.running()->n), id,
                      u"Wait for its verdict, or rewind first."_s);
    if ((*task)->state != TaskState::Open && (*task)->state != TaskState::Parked)
        return refuse(u"it is %1"_s.arg(toWord((*task)->state)), id, u"Only open or parked tasks take an edit."_s);
    return QList<Draft>{};
}

} // namespace assay::verbs
