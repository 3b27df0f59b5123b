#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay::codec {

QJsonArray toJson(const QStringList &texts)
{
    return QJsonArray::fromStringList(texts);
}

QStringList toTexts(const QJsonValue &array)
{
    QStringList texts;
    for (const QJsonValue text : array.toArray())
        texts.append(text.toString());
    return texts;
}

ObjectId toObject(const QJsonValue &value)
{
    return ObjectId(value.toString());
}

Digest toDigest(const QJsonValue &value)
{
    return Digest(value.toString());
}

QJsonArray toJson(const QList<RepoPath> &paths)
{
    QJsonArray array;
    for (const RepoPath &path : paths)
        array.append(pathToJson(path));
    return array;
}

QList<RepoPath> toPaths(const QJsonValue &array)
{
    QList<RepoPath> paths;
    for (const QJsonValue path : array.toArray())
        paths.append(pathFromJson(path));
    return paths;
}

QJsonArray toJson(const QList<Location> &where)
{
    QJsonArray array;
    for (const Location &location : where)
        array.append(QJsonObject{{u"path"_s, pathToJson(location.path)}, {u"line"_s, location.line}});
    return array;
}

QList<Location> toLocations(const QJsonValue &array)
{
    QList<Location> where;
    for (const QJsonValue location : array.toArray())
        where.append({pathFromJson(location[u"path"]), location[u"line"].toInt()});
    return where;
}

QJsonObject toJson(const Task &task)
{
    return {{u"id"_s, task.id.text()},
            {u"type"_s, toWord(task.type)},
            {u"severity"_s, toWord(task.severity)},
            {u"cause"_s, task.cause},
            {u"covers"_s, toJson(task.covers)}};
}

Task toTask(const QJsonObject &json)
{
    Task task;
    task.id = TaskId(json[u"id"].toString());
    task.type = taskTypeFromWord(json[u"type"].toString()).value_or(TaskType::Spot);
    task.severity = severityFromWord(json[u"severity"].toString()).value_or(Severity::Medium);
    task.cause = json[u"cause"].toString();
    task.covers = toIds<FindingId>(json[u"covers"]);
    return task;
}

QJsonObject toJson(const Prompt &prompt)
{
    QJsonArray options;
    for (const PromptOption &option : prompt.options) {
        options.append(QJsonObject{
            {u"label"_s, option.label}, {u"effect"_s, option.effect}, {u"irreversible"_s, option.irreversible}});
    }
    return {{u"id"_s, prompt.id.text()},   {u"type"_s, toWord(prompt.type)},
            {u"title"_s, prompt.title},    {u"question"_s, prompt.question},
            {u"options"_s, options},       {u"recommended"_s, prompt.recommended},
            {u"why"_s, prompt.why},        {u"blocks"_s, toJson(prompt.blocks)},
            {u"subject"_s, prompt.subject}};
}

Prompt toPrompt(const QJsonObject &json)
{
    Prompt prompt;
    prompt.id = PromptId(json[u"id"].toString());
    prompt.type = promptTypeFromWord(json[u"type"].toString()).value_or(PromptType::Decision);
    prompt.title = json[u"title"].toString();
    prompt.question = json[u"question"].toString();
    for (const QJsonValue option : json[u"options"].toArray()) {
        prompt.options.append(
            {option[u"label"].toString(), option[u"effect"].toString(), option[u"irreversible"].toBool()});
    }
    prompt.recommended = json[u"recommended"].toString();
    prompt.why = json[u"why"].toString();
    prompt.blocks = toTexts(json[u"blocks"]);
    prompt.subject = json[u"subject"].toString();
    return prompt;
}

QJsonObject toJson(const Claim &claim)
{
    QJsonObject json{{u"type"_s, toWord(claim.type)}, {u"text"_s, claim.text}};
    switch (claim.type) {
    case ClaimType::Tests:
        json[u"passed"_s] = claim.passed;
        json[u"failed"_s] = claim.failed;
        break;
    case ClaimType::Commit:
        json[u"hash"_s] = claim.hash;
        break;
    case ClaimType::Files:
        json[u"paths"_s] = toJson(claim.paths);
        break;
    case ClaimType::Check:
        json[u"name"_s] = claim.check;
        json[u"answer"_s] = toWord(claim.answer);
        break;
    }
    return json;
}

