// Strikes: one reproduced finding of a root cause each; the third makes a structural task.
#include "core/domain/rules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

bool isOpenStructural(const Task &task)
{
    return task.type == TaskType::Structural && (task.state == TaskState::Open || task.state == TaskState::Blocked);
}

bool isSupersedable(const Task &task)
{
    return task.type == TaskType::Spot
        && (task.state == TaskState::Open || task.state == TaskState::Blocked
            || (task.state == TaskState::Parked && !task.parkedByOwner));
}

/// A finding that a task may cover: filed, and not declined.
bool isWorked(const Finding &finding)
{
    return isFiled(finding.state) && !finding.declined;
}

/// Gives ids that no task of the run has yet.
class TaskNumbers {
public:
    explicit TaskNumbers(const QList<Task> &tasks)
    {
        for (const Task &task : tasks) {
            m_taken.insert(task.id);
            if (task.id.text().startsWith(u'S'))
                m_lastStructural = std::max(m_lastStructural, QStringView(task.id.text()).mid(1).toInt());
        }
    }
    TaskId structural() { return TaskId(u"S%1"_s.arg(++m_lastStructural)); }
    /// T3 for F3. A finding that regressed after its task was done gets T3.2, T3.3, …
    TaskId spot(const FindingId &finding)
    {
        const QString first = u'T' + finding.text().mid(1);
        TaskId id(first);
        for (int n = 2; m_taken.contains(id); ++n)
            id = TaskId(u"%1.%2"_s.arg(first).arg(n));
        m_taken.insert(id);
        return id;
    }

private:
    QSet<TaskId> m_taken;
    int m_lastStructural = 0;
};

/// What one root cause looks like before its strikes are judged.
struct Cause {
    QString name;
    QList<const Finding *> worked; ///< in the order they were filed
    QList<const Finding *> fresh;  ///< those of `worked` that this audit filed
    int strikes = 0;
    bool unfixed = false; ///< at least one of `worked` is not fixed
};

QList<Cause> causesOf(const QList<Finding> &findings, const QList<FindingId> &fresh)
{
    QList<Cause> causes;
    QHash<QString, qsizetype> byName;
    for (const Finding &finding : findings) {
        if (!isFiled(finding.state))
            continue;
        if (!byName.contains(finding.cause)) {
            byName.insert(finding.cause, causes.size());
            causes.append(Cause{.name = finding.cause});
        }
        Cause &cause = causes[byName.value(finding.cause)];
        ++cause.strikes;
        if (!isWorked(finding))
            continue;
        cause.worked.append(&finding);
        cause.unfixed = cause.unfixed || finding.state != FindingState::Fixed;
        if (fresh.contains(finding.id))
            cause.fresh.append(&finding);
    }
    return causes;
}

Task taskFor(TaskId id, TaskType type, const QString &cause, const QList<const Finding *> &covers)
{
    Task task{.id = std::move(id), .type = type, .severity = Severity::Low, .cause = cause};
    for (const Finding *finding : covers) {
        task.covers.append(finding->id);
        task.severity = std::min(task.severity, finding->severity); // worst first in the enum
    }
    return task;
}

/// The spot tasks of the cause that a structural one replaces; what they waited for, it waits for.
QList<TaskId> supersede(const QString &cause, const QList<Task> &known, const QList<Task> &filed, TaskId by,
                        QList<PromptId> &blockedBy, BacklogChange &change)
{
    QList<TaskId> superseded;
    for (const QList<Task> *tasks : {&known, &filed}) {
        for (const Task &task : *tasks) {
            if (task.cause != cause || !isSupersedable(task))
                continue;
            superseded.append(task.id);
            change.superseded.insert(task.id, by);
            for (const PromptId &prompt : task.blockedBy) {
                if (!blockedBy.contains(prompt))
                    blockedBy.append(prompt);
            }
        }
    }
    return superseded;
}

} // namespace

bool structuralOpen(const QList<Task> &tasks, const QString &cause)
{
    return std::ranges::any_of(tasks, [&](const Task &task) { return task.cause == cause && isOpenStructural(task); });
}

BacklogChange fileFindings(const QList<Finding> &findings, const QList<FindingId> &fresh, const QList<Task> &tasks)
{
    BacklogChange change;
    TaskNumbers numbers(tasks);
    for (const Cause &cause : causesOf(findings, fresh)) {
        const Task *open = nullptr;
        bool hadStructural = false;
        for (const Task &task : tasks) {
            if (task.type != TaskType::Structural || task.cause != cause.name || cause.name.isEmpty())
                continue;
            hadStructural = true;
            if (isOpenStructural(task))
                open = &task;
        }

        if (open) { // later findings join it, and so do spot tasks that a merge of causes brought
            QList<FindingId> joining;
            const auto join = [&](const FindingId &finding) {
                if (!open->covers.contains(finding) && !joining.contains(finding))
                    joining.append(finding);
            };
            for (const Finding *finding : cause.fresh)
                join(finding->id);
            for (const Task &task : tasks) {
                if (task.cause == cause.name && isSupersedable(task)) {
                    change.superseded.insert(task.id, open->id);
                    for (const FindingId &finding : task.covers)
                        join(finding);
                }
            }
            if (!joining.isEmpty())
                change.joined.insert(open->id, joining);
            continue;
        }
        if (hadStructural) { // its structural task is closed: later findings get a new one
            if (!cause.fresh.isEmpty())
                change.filed.append(taskFor(numbers.structural(), TaskType::Structural, cause.name, cause.fresh));
            continue;
        }

        for (const Finding *finding : cause.fresh)
            change.filed.append(taskFor(numbers.spot(finding->id), TaskType::Spot, cause.name, {finding}));
        // Findings that name no root cause share none.
        if (cause.name.isEmpty() || cause.strikes < 3 || !cause.unfixed)
            continue;
        Task structural = taskFor(numbers.structural(), TaskType::Structural, cause.name, cause.worked);
        const QList<TaskId> superseded
            = supersede(cause.name, tasks, change.filed, structural.id, structural.blockedBy, change);
        if (!structural.blockedBy.isEmpty())
            structural.state = TaskState::Blocked;
        change.strikes.append({cause.name, structural.covers, structural.id, superseded});
        change.filed.append(structural);
    }
    return change;
}

} // namespace assay
