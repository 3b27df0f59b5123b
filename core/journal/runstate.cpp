// The fold's table, the run's own entries, and the questions that readers ask.
#include "core/journal/runstate.h"

#include "core/journal/codec.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {

const QHash<QString, RunState::Fold> &RunState::folds()
{
    static const QHash<QString, Fold> table{
        {u"run.created"_s, &RunState::runCreated},
        {u"run.configured"_s, &RunState::runConfigured},
        {u"run.opened"_s, &RunState::runOpened},
        {u"run.closed"_s, &RunState::runClosed},
        {u"run.paused"_s, &RunState::runPaused},
        {u"run.resumed"_s, &RunState::runResumed},
        {u"run.rewound"_s, &RunState::runRewound},
        {u"run.ended"_s, &RunState::runEnded},
        {u"journal.recovered"_s, &RunState::ignore},
        {u"corrected"_s, &RunState::ignore},
        {u"command.received"_s, &RunState::commandReceived},
        {u"command.refused"_s, &RunState::commandRefused},
        {u"command.undone"_s, &RunState::commandUndone},
        {u"iteration.started"_s, &RunState::iterationStarted},
        {u"iteration.ended"_s, &RunState::iterationEnded},
        {u"step.started"_s, &RunState::stepStarted},
        {u"step.ended"_s, &RunState::stepEnded},
        {u"session.started"_s, &RunState::sessionStarted},
        {u"session.ended"_s, &RunState::sessionEnded},
        {u"agent.unavailable"_s, &RunState::agentUnavailable},
        {u"outbox.refused"_s, &RunState::ignore},
        {u"prepare.done"_s, &RunState::prepareDone},
        {u"proof.run"_s, &RunState::proofRun},
        {u"finding.claimed"_s, &RunState::findingClaimed},
        {u"finding.judged"_s, &RunState::findingJudged},
        {u"finding.edited"_s, &RunState::findingEdited},
        {u"cause.merged"_s, &RunState::causeMerged},
        {u"cause.split"_s, &RunState::causeSplit},
        {u"strike.third"_s, &RunState::strikeThird},
        {u"check.filed"_s, &RunState::checkFiled},
        {u"check.refused"_s, &RunState::checkRefused},
        {u"task.filed"_s, &RunState::taskFiled},
        {u"task.moved"_s, &RunState::taskMoved},
        {u"backlog.ordered"_s, &RunState::backlogOrdered},
        {u"surface.recorded"_s, &RunState::surfaceRecorded},
        {u"declined"_s, &RunState::declinedRecorded},
        {u"prompt.filed"_s, &RunState::promptFiled},
        {u"prompt.answered"_s, &RunState::promptAnswered},
        {u"prompt.deferred"_s, &RunState::promptDeferred},
        {u"prompt.withdrawn"_s, &RunState::promptWithdrawn},
        {u"candidate.collected"_s, &RunState::candidateCollected},
        {u"gate.reported"_s, &RunState::gateReported},
        {u"gate.compared"_s, &RunState::gateCompared},
        {u"teeth.judged"_s, &RunState::teethJudged},
        {u"suspect.judged"_s, &RunState::suspectJudged},
        {u"tamper.seen"_s, &RunState::tamperSeen},
        {u"claim.made"_s, &RunState::claimMade},
        {u"claim.judged"_s, &RunState::claimJudged},
        {u"checkpoint.made"_s, &RunState::checkpointMade},
        {u"rolled.back"_s, &RunState::rolledBack},
        {u"review.given"_s, &RunState::reviewGiven},
        {u"review.marked"_s, &RunState::reviewMarked},
        {u"hunk.judged"_s, &RunState::hunkJudged},
        {u"note.given"_s, &RunState::noteGiven},
        {u"convergence.judged"_s, &RunState::convergenceJudged},
        {u"export.proven"_s, &RunState::ignore},
        {u"export.written"_s, &RunState::exportWritten},
        {u"process.skipped"_s, &RunState::ignore},
    };
    return table;
}

void RunState::apply(const Entry &entry)
{
    lastSeq = entry.seq;
    headHash = entry.hash;
    lastAt = entry.at;
    if (const Fold fold = folds().value(entry.kind))
        (this->*fold)(entry);
    else if (!unknownKinds.contains(entry.kind))
        unknownKinds.append(entry.kind);
}