Claim toClaim(const QJsonObject &json)
{
    Claim claim;
    claim.type = claimTypeFromWord(json[u"type"].toString()).value_or(ClaimType::Tests);
    claim.text = json[u"text"].toString();
    claim.passed = json[u"passed"].toInt(-1);
    claim.failed = json[u"failed"].toInt(-1);
    claim.hash = json[u"hash"].toString();
    claim.paths = toPaths(json[u"paths"]);
    claim.check = json[u"name"].toString();
    claim.answer = answerFromWord(json[u"answer"].toString()).value_or(Answer::Inconclusive);
    return claim;
}

QJsonObject toJson(const CandidateFact &candidate)
{
    QJsonArray files;
    for (const ChangedPath &file : candidate.files) {
        files.append(QJsonObject{{u"path"_s, pathToJson(file.path)},
                                 {u"change"_s, toWord(file.change)},
                                 {u"class"_s, toWord(file.pathClass)}});
    }
    return {{u"commit"_s, candidate.commit.text()},    {u"tree"_s, candidate.tree.text()},
            {u"parent"_s, candidate.parent.text()},    {u"files"_s, files},
            {u"ignored"_s, toJson(candidate.ignored)}, {u"left_out"_s, toJson(candidate.leftOut)},
            {u"patch"_s, candidate.patch.text()}};
}

CandidateFact toCandidate(const QJsonObject &json)
{
    CandidateFact candidate;
    candidate.commit = toObject(json[u"commit"]);
    candidate.tree = toObject(json[u"tree"]);
    candidate.parent = toObject(json[u"parent"]);
    for (const QJsonValue file : json[u"files"].toArray()) {
        candidate.files.append({pathFromJson(file[u"path"]),
                                pathChangeFromWord(file[u"change"].toString()).value_or(PathChange::Modified),
                                pathClassFromWord(file[u"class"].toString()).value_or(PathClass::Product)});
    }
    candidate.ignored = toPaths(json[u"ignored"]);
    candidate.leftOut = toPaths(json[u"left_out"]);
    candidate.patch = toDigest(json[u"patch"]);
    return candidate;
}

QJsonObject toJson(const GateComparison &comparison)
{
    return {{u"failing"_s, toJson(comparison.newlyFailing)},
            {u"passing"_s, toJson(comparison.newlyPassing)},
            {u"vanished"_s, toJson(comparison.vanished)},
            {u"added"_s, toJson(comparison.added)},
            {u"renamed"_s, toJson(comparison.renamed)},
            {u"worse"_s, toJson(comparison.worseCommands)},
            {u"broken"_s, toJson(comparison.broken)},
            {u"cases_judged"_s, comparison.casesJudged},
            {u"pass"_s, comparison.passes()}};
}

GateComparison toComparison(const QJsonObject &json)
{
    GateComparison comparison;
    comparison.newlyFailing = toTexts(json[u"failing"]);
    comparison.newlyPassing = toTexts(json[u"passing"]);
    comparison.vanished = toTexts(json[u"vanished"]);
    comparison.added = toTexts(json[u"added"]);
    comparison.renamed = toTexts(json[u"renamed"]);
    comparison.worseCommands = toTexts(json[u"worse"]);
    comparison.broken = toTexts(json[u"broken"]);
    comparison.casesJudged = json[u"cases_judged"].toBool(true);
    return comparison;
}

QJsonObject toJson(const ProofFact &proof)
{
    QJsonObject json{{u"subject"_s, proof.subject.text()},
                     {u"role"_s, toWord(proof.role)},
                     {u"tree"_s, proof.tree.text()},
                     {u"k"_s, proof.k},
                     {u"n"_s, proof.n},
                     {u"answer"_s, toWord(proof.answer)},
                     {u"reason"_s, proof.reason},
                     {u"exit"_s, proof.exitStatus},
                     {u"duration_ms"_s, qint64(proof.duration.count())},
                     {u"out"_s, proof.out.text()},
                     {u"err"_s, proof.err.text()}};
    if (!proof.line.isEmpty())
        json[u"line"_s] = proof.line;
    if (proof.signal != 0)
        json[u"signal"_s] = proof.signal;
    if (proof.timedOut)
        json[u"timeout"_s] = true;
    return json;
}

