#include "core/engine/taskiteration.h"

#include "core/engine/agentsession.h"
#include "core/engine/audititeration.h"
#include "core/engine/briefing.h"
#include "core/engine/checkpoint.h"
#include "core/engine/claims.h"
#include "core/engine/clonefolder.h"
#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// Changes that were not taken because the baseline run makes the like; caches are no news.
QString leftOutWords(const QList<RepoPath> &leftOut, const QList<RepoPath> &byBaseline)
{
    QStringList names;
    for (const RepoPath &path : leftOut) {
        if (std::ranges::any_of(byBaseline, [&](const RepoPath &left) { return path.isBelow(left.bytes()); }))
            names.append(path.display());
    }
    if (names.isEmpty())
        return {};
    return u"; left out, since the gate itself leaves or rewrites them: "_s + names.join(u", "_s);
}

} // namespace

const IterationFact &TaskIteration::fact() const
{
    return *m_measurement.state().iteration(m_measurement.iteration());
}

Result<TaskIteration::Progress> TaskIteration::run()
{
    const Task *known = m_measurement.state().task(fact().task);
    if (!known)
        return failure(u"the iteration names a task that the journal does not have"_s, fact().task.text(), {},
                       ErrorKind::Internal);
    const Task task = *known; // a copy: the state changes under us as facts are appended
    const auto finished = [](const Status &written) -> Result<Progress> {
        return written ? Result<Progress>(Progress::Finished) : failure(written.error());
    };

    if (task.type != TaskType::Gate && !fact().ownersEdit) {
        bool nothingToShow = false;
        const auto acceptance
            = runStep(m_measurement, u"acceptance"_s, [&] { return watchAcceptance(task, nothingToShow); });
        if (!acceptance)
            return failure(acceptance.error());
        if (nothingToShow || acceptance->kind == StepEnd::Kind::Fail)
            return finished(withoutAcceptance(task));
    }
    if (!fact().ownersEdit) {
        const auto held = runStep(m_measurement, u"session"_s, [&] { return session(task); });
        if (!held)
            return failure(held.error());
        if (held->kind == StepEnd::Kind::Fail)
            return finished(noChange(task, held->reason, true));
        const auto taken = runStep(m_measurement, u"claims"_s, [&]() -> Result<StepEnd> {
            if (const auto done = takeResult(task); !done)
                return failure(done.error());
            return StepEnd::pass();
        });
        if (!taken)
            return failure(taken.error());
    }
    const auto left = result();
    if (!left)
        return failure(left.error());
    const auto collected = runStep(m_measurement, u"candidate"_s, [&] { return collectCandidate(); });
    if (!collected)
        return failure(collected.error());
    if (!left->blocked.isEmpty()) {
        QStringList whys;
        for (const auto &[decision, why] : left->blocked)
            whys.append(decision + u": "_s + why);
        return finished(noChange(task, u"blocked by a decision of the owner: "_s + whys.join(u"; "_s), true, true));
    }
    if (collected->kind == StepEnd::Kind::Fail) {
        if (!fact().candidate)
            return finished(noChange(task, collected->reason, true));
        return finished(rollBack(task, u"candidate"_s, *collected, true));
    }
    const CandidateFact candidate = *fact().candidate;
    if (candidate.tree == candidate.parent || candidate.tree == fact().checkpointTree)
        return finished(noChange(task, u"the agent left the tree as it was"_s, true));

    Verification verification(m_measurement, task, *left, candidate, fact().ownersEdit);
    struct NamedStep {
        QString name;
        Result<StepEnd> (Verification::*work)();
    };
    const QList<NamedStep> steps{
        {u"paths"_s, &Verification::paths},        {u"checks"_s, &Verification::checks},
        {u"old-tests"_s, &Verification::oldTests}, {u"gate"_s, &Verification::gate},
        {u"teeth"_s, &Verification::teeth},        {u"standing"_s, &Verification::standing},
        {u"review"_s, &Verification::review},
    };
    for (const NamedStep &step : steps) {
        const auto end = runStep(m_measurement, step.name, [&] { return (verification.*step.work)(); });
        if (!end)
            return failure(end.error());
        if (end->kind == StepEnd::Kind::Hold)
            return Progress::Waiting;
        if (end->kind == StepEnd::Kind::Fail) {
            if (const auto done = rollBack(task, step.name, *end, !verification.sentBack()); !done)
                return failure(done.error());
            return verification.gateIsGone() ? Progress::GateGone : Progress::Finished;
        }
    }
    return finished(keep(task, *left));
}

