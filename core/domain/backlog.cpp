// The backlog: in which order open tasks are worked, and when the gate is given teeth.
#include "core/domain/rules.h"

#include <algorithm>
#include <limits>
#include <tuple>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// "T10" after "T2": letters first, then the number, then the rest.
std::tuple<QString, int, QString> naturalKey(const TaskId &id)
{
    const QString &text = id.text();
    qsizetype digit = 0;
    while (digit < text.size() && !text.at(digit).isDigit())
        ++digit;
    qsizetype end = digit;
    while (end < text.size() && text.at(end).isDigit())
        ++end;
    return {text.left(digit), text.mid(digit, end - digit).toInt(), text.mid(end)};
}

bool isUndefended(const Finding &finding)
{
    return finding.state == FindingState::Fixed && !finding.isDefended() && !finding.declined;
}

qsizetype productPlaces(const Task &task, const QHash<FindingId, const Finding *> &findings, const Policy &policy)
{
    QSet<std::pair<QByteArray, int>> places;
    for (const FindingId &id : task.covers) {
        const Finding *finding = findings.value(id);
        if (!finding)
            continue;
        for (const Location &location : finding->where) {
            if (classifyPath(location.path, policy) == PathClass::Product)
                places.insert({location.path.bytes(), location.line});
        }
    }
    return places.size();
}

} // namespace

QList<TaskId> orderBacklog(const QList<Task> &tasks, const QList<Finding> &findings, const Policy &policy)
{
    QHash<QString, qsizetype> width;
    QHash<FindingId, const Finding *> byId;
    for (const Finding &finding : findings) {
        byId.insert(finding.id, &finding);
        if (isFiled(finding.state))
            ++width[finding.cause];
    }

    struct Ranked {
        int severity;
        int ownerRank;
        qsizetype narrowness; ///< negative width: the widest root cause first
        qsizetype productPlaces;
        std::tuple<QString, int, QString> id;
        auto operator<=>(const Ranked &) const = default;
    };
    QList<std::pair<Ranked, TaskId>> order;
    for (const Task &task : tasks) {
        if (task.state != TaskState::Open)
            continue;
        if (task.type == TaskType::Spot && structuralOpen(tasks, task.cause))
            continue;
        order.append({Ranked{.severity = static_cast<int>(task.severity),
                             .ownerRank = task.ownerRank > 0 ? task.ownerRank : std::numeric_limits<int>::max(),
                             .narrowness = -(task.cause.isEmpty() ? task.covers.size() : width.value(task.cause)),
                             .productPlaces = productPlaces(task, byId, policy),
                             .id = naturalKey(task.id)},
                      task.id});
    }
    std::ranges::sort(order, [](const auto &a, const auto &b) { return a.first < b.first; });
    QList<TaskId> ids;
    for (const auto &[rank, id] : order)
        ids.append(id);
    return ids;
}

std::optional<Task> gateTaskDue(const QList<Task> &tasks, const QList<Finding> &findings)
{
    QSet<FindingId> hadGateTask;
    int last = 0;
    for (const Task &task : tasks) {
        if (task.type != TaskType::Gate) {
            if (task.state == TaskState::Open && task.severity == Severity::High)
                return std::nullopt;
            continue;
        }
        if (task.state == TaskState::Open || task.state == TaskState::Blocked)
            return std::nullopt;
        hadGateTask.unite(QSet<FindingId>(task.covers.cbegin(), task.covers.cend()));
        last = std::max(last, QStringView(task.id.text()).mid(1).toInt());
    }

    Task due{.id = TaskId(u"G%1"_s.arg(last + 1)), .type = TaskType::Gate, .severity = Severity::High};
    bool high = false;
    for (const Finding &finding : findings) {
        if (!isUndefended(finding) || hadGateTask.contains(finding.id))
            continue;
        due.covers.append(finding.id);
        high = high || finding.severity == Severity::High;
    }
    if (!high)
        return std::nullopt;
    return due;
}

} // namespace assay