void RunState::runCreated(const Entry &entry)
{
    const QJsonObject &data = entry.data;
    startedAt = entry.at;
    id = RunId(data[u"id"].toString());
    target = data[u"target"].toString();
    base = codec::toObject(data[u"base"]);
    baseTree = codec::toObject(data[u"tree"]);
    baseName = data[u"base_name"].toString();
    branch = data[u"branch"].toString();
    dirty = codec::toPaths(data[u"dirty"]);
    options = data[u"options"].toObject();
    phase = RunPhase::SettingUp;
    checkpoints = {{.number = 0, .commit = base, .tree = baseTree, .title = u"base"_s}};
}

void RunState::runConfigured(const Entry &entry)
{
    const QJsonObject before = std::exchange(policy, entry.data[u"policy"].toObject());
    const bool same = before[u"gate"] == policy[u"gate"] && before[u"prepare"] == policy[u"prepare"];
    if (!same && !gates.isEmpty()) {
        gateSince = entry.seq;
        conditions.clear();
        conditionsTree = {};
        m_exported.clear();
    }
    toolchain = entry.data[u"toolchain"].toObject();
    warnings = codec::toTexts(entry.data[u"warnings"]);
}

void RunState::runOpened(const Entry &entry)
{
    openedSeq = entry.seq;
    phase = RunPhase::Running;
    undoable.removeIf([](const Undoable &one) { // it acts on these at once
        return std::ranges::contains(one.prompts, PromptType::Approval, &Prompt::type);
    });
    outcome.reset();
    limitedUntil = {}; // whoever goes on tries at once
    pauseRequested = stepRequested = false;
}

void RunState::runClosed(const Entry &)
{
    if (!outcome)
        phase = RunPhase::Closed;
}

void RunState::runPaused(const Entry &)
{
    phase = RunPhase::Paused;
    stepRequested = false;
}

void RunState::runResumed(const Entry &entry)
{
    phase = RunPhase::Running;
    pauseRequested = false;
    stepRequested = entry.data[u"once"].toBool();
}

// Back to an earlier checkpoint: what was fixed, defended or done later is open again; nothing is forgotten, since every
// iteration, proof and salvage stays.
void RunState::runRewound(const Entry &entry)
{
    const int number = entry.data[u"checkpoint"].toInt();
    if (number < 0 || number >= checkpoints.size())
        return;
    if (number != currentCheckpoint)
        m_exported.clear();
    currentCheckpoint = number;
    actedOn();
    rewoundAfter = int(iterations.size());
    const int kept = checkpoints.at(number).iteration;
    const QString why = u"open again: the run went back to checkpoint %1"_s.arg(number);
    QSet<FindingId> reopened;
    for (Finding &finding : findings) {
        if (finding.state == FindingState::Fixed && finding.fixedIn > kept) {
            finding.state = FindingState::Reproduced;
            finding.fixedIn = 0;
            finding.reason = why;
            finding.toothedTests.clear();
            reopened.insert(finding.id);
        }
        // A test that came later is not in this tree.
        finding.toothedTests.removeIf([&](const QString &test) {
            return std::none_of(teeth.cbegin(), teeth.cend(), [&](const TeethFact &fact) {
                return fact.iteration <= kept && fact.teeth == Teeth::Toothed && fact.test == test
                    && fact.finding == finding.id;
            });
        });
    }
    QSet<TaskId> undone;
    for (const IterationFact &iteration : std::as_const(iterations)) {
        if (iteration.n > kept && iteration.verdict == verdict::Kept)
            undone.insert(iteration.task);
    }
    for (Task &task : tasks) {
        // A task can be done without a change of its own, by one that is gone now.
        const bool coversReopened = task.type != TaskType::Gate
            && std::any_of(task.covers.cbegin(), task.covers.cend(),
                           [&](const FindingId &covered) { return reopened.contains(covered); });
        if (task.state == TaskState::Done && (undone.contains(task.id) || coversReopened)) {
            task.state = TaskState::Open;
            task.reason = why;
        }
    }
    parkedAfter.insert(int(iterations.size()));
    conditions.clear();
    conditionsTree = {};
    outcome.reset();
    unmet.clear();
}

void RunState::runEnded(const Entry &entry)
{
    outcome = outcomeFromWord(entry.data[u"outcome"].toString());
    unmet = codec::toTexts(entry.data[u"unmet"]);
    phase = RunPhase::Ended;
}