Result<StepEnd> TaskIteration::watchAcceptance(const Task &task, bool &nothingToShow)
{
    const ObjectId tree = m_measurement.state().checkpoint().tree;
    QList<CheckId> acceptance;
    for (const FindingId &id : task.covers) {
        const Finding *finding = m_measurement.state().finding(id);
        for (const CheckId &check : finding ? finding->checks : QList<CheckId>()) {
            if (finding->state != FindingState::Fixed
                && m_measurement.state().checks.value(check).role == CheckRole::Acceptance)
                acceptance.append(check);
        }
    }
    const auto watched = m_measurement.watch(acceptance, ProofRole::Acceptance, tree, 1);
    if (!watched)
        return failure(watched.error());
    QList<Draft> drafts;
    int present = 0;
    for (const Watched &one : *watched) {
        if (one.all(Answer::Present)) {
            ++present;
            continue;
        }
        const bool absent = one.all(Answer::Absent);
        drafts.append(
            m_measurement.draft(u"check.refused"_s,
                                {{u"id"_s, one.check.text()},
                                 {u"role"_s, toWord(absent ? CheckRole::Guard : CheckRole::Unusable)},
                                 {u"reason"_s,
                                  absent ? u"answers absent on the checkpoint: refused as acceptance, kept as guard"_s
                                         : u"inconclusive on the checkpoint: "_s + one.reason}}));
    }
    if (const auto written = m_measurement.ledger().append(drafts); !written)
        return failure(written.error());
    nothingToShow = present == 0;
    return nothingToShow ? StepEnd::fail(u"no check shows the defect on the checkpoint"_s)
                         : StepEnd::pass(u"%1 acceptance checks present"_s.arg(present));
}

// No acceptance check is left: either something else mended the findings, or they can no longer be shown.
Status TaskIteration::withoutAcceptance(const Task &task)
{
    const ObjectId tree = m_measurement.state().checkpoint().tree;
    QList<CheckId> repros;
    for (const FindingId &id : task.covers) {
        if (const Finding *finding = m_measurement.state().finding(id))
            repros.append(finding->checks.first());
    }
    const auto watched = m_measurement.watch(repros, ProofRole::Repro, tree, m_measurement.policy().repeats);
    if (!watched)
        return failure(watched.error());
    const bool allAbsent
        = std::all_of(watched->begin(), watched->end(), [](const Watched &one) { return one.all(Answer::Absent); });
    QList<Draft> drafts;
    if (allAbsent) {
        for (const FindingId &id : task.covers) {
            drafts.append(
                m_measurement.draft(u"finding.judged"_s,
                                    {{u"id"_s, id.text()},
                                     {u"state"_s, toWord(FindingState::Fixed)},
                                     {u"reason"_s, u"absent on the checkpoint: an earlier change mended it"_s}}));
        }
    }
    drafts.append(
        m_measurement.draft(u"task.moved"_s,
                            {{u"id"_s, task.id.text()},
                             {u"state"_s, toWord(allAbsent ? TaskState::Done : TaskState::Parked)},
                             {u"why"_s,
                              allAbsent ? u"its repros are absent: nothing is left to do"_s
                                        : u"no check shows it any more, and its repros are not all absent"_s}}));
    drafts.append(m_measurement.draft(u"iteration.ended"_s,
                                      {{u"verdict"_s, verdict::NoChange.toString()},
                                       {u"reason"_s, u"no acceptance check: no session started"_s},
                                       {u"counted"_s, false}}));
    return m_measurement.ledger().append(drafts);
}

