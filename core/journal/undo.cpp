#include "core/journal/undo.h"

#include "core/journal/codec.h"
#include "core/journal/runstate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// An approval is acted on as soon as an engine sees it; while none is at work it is only recorded. Whether one is, the
/// journal tells of a run that was closed: one whose engine was killed may as well have another.
bool isOnlyRecorded(const RunState &state, const Prompt &prompt)
{
    return prompt.type == PromptType::Decision
        || (prompt.type == PromptType::Approval && (state.phase == RunPhase::Closed || state.phase == RunPhase::Ended));
}

class Before {
public:
    explicit Before(const RunState &state) : m_state(state) {}

    void prompt(const PromptId &id)
    {
        if (const Prompt *prompt = m_state.prompt(id))
            undoable.prompts.append(*prompt);
        tasksThat([&](const Task &task) { return task.blockedBy.contains(id); });
    }
    void task(const TaskId &id)
    {
        if (const Task *task = m_state.task(id))
            undoable.tasks.append(*task);
    }
    /// The finding, and every task that covers it: a decline parks it, another root cause may take it out of one.
    void finding(const FindingId &id)
    {
        const Finding *finding = m_state.finding(id);
        if (!finding)
            return;
        undoable.findings.append({finding->id, finding->cause, finding->declined});
        tasksThat([&](const Task &task) { return task.covers.contains(id); });
    }
    void cause(const QString &slug)
    {
        for (const Finding &one : m_state.findings) {
            if (one.cause == slug && !one.id.isEmpty())
                finding(one.id);
        }
        tasksThat([&](const Task &task) { return task.cause == slug; });
    }

    void mark(const ReviewPlace &place)
    {
        if (!std::ranges::contains(undoable.marks, place, &Undoable::MarkBefore::place))
            undoable.marks.append({place, m_state.marks.value(place)});
    }

    void marks(const QJsonObject &args)
    {
        for (const QJsonValue one : args[u"marks"].toArray())
            mark(placeFromJson(one.toObject()));
    }

    Undoable undoable;

private:
    /// Each once, whatever names it.
    template <class Touched>
    void tasksThat(Touched touched)
    {
        for (const Task &task : m_state.tasks) {
            if (touched(task) && !std::ranges::contains(undoable.tasks, task.id, &Task::id))
                undoable.tasks.append(task);
        }
    }

    const RunState &m_state;
};

} // namespace

QStringList Undoable::touched() const
{
    QStringList ids;
    for (const Task &task : tasks)
        ids.append(task.id.text());
    for (const Prompt &prompt : prompts)
        ids.append(prompt.id.text());
    for (const FindingBefore &finding : findings)
        ids.append(finding.id.text());
    for (const MarkBefore &mark : marks)
        ids.append(mark.place.text());
    if (!policy.isEmpty())
        ids.append(u"the configuration"_s);
    return ids;
}

std::optional<Undoable> beforeCommand(const RunState &state, const QString &verb, const QJsonObject &args)
{
    Before before(state);
    before.undoable.verb = verb;
    before.undoable.args = args;
    if (args.contains(u"prompt") && (verb == "decide"_L1 || verb == "decline"_L1 || verb == "defer"_L1)) {
        const PromptId id(args[u"prompt"].toString());
        const Prompt *prompt = state.prompt(id);
        if (!prompt || !isOnlyRecorded(state, *prompt))
            return {};
        before.prompt(id);
        before.marks(args); // comments that went along
    } else if (verb == "review"_L1) {
        for (const Prompt *prompt : state.openPrompts()) {
            if (prompt->subject == "review"_L1 && isOnlyRecorded(state, *prompt))
                before.prompt(prompt->id);
        }
        if (before.undoable.prompts.isEmpty())
            return {};
        before.marks(args);
    } else if (verb == "decline"_L1 || verb == "cause"_L1) {
        before.finding(FindingId(args[u"finding"].toString()));
    } else if (verb == "split"_L1) {
        for (const auto &id : codec::toIds<FindingId>(args[u"findings"]))
            before.finding(id);
    } else if (verb == "merge"_L1) {
        before.cause(args[u"from"].toString());
    } else if (verb == "park"_L1 || verb == "unpark"_L1 || verb == "rank"_L1) {
        before.task(TaskId(args[u"task"].toString()));
    } else if (verb == "order"_L1) {
        for (const auto &id : codec::toIds<TaskId>(args[u"tasks"]))
            before.task(id);
    } else if (verb == "budget"_L1 || verb == "gate"_L1) {
        before.undoable.policy = state.policy;
    } else if (verb == "mark"_L1 || verb == "note"_L1) {
        before.marks(args);
    } else if (verb != "submit"_L1) {
        return {};
    }
    return before.undoable;
}

// ── the fold ─────────────────────────────────────────────────────────────────────────────────────

void RunState::commandUndone(const Entry &entry)
{
    const QString command = entry.data[u"command"].toString();
    const auto found = std::ranges::find(undoable, command, &Undoable::command);
    if (found == undoable.end())
        return;
    const Undoable before = *found;
    undoable.erase(found);
    for (const Task &task : before.tasks) {
        if (Task *now = taskAt(task.id))
            *now = task;
    }
    for (const Prompt &prompt : before.prompts) {
        Prompt *now = promptAt(prompt.id);
        if (!now)
            continue;
        if (now->subject == "review"_L1 && now->state == PromptState::Answered && !reviews.isEmpty()
            && reviews.last().iteration == now->iteration)
            reviews.removeLast();
        *now = prompt;
    }
    for (const Undoable::MarkBefore &mark : before.marks) {
        if (mark.mark.isEmpty())
            marks.remove(mark.place);
        else
            marks.insert(mark.place, mark.mark);
    }
    QString declinedSubject = before.prompts.isEmpty() ? QString() : before.prompts.first().title;
    for (const Undoable::FindingBefore &finding : before.findings) {
        Finding *now = findingAt(finding.id);
        if (!now)
            continue;
        now->cause = finding.cause;
        if (now->declined && !finding.declined)
            declinedSubject = finding.id.text();
        now->declined = finding.declined;
    }
    const auto lastDeclined = std::find_if(declined.crbegin(), declined.crend(), [&](const DeclinedFact &fact) {
        return fact.subject == declinedSubject && fact.seq > before.seq;
    });
    if (lastDeclined != declined.crend())
        declined.erase(std::prev(lastDeclined.base()));
    if (before.verb == "note"_L1)
        notes.removeIf([&](const NoteFact &note) { return note.seq == before.seq + 1; }); // of the same batch
    if (before.verb == "submit"_L1)
        submitted = {};
}

void RunState::actedOn()
{
    undoable.removeIf([](const Undoable &one) { return one.verb != "mark"_L1; });
}

void RunState::letGoOf(const TaskId &task)
{
    undoable.removeIf([&](const Undoable &one) { return std::ranges::contains(one.tasks, task, &Task::id); });
}

} // namespace assay