void RunState::commandReceived(const Entry &entry)
{
    const QString command = entry.data[u"id"].toString(), verb = entry.data[u"verb"].toString();
    const QJsonObject args = entry.data[u"args"].toObject();
    commandsSeen.insert(command);
    // What it does comes behind it: here the state is still what it was.
    if (auto before = beforeCommand(*this, verb, args)) {
        before->seq = entry.seq;
        before->command = command;
        undoable.append(std::move(*before));
    } else if (verb == "review"_L1 || verb == "decide"_L1 || verb == "rewind"_L1) {
        undoable
            .clear(); // whoever takes back what was told last means this, which cannot be, and not what was told before
    }
    if (verb == "pause"_L1)
        pauseRequested = true;
    else if (verb == "submit"_L1)
        submitted = TaskId(args[u"task"].toString());
    else if (verb == "recheck"_L1)
        rechecks.append({entry.seq, FindingId(args[u"finding"].toString())});
}

void RunState::commandRefused(const Entry &entry)
{
    commandsSeen.insert(entry.data[u"id"].toString());
}

void RunState::prepareDone(const Entry &entry)
{
    preparedKeys.insert(entry.data[u"key"].toString(), entry.seq);
}

void RunState::exportWritten(const Entry &entry)
{
    if (entry.data.contains(u"only"))
        return; // the change of some findings alone is not the run's result
    m_exported = entry.data[u"folder"].toString();
    m_exportedWithout = leftOut();
}

// ── questions ────────────────────────────────────────────────────────────────────────────────────

namespace {

template <class List, class Key>
auto *byId(List &list, const Key &id)
{
    const auto it = std::find_if(list.begin(), list.end(), [&](const auto &item) { return item.id == id; });
    return it == list.end() ? nullptr : &*it;
}

} // namespace

QList<CheckpointFact> RunState::lineage() const
{
    QList<CheckpointFact> line;
    for (int at = checkpoints.isEmpty() ? -1 : currentCheckpoint; at >= 0; at = checkpoints.at(at).parent)
        line.prepend(checkpoints.at(at));
    return line;
}

QSet<int> RunState::keptIterations() const
{
    QSet<int> kept;
    for (const CheckpointFact &checkpoint : lineage()) {
        if (checkpoint.number > 0)
            kept.insert(checkpoint.iteration);
    }
    return kept;
}

IterationFact *RunState::running()
{
    return !iterations.isEmpty() && iterations.last().isRunning() ? &iterations.last() : nullptr;
}

const IterationFact *RunState::running() const
{
    return !iterations.isEmpty() && iterations.last().isRunning() ? &iterations.last() : nullptr;
}

const IterationFact *RunState::iteration(int n) const
{
    return n >= 1 && n <= iterations.size() ? &iterations.at(n - 1) : nullptr;
}

IterationFact *RunState::iterationAt(int n)
{
    return n >= 1 && n <= iterations.size() ? &iterations[n - 1] : nullptr;
}

const Finding *RunState::finding(const FindingId &wanted) const
{
    const auto at = m_findingIndex.constFind(wanted);
    return at == m_findingIndex.cend() ? nullptr : &findings.at(*at);
}

Finding *RunState::findingAt(const FindingId &wanted)
{
    const auto at = m_findingIndex.constFind(wanted);
    return at == m_findingIndex.cend() ? nullptr : &findings[*at];
}

Finding *RunState::findingOfClaim(const QString &claimId)
{
    const auto at = m_findingOfClaim.constFind(claimId);
    return at == m_findingOfClaim.cend() ? nullptr : &findings[*at];
}

const Task *RunState::task(const TaskId &wanted) const
{
    const auto at = m_taskIndex.constFind(wanted);
    return at == m_taskIndex.cend() ? nullptr : &tasks.at(*at);
}

Task *RunState::taskAt(const TaskId &wanted)
{
    const auto at = m_taskIndex.constFind(wanted);
    return at == m_taskIndex.cend() ? nullptr : &tasks[*at];
}

const Prompt *RunState::prompt(const PromptId &wanted) const
{
    return byId(prompts, wanted);
}

Prompt *RunState::promptAt(const PromptId &wanted)
{
    return byId(prompts, wanted);
}

QList<const Prompt *> RunState::openPrompts() const
{
    QList<const Prompt *> open;
    for (const Prompt &prompt : prompts) {
        if (prompt.state == PromptState::Open || prompt.state == PromptState::Deferred)
            open.append(&prompt);
    }
    return open;
}

int RunState::countedIterations() const
{
    return int(std::count_if(iterations.begin(), iterations.end(),
                             [](const IterationFact &iteration) { return iteration.counted; }));
}

int RunState::budgetPlace(const IterationFact &iteration) const
{
    return 1 + int(std::count_if(iterations.begin(), iterations.end(), [&](const IterationFact &other) {
               return other.counted && other.n < iteration.n;
           }));
}