Result<StepEnd> TaskIteration::session(const Task &task)
{
    if (fact().sessions.isEmpty()) {
        CloneFolder clone(m_measurement.ledger(), m_measurement.instruments(), m_measurement.stopToken());
        if (const auto laid = clone.lay(m_measurement.iteration()); !laid)
            return failure(laid.error());
    }
    const auto prompt = taskBriefing(m_measurement, task);
    if (!prompt)
        return failure(prompt.error());
    const QString schemas = m_measurement.instruments().resources + u"/schemas"_s;
    AgentSession agent(m_measurement, task.type == TaskType::Gate ? SessionPurpose::Gate : SessionPurpose::Task,
                       [&](const QString &folder) {
                           const auto read = readTask(folder, schemas);
                           return read ? QList<OutboxProblem>() : read.error();
                       });
    const auto left = agent.run(*prompt, task.covers, fact().countedBefore);
    if (!left)
        return failure(left.error());
    return left->valid ? StepEnd::pass() : StepEnd::fail(left->why);
}

Result<TaskResult> TaskIteration::result() const
{
    if (fact().ownersEdit)
        return TaskResult{.summary = u"the owner's edit"_s};
    TaskResult taken;
    const QString schemas = m_measurement.instruments().resources + u"/schemas"_s;
    AgentSession agent(m_measurement, SessionPurpose::Task, [&](const QString &folder) {
        auto read = readTask(folder, schemas);
        if (!read)
            return read.error();
        taken = std::move(*read);
        return QList<OutboxProblem>();
    });
    const auto left = agent.run({}, {}, 0); // the session is over: this reads its snapshot
    if (!left)
        return failure(left.error());
    return taken;
}

Status TaskIteration::takeResult(const Task &task)
{
    const auto left = result();
    if (!left)
        return failure(left.error());
    const RunState &state = m_measurement.state();
    QList<Draft> drafts;
    const bool claimed = std::any_of(state.claims.begin(), state.claims.end(),
                                     [&](const Claim &claim) { return claim.iteration == m_measurement.iteration(); });
    if (!claimed)
        drafts.append(madeDrafts(m_measurement, left->claims));
    drafts.append(decisionDrafts(m_measurement, left->decisions));
    if (const auto written = m_measurement.ledger().append(drafts); !written)
        return written;

    // Checks that the session brought along are watched on the checkpoint like any other.
    QHash<Digest, CheckId> known;
    for (const Check &check : state.checks)
        known.insert(check.file, check.id);
    QList<Draft> filed;
    QList<CheckId> brought;
    int number = int(state.checkOrder.size());
    for (const CheckFile &file : left->checks) {
        const auto digest = m_measurement.instruments().evidence.put(file.bytes);
        if (!digest)
            return failure(digest.error());
        if (known.contains(*digest)) {
            const CheckId again = known.value(*digest);
            if (state.checks.value(again).role == CheckRole::Unusable
                && state.checks.value(again).reason == "not watched yet"_L1)
                brought.append(again);
            continue;
        }
        const QString id = u"C%1"_s.arg(++number);
        filed.append(m_measurement.draft(u"check.filed"_s,
                                         {{u"id"_s, id},
                                          {u"finding"_s, task.covers.value(0).text()},
                                          {u"name"_s, file.name},
                                          {u"file"_s, digest->text()},
                                          {u"file_name"_s, pathToJson(RepoPath(file.fileName))},
                                          {u"role"_s, toWord(CheckRole::Unusable)},
                                          {u"reason"_s, u"not watched yet"_s}}));
        brought.append(CheckId(id));
    }
    if (const auto written = m_measurement.ledger().append(filed); !written)
        return written;
    const auto watched
        = m_measurement.watch(brought, ProofRole::Check, state.checkpoint().tree, m_measurement.policy().repeats);
    if (!watched)
        return failure(watched.error());
    QList<Draft> roles;
    for (const Watched &one : *watched) {
        const auto answer = one.unanimousAnswer();
        const CheckRole role = answer == Answer::Present ? CheckRole::Acceptance
            : answer == Answer::Absent                   ? CheckRole::Guard
                                                         : CheckRole::Unusable;
        roles.append(
            m_measurement.draft(role == CheckRole::Acceptance ? u"check.filed"_s : u"check.refused"_s,
                                {{u"id"_s, one.check.text()},
                                 {u"role"_s, toWord(role)},
                                 {u"reason"_s,
                                  role == CheckRole::Guard ? u"answers absent on the checkpoint: kept as guard"_s
                                      : role == CheckRole::Unusable ? one.reason + u" on the checkpoint"_s
                                                                    : QString()}}));
    }
    return m_measurement.ledger().append(roles);
}

