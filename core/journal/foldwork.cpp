// The fold over tasks and what was put to the owner.
#include "core/journal/codec.h"
#include "core/journal/runstate.h"

using namespace Qt::StringLiterals;

namespace assay {

void RunState::taskFiled(const Entry &entry)
{
    Task task = codec::toTask(entry.data);
    if (taskAt(task.id))
        return;
    task.blockedBy = codec::toIds<PromptId>(entry.data[u"blocked_by"]);
    if (!task.blockedBy.isEmpty())
        task.state = TaskState::Blocked;
    m_taskIndex.insert(task.id, tasks.size());
    tasks.append(std::move(task));
}

void RunState::taskMoved(const Entry &entry)
{
    const QJsonObject &data = entry.data;
    Task *task = taskAt(TaskId(data[u"id"].toString()));
    if (!task)
        return;
    if (entry.actor != "owner"_L1)
        letGoOf(task->id);
    if (data.contains(u"covers")) // a structural task that later findings join
        task->covers = codec::toIds<FindingId>(data[u"covers"]);
    if (const auto severity = severityFromWord(data[u"severity"].toString()))
        task->severity = *severity;
    if (data.contains(u"rank"))
        task->ownerRank = data[u"rank"].toInt();
    const auto state = taskStateFromWord(data[u"state"].toString());
    if (!state)
        return;
    task->state = *state;
    task->reason = data[u"why"].toString();
    task->supersededBy = TaskId(data[u"by"].toString());
    task->blockedBy = codec::toIds<PromptId>(data[u"blocked_by"]);
    task->parkedByOwner = *state == TaskState::Parked && entry.actor == "owner"_L1;
    if (*state == TaskState::Parked)
        parkedAfter.insert(int(iterations.size()));
    if (*state == TaskState::Open && data[u"afresh"].toBool())
        task->countedAttempts = 0; // the owner unparked it: three new attempts
}

void RunState::backlogOrdered(const Entry &entry)
{
    backlog = codec::toIds<TaskId>(entry.data[u"tasks"]);
}

void RunState::promptFiled(const Entry &entry)
{
    Prompt prompt = codec::toPrompt(entry.data);
    prompt.iteration = entry.iteration;
    prompts.append(std::move(prompt));
}

void RunState::promptAnswered(const Entry &entry)
{
    Prompt *prompt = promptAt(PromptId(entry.data[u"id"].toString()));
    if (!prompt)
        return;
    prompt->state = PromptState::Answered;
    prompt->answer = entry.data[u"option"].toString();
    prompt->answerReason = entry.data[u"reason"].toString();
    prompt->answeredBy = entry.actor;
    for (Task &task : tasks) {
        if (task.blockedBy.removeAll(prompt->id) > 0 && task.blockedBy.isEmpty() && task.state == TaskState::Blocked)
            task.state = TaskState::Open;
    }
}

void RunState::promptDeferred(const Entry &entry)
{
    if (Prompt *prompt = promptAt(PromptId(entry.data[u"id"].toString())))
        prompt->state = PromptState::Deferred;
}

void RunState::promptWithdrawn(const Entry &entry)
{
    if (Prompt *prompt = promptAt(PromptId(entry.data[u"id"].toString())))
        prompt->state = PromptState::Withdrawn;
}

void RunState::reviewGiven(const Entry &entry)
{
    reviews.append({.iteration = entry.iteration,
                    .candidate = codec::toObject(entry.data[u"candidate"]),
                    .answer = entry.data[u"answer"].toString(),
                    .comments = entry.data[u"comments"].toString(),
                    .by = entry.actor});
}

void RunState::noteGiven(const Entry &entry)
{
    notes.append({.seq = entry.seq,
                  .text = entry.data[u"text"].toString(),
                  .by = entry.actor,
                  .iteration = int(iterations.size())});
}

} // namespace assay