ProofFact toProof(const Entry &entry)
{
    const QJsonObject &json = entry.data;
    ProofFact proof;
    proof.seq = entry.seq;
    proof.iteration = entry.iteration;
    proof.subject = CheckId(json.value("subject"_L1).toString());
    proof.role = proofRoleFromWord(json.value("role"_L1).toString()).value_or(ProofRole::Check);
    proof.tree = toObject(json.value("tree"_L1));
    proof.k = json.value("k"_L1).toInt(1);
    proof.n = json.value("n"_L1).toInt(1);
    proof.answer = answerFromWord(json.value("answer"_L1).toString()).value_or(Answer::Inconclusive);
    proof.reason = json.value("reason"_L1).toString();
    proof.line = json.value("line"_L1).toString();
    proof.exitStatus = json.value("exit"_L1).toInt(-1);
    proof.signal = json.value("signal"_L1).toInt();
    proof.timedOut = json.value("timeout"_L1).toBool();
    proof.duration = std::chrono::milliseconds(json.value("duration_ms"_L1).toInteger());
    proof.out = toDigest(json.value("out"_L1));
    proof.err = toDigest(json.value("err"_L1));
    return proof;
}

QJsonObject toJson(const GateFact &gate)
{
    QJsonArray exits;
    for (const int exit : gate.exits)
        exits.append(exit);
    QJsonObject json{{u"label"_s, gate.label},
                     {u"tree"_s, gate.tree.text()},
                     {u"tests"_s, toWord(gate.tests)},
                     {u"report"_s, gate.report.text()},
                     {u"passed"_s, gate.passed},
                     {u"failed"_s, gate.failed},
                     {u"skipped"_s, gate.skipped},
                     {u"counts_known"_s, gate.countsKnown},
                     {u"exits"_s, exits},
                     {u"broken"_s, gate.broken},
                     {u"unstable"_s, toJson(gate.unstable)},
                     {u"cases_judged"_s, gate.casesJudged},
                     {u"gives_cases"_s, gate.givesCases},
                     {u"duration_ms"_s, qint64(gate.duration.count())}};
    if (!gate.blind.isEmpty())
        json[u"blind"_s] = toJson(gate.blind);
    if (!gate.untracked.isEmpty())
        json[u"untracked"_s] = toJson(gate.untracked);
    if (!gate.rewritten.isEmpty())
        json[u"rewritten"_s] = toJson(gate.rewritten);
    return json;
}

GateFact toGate(const Entry &entry)
{
    const QJsonObject &json = entry.data;
    GateFact gate;
    gate.seq = entry.seq;
    gate.iteration = entry.iteration;
    gate.label = json[u"label"].toString();
    gate.tree = toObject(json[u"tree"]);
    gate.tests = testSourceFromWord(json[u"tests"].toString()).value_or(TestSource::New);
    gate.report = toDigest(json[u"report"]);
    gate.passed = json[u"passed"].toInt();
    gate.failed = json[u"failed"].toInt();
    gate.skipped = json[u"skipped"].toInt();
    gate.countsKnown = json[u"counts_known"].toBool();
    for (const QJsonValue exit : json[u"exits"].toArray())
        gate.exits.append(exit.toInt());
    gate.blind = toTexts(json[u"blind"]);
    gate.broken = json[u"broken"].toString();
    gate.unstable = toTexts(json[u"unstable"]);
    gate.untracked = toPaths(json[u"untracked"]);
    gate.rewritten = toPaths(json[u"rewritten"]);
    gate.casesJudged = json[u"cases_judged"].toBool(true);
    gate.givesCases = json[u"gives_cases"].toBool(true);
    gate.duration = std::chrono::milliseconds(json[u"duration_ms"].toInteger());
    return gate;
}

} // namespace assay::codec
