// The fold over iterations: their steps, sessions, proofs, reports and verdicts.
#include "core/journal/codec.h"
#include "core/journal/runstate.h"

using namespace Qt::StringLiterals;

namespace assay {

void RunState::iterationStarted(const Entry &entry)
{
    actedOn(); // the owner's word was acted on
    const QJsonObject &data = entry.data;
    IterationFact iteration;
    iteration.n = data[u"n"].toInt();
    iteration.type = iterationTypeFromWord(data[u"type"].toString()).value_or(IterationType::Audit);
    iteration.task = TaskId(data[u"task"].toString());
    iteration.attempt = data[u"attempt"].toInt();
    iteration.countedBefore = data[u"counted_before"].toInt();
    iteration.checkpoint = data[u"checkpoint"].toInt();
    iteration.checkpointTree = codec::toObject(data[u"tree"]);
    iteration.ownersEdit = data[u"owners_edit"].toBool();
    iteration.started = entry.at;
    if (iteration.ownersEdit)
        submitted = {};
    iterations.append(std::move(iteration));
    if (Task *task = taskAt(iterations.last().task))
        ++task->attempts;
}

void RunState::iterationEnded(const Entry &entry)
{
    IterationFact *iteration = iterationAt(entry.iteration);
    if (!iteration)
        return;
    actedOn();
    iteration->ended = entry.at;
    iteration->verdict = entry.data[u"verdict"].toString();
    iteration->reason = entry.data[u"reason"].toString();
    iteration->counted = entry.data[u"counted"].toBool();
    iteration->failedStep = entry.data[u"failed_step"].toString();
    iteration->signature = entry.data[u"signature"].toString();
    if (iteration->verdict == verdict::RolledBack && iteration->counted) {
        if (Task *task = taskAt(iteration->task)) {
            ++task->countedAttempts;
            task->failureSignatures.append(iteration->signature);
        }
    }
}

void RunState::stepStarted(const Entry &entry)
{
    if (IterationFact *iteration = iterationAt(entry.iteration))
        iteration->steps.append({.name = entry.data[u"step"].toString(), .started = entry.at});
}

void RunState::stepEnded(const Entry &entry)
{
    IterationFact *iteration = iterationAt(entry.iteration);
    if (!iteration)
        return;
    const QString name = entry.data[u"step"].toString();
    for (auto it = iteration->steps.rbegin(); it != iteration->steps.rend(); ++it) {
        if (it->name == name) {
            it->ended = entry.at;
            it->result = entry.data[u"result"].toString();
            it->reason = entry.data[u"reason"].toString();
            return;
        }
    }
}

void RunState::sessionStarted(const Entry &entry)
{
    IterationFact *iteration = iterationAt(entry.iteration);
    if (!iteration)
        return;
    actedOn(); // the agent was told
    limitedUntil = {};
    const QJsonObject &data = entry.data;
    iteration->sessions.append({.id = SessionId(data[u"id"].toString()),
                                .purpose = data[u"purpose"].toString(),
                                .agent = data[u"agent"].toString(),
                                .version = data[u"version"].toString(),
                                .model = data[u"model"].toString(),
                                .prompt = codec::toDigest(data[u"prompt"]),
                                .started = entry.at});
}

void RunState::agentUnavailable(const Entry &entry)
{
    limitedUntil = QDateTime::fromString(entry.data[u"resets_at"].toString(), Qt::ISODateWithMs);
}

void RunState::sessionEnded(const Entry &entry)
{
    IterationFact *iteration = iterationAt(entry.iteration);
    if (!iteration || iteration->sessions.isEmpty())
        return;
    const QJsonObject &data = entry.data;
    SessionFact &session = iteration->sessions.last();
    session.ended = entry.at;
    session.reason = data[u"reason"].toString();
    session.detail = data[u"detail"].toString();
    session.outbox = data[u"outbox"].toObject();
    session.inputTokens = data[u"usage"][u"input_tokens"].toInteger(-1);
    session.outputTokens = data[u"usage"][u"output_tokens"].toInteger(-1);
    session.cost = data[u"cost"].toDouble(-1);
    session.waited = std::chrono::milliseconds(qMax<qint64>(0, data[u"waited_ms"].toInteger()));
}

void RunState::gateReported(const Entry &entry)
{
    gates.append(codec::toGate(entry));
}

void RunState::gateCompared(const Entry &entry)
{
    comparisons.append({.seq = entry.seq,
                        .iteration = entry.iteration,
                        .label = entry.data[u"label"].toString(),
                        .from = codec::toObject(entry.data[u"from"]),
                        .to = codec::toObject(entry.data[u"to"]),
                        .comparison = codec::toComparison(entry.data),
                        .changed = codec::toTexts(entry.data[u"changed"])});
}

void RunState::teethJudged(const Entry &entry)
{
    const QJsonObject &data = entry.data;
    teeth.append({.iteration = entry.iteration,
                  .test = data[u"test"].toString(),
                  .finding = FindingId(data[u"finding"].toString()),
                  .teeth = teethFromWord(data[u"teeth"].toString()).value_or(Teeth::NotComparable),
                  .oldTree = codec::toObject(data[u"old_tree"]),
                  .seen = data[u"seen"].toString()});
}

void RunState::suspectJudged(const Entry &entry)
{
    const QJsonObject &data = entry.data;
    suspects.append({.iteration = entry.iteration,
                     .test = data[u"test"].toString(),
                     .finding = FindingId(data[u"finding"].toString()),
                     .named = data[u"named"].toBool(),
                     .accepted = data[u"accepted"].toBool(),
                     .why = data[u"why"].toString(),
                     .rule = data[u"rule"].toString()});
}

void RunState::candidateCollected(const Entry &entry)
{
    if (IterationFact *iteration = iterationAt(entry.iteration))
        iteration->candidate = codec::toCandidate(entry.data);
}

void RunState::rolledBack(const Entry &entry)
{
    if (IterationFact *iteration = iterationAt(entry.iteration))
        iteration->salvage = codec::toObject(entry.data[u"salvage"]);
}

void RunState::checkpointMade(const Entry &entry)
{
    if (checkpoints.isEmpty())
        return; // a journal without its beginning: no checkpoint can be another's parent
    const QJsonObject &data = entry.data;
    checkpoints.append({.number = int(checkpoints.size()),
                        .parent = currentCheckpoint,
                        .seq = entry.seq,
                        .commit = codec::toObject(data[u"commit"]),
                        .tree = codec::toObject(data[u"tree"]),
                        .iteration = entry.iteration,
                        .task = TaskId(data[u"task"].toString()),
                        .title = data[u"title"].toString()});
    currentCheckpoint = int(checkpoints.size()) - 1;
    m_exported.clear();
    // What a kept candidate's tests were seen to do is what defends the findings they name.
    for (const TeethFact &fact : std::as_const(teeth)) {
        if (fact.iteration != entry.iteration || fact.teeth != Teeth::Toothed)
            continue;
        if (Finding *finding = findingAt(fact.finding); finding && !finding->toothedTests.contains(fact.test))
            finding->toothedTests.append(fact.test);
    }
}

void RunState::tamperSeen(const Entry &entry)
{
    tampers.append({.iteration = entry.iteration,
                    .path = pathFromJson(entry.data[u"path"]),
                    .what = entry.data[u"what"].toString(),
                    .done = entry.data[u"done"].toString()});
}

void RunState::convergenceJudged(const Entry &entry)
{
    conditions.clear();
    conditionsTree = codec::toObject(entry.data[u"tree"]);
    conditionsIteration = entry.iteration;
    for (const QJsonValue condition : entry.data[u"conditions"].toArray()) {
        conditions.append({condition[u"name"].toString(), condition[u"met"].toBool(), condition[u"detail"].toString()});
    }
}

} // namespace assay
