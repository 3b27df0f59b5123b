// Values of the loop as JSON members of journal entries, and back. One place for every spelling.
//
// Reading is lenient where a member is absent (older entries) and never fails: an entry that was written is a fact.
#pragma once

#include "core/journal/entry.h"
#include "core/journal/facts.h"

#include <QJsonArray>

namespace assay::codec {

[[nodiscard]] QJsonArray toJson(const QStringList &texts);
[[nodiscard]] QStringList toTexts(const QJsonValue &array);

template <class Tag>
[[nodiscard]] QJsonArray toJson(const QList<Id<Tag>> &ids)
{
    QJsonArray array;
    for (const auto &id : ids)
        array.append(id.text());
    return array;
}
template <class IdType>
[[nodiscard]] QList<IdType> toIds(const QJsonValue &value)
{
    QList<IdType> ids;
    for (const QJsonValue id : value.toArray())
        ids.append(IdType(id.toString()));
    return ids;
}

[[nodiscard]] ObjectId toObject(const QJsonValue &value);
[[nodiscard]] Digest toDigest(const QJsonValue &value);

[[nodiscard]] QJsonArray toJson(const QList<RepoPath> &paths);
[[nodiscard]] QList<RepoPath> toPaths(const QJsonValue &array);
[[nodiscard]] QJsonArray toJson(const QList<Location> &where);
[[nodiscard]] QList<Location> toLocations(const QJsonValue &array);

[[nodiscard]] QJsonObject toJson(const Task &task);
[[nodiscard]] Task toTask(const QJsonObject &json);
[[nodiscard]] QJsonObject toJson(const Prompt &prompt);
[[nodiscard]] Prompt toPrompt(const QJsonObject &json);
[[nodiscard]] QJsonObject toJson(const Claim &claim);
[[nodiscard]] Claim toClaim(const QJsonObject &json);
[[nodiscard]] QJsonObject toJson(const CandidateFact &candidate);
[[nodiscard]] CandidateFact toCandidate(const QJsonObject &json);
[[nodiscard]] QJsonObject toJson(const GateComparison &comparison);
[[nodiscard]] GateComparison toComparison(const QJsonObject &json);
[[nodiscard]] QJsonObject toJson(const ProofFact &proof);
[[nodiscard]] ProofFact toProof(const Entry &entry);
[[nodiscard]] QJsonObject toJson(const GateFact &gate);
[[nodiscard]] GateFact toGate(const Entry &entry);

} // namespace assay::codec
