// What the owner does with findings: decline them, correct their root causes, have them run again.
#include "core/engine/verbs.h"

#include "core/journal/codec.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::verbs {

namespace {

Result<const Finding *> findingOf(const RunState &state, const QString &id)
{
    if (const Finding *finding = state.finding(FindingId(id)))
        return finding;
    return refuse(u"there is no such finding"_s, id, u"`assay status` lists them."_s);
}

/// As the agent must write it, too (root_cause in resources/schemas/audit.json); one that a finding has is one.
Status checkSlug(const RunState &state, const QString &slug)
{
    static const QRegularExpression form(u"\\A[a-z0-9][a-z0-9-]{0,63}\\z"_s);
    if (form.match(slug).hasMatch() || std::ranges::contains(state.findings, slug, &Finding::cause))
        return {};
    return refuse(
        u"\"%1\" is no root cause: it is at most 64 lower-case letters, digits and hyphens, and does not begin "
        "with a hyphen"_s.arg(slug),
        slug, u"Name it like time-zones."_s);
}

/// Findings leave the open structural task of the root cause they no longer have, and what it had superseded for them
/// is open again. Whether that cause still has three strikes is counted anew by the engine (engine.cpp).
QList<Draft> leaveStructuralTask(const RunState &state, const QList<FindingId> &leaving)
{
    QList<Draft> drafts;
    for (const Task &task : state.tasks) {
        const bool open = task.state == TaskState::Open || task.state == TaskState::Blocked;
        if (task.type != TaskType::Structural || !open)
            continue;
        QList<FindingId> left = task.covers;
        left.removeIf([&](const FindingId &covered) { return leaving.contains(covered); });
        if (left.size() == task.covers.size())
            continue;
        QJsonObject data{{u"id"_s, task.id.text()}, {u"covers"_s, codec::toJson(left)}};
        if (left.isEmpty()) {
            data[u"state"_s] = toWord(TaskState::Parked);
            data[u"why"_s] = u"every finding of it has another root cause now"_s;
        }
        drafts.append(ownerDraft(u"task.moved"_s, data));
        for (const Task &spot : state.tasks) {
            const bool back = spot.state == TaskState::Superseded && spot.supersededBy == task.id
                && !spot.covers.isEmpty() && leaving.contains(spot.covers.first());
            if (back) {
                drafts.append(ownerDraft(u"task.moved"_s,
                                         {{u"id"_s, spot.id.text()},
                                          {u"state"_s, toWord(TaskState::Open)},
                                          {u"why"_s, u"its finding has another root cause now"_s}}));
            }
        }
    }
    return drafts;
}

} // namespace

Drafts declineFinding(const RunState &state, const QJsonObject &args)
{
    const QString id = args[u"finding"].toString();
    const Finding *finding = state.finding(FindingId(id));
    if (!finding)
        return refuse(u"there is no such finding"_s, id, u"`assay status` lists them."_s);
    const QString reason = args[u"reason"].toString();
    if (reason.isEmpty())
        return refuse(u"a decline needs a reason"_s, id, u"Give --reason TEXT."_s);
    QList<Draft> drafts{ownerDraft(u"declined"_s, {{u"subject"_s, id}, {u"reason"_s, reason}})};
    for (const Task &task : state.tasks) {
        const bool alone = task.covers == QList<FindingId>{finding->id};
        if (alone && (task.state == TaskState::Open || task.state == TaskState::Blocked)) {
            drafts.append(ownerDraft(u"task.moved"_s,
                                     {{u"id"_s, task.id.text()},
                                      {u"state"_s, toWord(TaskState::Parked)},
                                      {u"why"_s, u"its finding was declined: "_s + reason}}));
        }
    }
    return drafts;
}

Drafts cause(const RunState &state, const QJsonObject &args)
{
    const auto finding = findingOf(state, args[u"finding"].toString());
    if (!finding)
        return failure(finding.error());
    const QString slug = args[u"cause"].toString().trimmed();
    if (slug.isEmpty())
        return refuse(u"its new root cause is not named"_s, (*finding)->id.text(), u"Give --cause SLUG."_s);
    if (slug == (*finding)->cause)
        return refuse(u"that is its root cause already"_s, (*finding)->id.text(), {});
    if (const Status fits = checkSlug(state, slug); !fits)
        return failure(fits.error());
    return QList<Draft>{ownerDraft(u"finding.edited"_s, {{u"id"_s, (*finding)->id.text()}, {u"cause"_s, slug}})}
    + leaveStructuralTask(state, {(*finding)->id});
}

Drafts split(const RunState &state, const QJsonObject &args)
{
    const QString to = args[u"to"].toString().trimmed();
    const auto ids = codec::toIds<FindingId>(args[u"findings"]);
    if (ids.isEmpty() || to.isEmpty())
        return refuse(u"findings and their new root cause are needed"_s, to, u"Name both."_s);
    QString from;
    for (const FindingId &id : ids) {
        const auto finding = findingOf(state, id.text());
        if (!finding)
            return failure(finding.error());
        if (id != ids.first() && (*finding)->cause != from)
            return refuse(u"their root causes differ: %1 and %2"_s.arg(from, (*finding)->cause), id.text(),
                          u"Split one root cause at a time."_s);
        from = (*finding)->cause;
    }
    if (from == to)
        return refuse(u"that is their root cause already"_s, to, u"Name another."_s);
    if (const Status fits = checkSlug(state, to); !fits)
        return failure(fits.error());
    return QList<Draft>{
               ownerDraft(u"cause.split"_s, {{u"from"_s, from}, {u"to"_s, to}, {u"findings"_s, codec::toJson(ids)}})}
    + leaveStructuralTask(state, ids);
}

Drafts merge(const RunState &state, const QJsonObject &args)
{
    const QString from = args[u"from"].toString(), to = args[u"to"].toString().trimmed();
    const bool known = std::any_of(state.findings.begin(), state.findings.end(),
                                   [&](const Finding &finding) { return finding.cause == from; });
    if (!known || to.isEmpty())
        return refuse(u"no finding has that root cause"_s, from, {});
    if (const Status fits = checkSlug(state, to); !fits)
        return failure(fits.error());
    return QList<Draft>{ownerDraft(u"cause.merged"_s, {{u"from"_s, from}, {u"to"_s, to}})};
}

Drafts recheck(const RunState &state, const QJsonObject &args)
{
    const auto finding = findingOf(state, args[u"finding"].toString());
    if (!finding)
        return failure(finding.error());
    if ((*finding)->checks.isEmpty())
        return refuse(u"it has no check"_s, (*finding)->id.text(), {});
    return QList<Draft>{};
}

} // namespace assay::verbs