Result<StepEnd> TaskIteration::collectCandidate()
{
    if (fact().candidate)
        return StepEnd::pass();
    Instruments &instruments = m_measurement.instruments();
    CloneFolder clone(m_measurement.ledger(), instruments, m_measurement.stopToken());
    const auto found = clone.read();
    if (!found)
        return failure(found.error());
    const ObjectId checkpoint = m_measurement.state().checkpoint().tree;
    const auto changes = instruments.vault.changes(checkpoint, found->tree);
    if (!changes)
        return failure(changes.error());
    const QString leftOut = leftOutWords(found->leftOut, m_measurement.state().leftByBaseline());
    if (changes->isEmpty() && found->refused.isEmpty()) {
        QString why = u"the agent left the tree as it was"_s + leftOut;
        if (!found->ignored.isEmpty())
            why += u" (new files that .gitignore hides: %1)"_s.arg(found->ignored.size());
        return StepEnd::fail(why);
    }
    CandidateFact candidate{.tree = found->tree,
                            .parent = m_measurement.state().checkpoint().commit,
                            .ignored = found->ignored,
                            .leftOut = found->leftOut};
    for (const ChangedFile &change : *changes) {
        candidate.files.append(
            {change.path, PathChange(int(change.kind)), classifyPath(change.path, m_measurement.policy())});
    }
    const auto commit
        = clone.commit(found->tree, u"candidates/%1"_s.arg(m_measurement.iteration()),
                       u"candidate of iteration %1, %2"_s.arg(m_measurement.iteration()).arg(fact().task.text()));
    if (!commit)
        return failure(commit.error());
    candidate.commit = *commit;
    const auto patch
        = patchBetween(instruments.git, instruments.folder.vault(), checkpoint, found->tree, m_measurement.stopToken());
    if (!patch)
        return failure(patch.error());
    const auto digest = instruments.evidence.put(*patch);
    if (!digest)
        return failure(digest.error());
    candidate.patch = *digest;
    if (const auto written = m_measurement.append(u"candidate.collected"_s, codec::toJson(candidate)); !written)
        return failure(written.error());
    if (!found->refused.isEmpty())
        return StepEnd::fail(u"refused: "_s + found->refused.join(u"; "_s), found->refused.join(u'\n'));
    if (!found->endOfLineChurn.isEmpty()) {
        return StepEnd::fail(u"only line ends changed, which hides the change from its reader: "_s
                                 + found->endOfLineChurn.join(u", "_s) + u". Keep each file's own line ends."_s,
                             u"end of line"_s);
    }
    return StepEnd::pass(u"%1 files"_s.arg(candidate.files.size()) + leftOut);
}

Status TaskIteration::keep(const Task &task, const TaskResult &result)
{
    if (const auto judged = judgeClaims(m_measurement); !judged)
        return judged;
    const auto commit = commitCheckpoint(m_measurement, task, *fact().candidate, result.summary);
    if (!commit)
        return failure(commit.error());
    QList<Draft> drafts{m_measurement.draft(u"checkpoint.made"_s,
                                            {{u"commit"_s, commit->text()},
                                             {u"tree"_s, fact().candidate->tree.text()},
                                             {u"task"_s, task.id.text()},
                                             {u"title"_s, checkpointTitle(result.summary)}})};
    for (const FindingId &id : task.covers) {
        const Finding *finding = m_measurement.state().finding(id);
        if (!finding || finding->state == FindingState::Fixed)
            continue;
        drafts.append(
            m_measurement.draft(u"finding.judged"_s,
                                {{u"id"_s, id.text()},
                                 {u"state"_s, toWord(FindingState::Fixed)},
                                 {u"reason"_s,
                                  u"absent in %1 of %1 runs on checkpoint %2"_s.arg(m_measurement.policy().repeats)
                                      .arg(m_measurement.state().checkpoints.size())}}));
    }
    drafts.append(m_measurement.draft(u"task.moved"_s,
                                      {{u"id"_s, task.id.text()},
                                       {u"state"_s, toWord(TaskState::Done)},
                                       {u"why"_s, u"kept in iteration %1"_s.arg(m_measurement.iteration())}}));
    drafts.append(m_measurement.draft(u"iteration.ended"_s,
                                      {{u"verdict"_s, verdict::Kept.toString()},
                                       {u"reason"_s, checkpointTitle(result.summary)},
                                       {u"counted"_s, true}}));
    return m_measurement.ledger().append(drafts);
}