QList<RepoPath> RunState::leftByBaseline() const
{
    QList<RepoPath> left;
    for (const GateFact &fact : gates)
        left += fact.untracked + fact.rewritten;
    return left;
}

const ComparisonFact *RunState::containmentComparison() const
{
    const auto found = std::find_if(comparisons.crbegin(), comparisons.crend(),
                                    [](const ComparisonFact &fact) { return fact.label == "containment"_L1; });
    return found == comparisons.crend() ? nullptr : &*found;
}

double RunState::costSpent() const
{
    double cost = 0;
    for (const IterationFact &iteration : iterations) {
        for (const SessionFact &session : iteration.sessions)
            cost += std::max(0.0, session.cost);
    }
    return cost;
}

int RunState::refutedClaims() const
{
    return int(std::count_if(claims.begin(), claims.end(),
                             [](const Claim &claim) { return claim.result == ClaimResult::Refuted; }));
}

const GateFact *RunState::gate(int iteration, QStringView label, const ObjectId &tree) const
{
    for (auto it = gates.crbegin(); it != gates.crend(); ++it) {
        if (it->seq < gateSince)
            break;
        // A gate that measured nothing for an earlier engine is asked again: what was in its way may be gone.
        if (it->iteration == iteration && it->label == label && it->tree == tree
            && (it->broken.isEmpty() || it->seq > openedSeq))
            return &*it;
    }
    return nullptr;
}

const GateFact *RunState::gateOf(const ObjectId &tree) const
{
    for (auto it = gates.crbegin(); it != gates.crend(); ++it) {
        if (it->seq < gateSince)
            break;
        if (it->tree == tree && it->tests != TestSource::Old && it->broken.isEmpty()
            && (it->label == "baseline-1"_L1 || it->label == "candidate"_L1 || it->label == "checkpoint"_L1
                || it->label == "fresh"_L1))
            return &*it;
    }
    return nullptr;
}

const ProofFact *RunState::proof(int iteration, ProofRole role, const CheckId &check, const ObjectId &tree, int k) const
{
    const quint64 key = qHash(check, size_t(iteration));
    const auto found = m_proofIndex.constFind(key);
    if (found == m_proofIndex.cend())
        return nullptr;
    for (const qsizetype index : *found) {
        const ProofFact &proof = proofs.at(index);
        if (proof.iteration == iteration && proof.role == role && proof.k == k && proof.subject == check
            && proof.tree == tree)
            return &proof;
    }
    return nullptr;
}

void RunState::proofRun(const Entry &entry)
{
    ProofFact proof = codec::toProof(entry);
    proof.subject = *m_sharedChecks.insert(proof.subject);
    proof.reason = *m_sharedTexts.insert(proof.reason);
    proof.line = *m_sharedTexts.insert(proof.line);
    m_proofIndex[qHash(proof.subject, size_t(proof.iteration))].append(proofs.size());
    // A finding's old code is a checkpoint in which its repro was seen, never a candidate that came and went.
    if (proof.answer == Answer::Present && (proof.role == ProofRole::Repro || proof.role == ProofRole::Acceptance)) {
        const auto at = m_findingOfCheck.constFind(proof.subject);
        if (at != m_findingOfCheck.cend() && findings.at(*at).checks.value(0) == proof.subject && !checkpoints.isEmpty()
            && proof.tree == checkpoint().tree)
            findings[*at].presentTree = proof.tree;
    }
    if (proof.role == ProofRole::Recheck) {
        const auto at = m_findingOfCheck.constFind(proof.subject);
        if (at != m_findingOfCheck.cend())
            rechecks.removeIf([&](const RecheckFact &fact) { return fact.finding == findings.at(*at).id; });
    }
    proofs.append(std::move(proof));
}

QList<const Finding *> RunState::undefended() const
{
    QList<const Finding *> list;
    for (const Finding &finding : findings) {
        if (finding.state == FindingState::Fixed && !finding.isDefended())
            list.append(&finding);
    }
    return list;
}

QList<AttemptRecord> RunState::countedAttempts() const
{
    QList<AttemptRecord> attempts;
    for (const IterationFact &iteration : iterations) {
        const bool blocked = iteration.signature == "blocked"_L1; // waits for the owner: no sign of being stuck
        if (iteration.type != IterationType::Task || !iteration.counted || blocked)
            continue;
        attempts.append({.task = iteration.task,
                         .kept = iteration.verdict == verdict::Kept,
                         .noChange = iteration.verdict == verdict::NoChange,
                         .signature = iteration.signature,
                         .parked = parkedAfter.contains(iteration.n)});
    }
    return attempts;
}

} // namespace assay
