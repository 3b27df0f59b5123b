// The fold over tasks and what was put to the owner.
#include "core/journal/codec.h"
#include "core/journal/runstate.h"

#include <algorithm>

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
    give(entry.data[u"given"]);
}

void RunState::hunkJudged(const Entry &entry)
{
    HunkFact fact = hunkFactFromJson(entry.data);
    fact.seq = entry.seq;
    hunks.insert(fact.place, fact);
}

void RunState::reviewMarked(const Entry &entry)
{
    const ReviewPlace place = placeFromJson(entry.data);
    ReviewMark mark = marks.value(place);
    applyMark(mark, entry.data);
    mark.by = entry.actor;
    mark.seq = entry.seq;
    if (mark.isEmpty())
        marks.remove(place);
    else
        marks.insert(place, mark);
}

QList<ReviewPlace> RunState::leftOut() const
{
    QList<ReviewPlace> places;
    for (auto it = marks.cbegin(); it != marks.cend(); ++it) {
        if (it->leftOut)
            places.append(it.key());
    }
    return places;
}

// The agent is told: what was marked there before cannot be taken back any more.
void RunState::give(const QJsonValue &places)
{
    for (const QJsonValue json : places.toArray()) {
        const ReviewPlace place = placeFromJson(json.toObject());
        const auto mark = marks.find(place);
        if (mark == marks.end() || mark->comment.isEmpty())
            continue;
        mark->given = int(iterations.size());
        undoable.removeIf([&](const Undoable &one) {
            return one.verb == "mark"_L1 && std::ranges::contains(one.marks, place, &Undoable::MarkBefore::place);
        });
    }
}

void RunState::noteGiven(const Entry &entry)
{
    notes.append({.seq = entry.seq,
                  .text = entry.data[u"text"].toString(),
                  .by = entry.actor,
                  .iteration = int(iterations.size())});
    give(entry.data[u"given"]);
}

} // namespace assay
