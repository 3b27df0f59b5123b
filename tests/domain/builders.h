// Short ways to say "given these findings and tasks" in the tests of the rules.
#pragma once

#include "core/domain/rules.h"

namespace assay::given {

inline Finding finding(const QString &id, Severity severity, const QString &cause,
                       FindingState state = FindingState::Reproduced)
{
    Finding finding;
    finding.id = FindingId(id);
    finding.severity = severity;
    finding.cause = cause;
    finding.state = state;
    return finding;
}

inline Task task(const QString &id, TaskType type, Severity severity, const QString &cause, const QStringList &covers,
                 TaskState state = TaskState::Open)
{
    Task task;
    task.id = TaskId(id);
    task.type = type;
    task.severity = severity;
    task.cause = cause;
    for (const QString &finding : covers)
        task.covers.append(FindingId(finding));
    task.state = state;
    return task;
}

template <class IdType>
QStringList texts(const QList<IdType> &ids)
{
    QStringList texts;
    for (const auto &id : ids)
        texts.append(id.text());
    return texts;
}

inline QList<FindingId> findingIds(const QStringList &texts)
{
    QList<FindingId> ids;
    for (const QString &text : texts)
        ids.append(FindingId(text));
    return ids;
}

} // namespace assay::given
