// The fold over what was claimed, shown and declined.
#include "core/journal/codec.h"
#include "core/journal/runstate.h"

using namespace Qt::StringLiterals;

namespace assay {

void RunState::findingClaimed(const Entry &entry)
{
    const QJsonObject &data = entry.data;
    Finding finding;
    finding.claimId = data[u"claim"].toString();
    finding.title = data[u"title"].toString();
    finding.severity = severityFromWord(data[u"severity"].toString()).value_or(Severity::Medium);
    finding.cause = data[u"cause"].toString();
    finding.where = codec::toLocations(data[u"where"]);
    finding.observed = data[u"observed"].toString();
    finding.expected = data[u"expected"].toString();
    finding.iteration = entry.iteration;
    for (const QJsonValue json : data[u"checks"].toArray()) {
        Check check;
        check.id = CheckId(json[u"id"].toString());
        check.name = json[u"name"].toString();
        check.file = codec::toDigest(json[u"file"]);
        check.fileName = pathFromJson(json[u"file_name"]).bytes();
        finding.checks.append(check.id);
        m_findingOfCheck.insert(check.id, findings.size());
        checkOrder.append(check.id);
        checks.insert(check.id, check);
    }
    m_findingOfClaim.insert(finding.claimId, findings.size());
    findings.append(std::move(finding));
}

void RunState::findingJudged(const Entry &entry)
{
    const QJsonObject &data = entry.data;
    const FindingId judged(data[u"id"].toString());
    Finding *finding = findingAt(judged);
    if (!finding) {
        // The first judgement gives the number: F for what was reproduced, N for what was not.
        finding = findingOfClaim(data[u"claim"].toString());
        if (!finding)
            return;
        finding->id = judged;
        m_findingIndex.insert(judged, finding - findings.data());
        for (const CheckId &check : std::as_const(finding->checks))
            checks[check].finding = judged;
    }
    finding->state = findingStateFromWord(data[u"state"].toString()).value_or(finding->state);
    finding->reason = data[u"reason"].toString();
    finding->duplicateOf = FindingId(data[u"of"].toString());
    if (finding->state == FindingState::Fixed) {
        finding->fixedIn = entry.iteration;
        for (const CheckId &check : std::as_const(finding->checks))
            checks[check].otherSideSeen = true;
    } else {
        finding->fixedIn = 0;
    }
}

void RunState::findingEdited(const Entry &entry)
{
    Finding *finding = findingAt(FindingId(entry.data[u"id"].toString()));
    if (!finding)
        return;
    if (entry.data.contains(u"cause"))
        giveCause(*finding, entry.data[u"cause"].toString());
    if (const auto severity = severityFromWord(entry.data[u"severity"].toString()))
        finding->severity = *severity;
}

// Its spot task goes along, or a strike of either cause would not find it.
void RunState::giveCause(Finding &finding, const QString &slug)
{
    finding.cause = slug;
    for (Task &task : tasks) {
        if (task.type == TaskType::Spot && task.covers.contains(finding.id))
            task.cause = slug;
    }
}

void RunState::causeMerged(const Entry &entry)
{
    const QString from = entry.data[u"from"].toString();
    const QString to = entry.data[u"to"].toString();
    for (Finding &finding : findings) {
        if (finding.cause == from)
            finding.cause = to;
    }
    for (Task &task : tasks) {
        if (task.cause == from)
            task.cause = to;
    }
}

void RunState::causeSplit(const Entry &entry)
{
    for (const auto &moved : codec::toIds<FindingId>(entry.data[u"findings"])) {
        if (Finding *finding = findingAt(moved))
            giveCause(*finding, entry.data[u"to"].toString());
    }
}

// The tasks it files and supersedes are entries of their own; the strike itself is for readers.
void RunState::strikeThird(const Entry &) {}

void RunState::checkFiled(const Entry &entry)
{
    const QJsonObject &data = entry.data;
    const CheckId filed(data[u"id"].toString());
    const auto role = checkRoleFromWord(data[u"role"].toString()).value_or(CheckRole::Unusable);
    if (!checks.contains(filed)) {
        // A check that a task's session brought along: it hangs on the finding it names.
        Check check;
        check.id = filed;
        check.finding = FindingId(data[u"finding"].toString());
        check.name = data[u"name"].toString();
        check.file = codec::toDigest(data[u"file"]);
        check.fileName = pathFromJson(data[u"file_name"]).bytes();
        if (const auto at = m_findingIndex.constFind(check.finding); at != m_findingIndex.cend()) {
            findings[*at].checks.append(filed);
            m_findingOfCheck.insert(filed, *at);
        }
        checkOrder.append(filed);
        checks.insert(filed, check);
    }
    checks[filed].role = role;
    checks[filed].reason = data[u"reason"].toString();
}

void RunState::checkRefused(const Entry &entry)
{
    const CheckId filed(entry.data[u"id"].toString());
    const auto at = checks.find(filed);
    if (at == checks.end())
        return;
    at->role = checkRoleFromWord(entry.data[u"role"].toString()).value_or(CheckRole::Unusable);
    at->reason = entry.data[u"reason"].toString();
}

void RunState::claimMade(const Entry &entry)
{
    Claim claim = codec::toClaim(entry.data);
    claim.iteration = entry.iteration;
    claims.append(std::move(claim));
}

void RunState::claimJudged(const Entry &entry)
{
    const qsizetype index = entry.data[u"claim"].toInteger(-1);
    if (index < 0 || index >= claims.size())
        return;
    claims[index].result = claimResultFromWord(entry.data[u"result"].toString()).value_or(ClaimResult::Unchecked);
    claims[index].seen = entry.data[u"seen"].toString();
}

void RunState::surfaceRecorded(const Entry &entry)
{
    const QJsonObject &data = entry.data;
    SurfaceFact surface{.name = data[u"name"].toString(),
                        .files = codec::toPaths(data[u"files"]),
                        .trust = data[u"trust"].toString(),
                        .swept = data[u"swept"].toBool(),
                        .how = data[u"how"].toString(),
                        .iteration = entry.iteration,
                        .tree = codec::toObject(data[u"tree"])};
    for (SurfaceFact &known : surfaces) {
        if (known.name == surface.name) {
            known = std::move(surface);
            return;
        }
    }
    surfaces.append(std::move(surface));
}

void RunState::declinedRecorded(const Entry &entry)
{
    const QString subject = entry.data[u"subject"].toString();
    declined.append({subject, entry.data[u"reason"].toString(), entry.actor, entry.iteration, entry.seq});
    if (Finding *finding = findingAt(FindingId(subject)))
        finding->declined = true;
}

} // namespace assay