Status TaskIteration::salvageCandidate(const ObjectId &commit)
{
    Instruments &instruments = m_measurement.instruments();
    const auto set = instruments.vault.setRef(u"salvage/%1"_s.arg(m_measurement.iteration()), commit);
    if (!set)
        return set;
    const CloneFolder clone(m_measurement.ledger(), instruments, m_measurement.stopToken());
    const int n = m_measurement.iteration();
    // Only while it waited for the owner could somebody edit: else reading the clone back would show the candidate.
    const bool waited = std::ranges::any_of(m_measurement.state().prompts, [&](const Prompt &prompt) {
        return prompt.iteration == n && prompt.type == PromptType::Approval;
    });
    if (waited) {
        const auto kept = clone.keepEdit(
            n, u"after"_s, u"the clone was edited while the candidate waited, and the edit was not submitted"_s);
        if (!kept)
            return kept;
    }
    return clone.rollBack();
}

Status TaskIteration::rollBack(const Task &task, const QString &step, const StepEnd &why, bool counted)
{
    if (const auto judged = judgeClaims(m_measurement); !judged)
        return judged;
    const ObjectId commit = fact().candidate->commit;
    if (const auto set = salvageCandidate(commit); !set)
        return set;
    QList<Draft> drafts{m_measurement.draft(u"rolled.back"_s,
                                            {{u"salvage"_s, commit.text()}, {u"step"_s, step}, {u"why"_s, why.reason}}),
                        m_measurement.draft(u"iteration.ended"_s,
                                            {{u"verdict"_s, verdict::RolledBack.toString()},
                                             {u"reason"_s, u"%1: %2"_s.arg(step, why.reason)},
                                             {u"failed_step"_s, step},
                                             {u"signature"_s, step + u'\n' + why.signature},
                                             {u"counted"_s, counted}})};
    if (counted && task.countedAttempts + 1 >= m_measurement.policy().attemptsBeforeParking) {
        drafts.append(
            m_measurement.draft(u"task.moved"_s,
                                {{u"id"_s, task.id.text()},
                                 {u"state"_s, toWord(TaskState::Parked)},
                                 {u"why"_s, u"%1 attempts were rolled back"_s.arg(task.countedAttempts + 1)}}));
    }
    return m_measurement.ledger().append(drafts);
}

Status TaskIteration::noChange(const Task &task, const QString &reason, bool counted, bool blocked)
{
    if (const auto judged = judgeClaims(m_measurement); !judged)
        return judged;
    QList<Draft> drafts;
    if (blocked) {
        const auto left = result();
        QList<PromptId> blockers;
        for (const auto &[decision, why] : left ? left->blocked : QList<std::pair<QString, QString>>()) {
            for (const Prompt *prompt : m_measurement.state().openPrompts()) {
                if (prompt->title == decision || prompt->id.text() == decision)
                    blockers.append(prompt->id);
            }
        }
        if (!blockers.isEmpty()) {
            drafts.append(m_measurement.draft(u"task.moved"_s,
                                              {{u"id"_s, task.id.text()},
                                               {u"state"_s, toWord(TaskState::Blocked)},
                                               {u"blocked_by"_s, codec::toJson(blockers)},
                                               {u"why"_s, reason}}));
        }
    }
    if (fact().candidate) { // whatever was changed meanwhile is kept aside
        if (const auto set = salvageCandidate(fact().candidate->commit); !set)
            return set;
    }
    drafts.append(m_measurement.draft(u"iteration.ended"_s,
                                      {{u"verdict"_s, verdict::NoChange.toString()},
                                       {u"reason"_s, reason},
                                       {u"signature"_s, blocked ? u"blocked"_s : u"no change"_s},
                                       {u"counted"_s, counted}}));
    return m_measurement.ledger().append(drafts);
}

} // namespace assay
