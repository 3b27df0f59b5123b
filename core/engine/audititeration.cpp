#include "core/engine/audititeration.h"

#include "core/engine/agentsession.h"
#include "core/engine/briefing.h"
#include "core/engine/claims.h"
#include "core/engine/clonefolder.h"
#include "core/engine/duplicates.h"
#include "core/gate/processwords.h"
#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString agentActor(const Measurement &measurement)
{
    return u"agent:A%1"_s.arg(measurement.iteration());
}

FindingState judgedState(const Watched &repro, const Watched *control)
{
    const auto answer = repro.unanimousAnswer();
    if (!answer)
        return FindingState::Flaky;
    switch (*answer) {
    case Answer::Absent:
        return FindingState::NotReproduced;
    case Answer::Inconclusive:
        return FindingState::Inconclusive;
    case Answer::Present:
        break;
    }
    return control && control->all(Answer::Present) ? FindingState::ControlRefused : FindingState::Reproduced;
}

QString judgedReason(FindingState state, const Watched &repro)
{
    QStringList answers;
    for (const Answer answer : repro.answers)
        answers.append(toWord(answer));
    switch (state) {
    case FindingState::Reproduced:
        return u"present in %1 of %1 runs"_s.arg(repro.answers.size());
    case FindingState::NotReproduced:
        return u"absent in %1 of %1 runs"_s.arg(repro.answers.size());
    case FindingState::Flaky:
        return u"different answers: "_s + answers.join(u", "_s);
    case FindingState::ControlRefused:
        return u"also present without the tree: it looks at something else than the code"_s;
    default:
        return repro.reason;
    }
}

} // namespace

Status AuditIteration::run()
{
    const QString schemas = m_measurement.instruments().resources + u"/schemas"_s;
    AuditResult audit;
    QString noResult;
    const auto session = runStep(m_measurement, u"session"_s, [&]() -> Result<StepEnd> {
        const IterationFact *iteration = m_measurement.state().iteration(m_measurement.iteration());
        if (iteration->sessions.isEmpty()) {
            CloneFolder clone(m_measurement.ledger(), m_measurement.instruments(), m_measurement.stopToken());
            if (const auto laid = clone.lay(m_measurement.iteration()); !laid)
                return failure(laid.error());
        }
        const auto prompt = auditBriefing(m_measurement);
        if (!prompt)
            return failure(prompt.error());
        AgentSession agent(m_measurement, SessionPurpose::Audit, [&](const QString &folder) {
            const auto read = readAudit(folder, schemas);
            return read ? QList<OutboxProblem>() : read.error();
        });
        const auto left = agent.run(*prompt, {}, 0);
        if (!left)
            return failure(left.error());
        return left->valid ? StepEnd::pass() : StepEnd::fail(left->why);
    });
    if (!session)
        return failure(session.error());
    if (session->kind == StepEnd::Kind::Fail)
        return end(verdict::NoResult, session->reason);

    const auto claims = runStep(m_measurement, u"claims"_s, [&]() -> Result<StepEnd> {
        AgentSession agent(m_measurement, SessionPurpose::Audit, [&](const QString &folder) {
            auto read = readAudit(folder, schemas);
            if (!read)
                return read.error();
            audit = std::move(*read);
            return QList<OutboxProblem>();
        });
        const auto left = agent.run({}, {}, 0); // both rounds are over: this reads the snapshot
        if (!left)
            return failure(left.error());
        if (const auto filed = fileClaims(audit); !filed)
            return failure(filed.error());
        return StepEnd::pass(u"%1 findings claimed"_s.arg(audit.findings.size()));
    });
    if (!claims)
        return failure(claims.error());

    const auto judged = runStep(m_measurement, u"judge"_s, [&]() -> Result<StepEnd> {
        if (const auto done = judge(); !done)
            return failure(done.error());
        if (const auto done = judgeClaims(m_measurement); !done)
            return failure(done.error());
        return StepEnd::pass();
    });
    if (!judged)
        return failure(judged.error());

    const auto filed = runStep(m_measurement, u"backlog"_s, [&]() -> Result<StepEnd> {
        if (const auto done = fileTasks(); !done)
            return failure(done.error());
        return StepEnd::pass();
    });
    if (!filed)
        return failure(filed.error());

    int bad = 0, low = 0, notFiled = 0;
    for (const Finding &finding : m_measurement.state().findings) {
        if (finding.iteration != m_measurement.iteration())
            continue;
        if (finding.state != FindingState::Reproduced)
            ++notFiled;
        else if (finding.severity == Severity::Low)
            ++low;
        else
            ++bad;
    }
    const QString reason = u"%1 filed, %2 not reproduced"_s.arg(bad + low).arg(notFiled);
    // A check that the owner ended was not watched: what it would have shown is not known, so the audit is not clean.
    const RunState &seen = m_measurement.state();
    const bool cutShort = std::ranges::any_of(seen.proofs, [&](const ProofFact &proof) {
        return proof.iteration == m_measurement.iteration() && proof.reason.contains(kEndedByOwner);
    });
    if (bad == 0 && cutShort)
        return end(verdict::NoResult, u"a check was ended by the owner before it answered; "_s + reason);
    return end(bad > 0 ? verdict::FindingsFiled : verdict::Clean, reason);
}

Status AuditIteration::fileClaims(const AuditResult &audit)
{
    const RunState &state = m_measurement.state();
    const int n = m_measurement.iteration();
    for (const Finding &finding : state.findings) {
        if (finding.iteration == n)
            return {}; // the batch below was written before a crash
    }
    QList<Draft> drafts;
    int check = int(state.checkOrder.size());
    int number = 0;
    for (const ClaimedFinding &claimed : audit.findings) {
        QJsonArray checks;
        QList<const CheckFile *> files{&claimed.repro};
        for (const CheckFile &file : claimed.checks)
            files.append(&file);
        for (const CheckFile *file : files) {
            const auto digest = m_measurement.instruments().evidence.put(file->bytes);
            if (!digest)
                return failure(digest.error());
            checks.append(QJsonObject{{u"id"_s, u"C%1"_s.arg(++check)},
                                      {u"name"_s, file->name},
                                      {u"file"_s, digest->text()},
                                      {u"file_name"_s, pathToJson(RepoPath(file->fileName))}});
        }
        Draft draft = m_measurement.draft(u"finding.claimed"_s,
                                          {{u"claim"_s, u"%1.%2"_s.arg(n).arg(++number)},
                                           {u"title"_s, claimed.title},
                                           {u"severity"_s, toWord(claimed.severity)},
                                           {u"cause"_s, claimed.cause},
                                           {u"where"_s, codec::toJson(claimed.where)},
                                           {u"observed"_s, claimed.observed},
                                           {u"expected"_s, claimed.expected},
                                           {u"checks"_s, checks}});
        draft.actor = agentActor(m_measurement);
        drafts.append(draft);
    }
    for (const Surface &surface : audit.surfaces) {
        drafts.append(m_measurement.draft(u"surface.recorded"_s,
                                          {{u"name"_s, surface.name},
                                           {u"files"_s, codec::toJson(surface.files)},
                                           {u"trust"_s, surface.trust},
                                           {u"swept"_s, surface.swept},
                                           {u"how"_s, surface.how},
                                           {u"tree"_s, state.checkpoint().tree.text()}}));
    }
    drafts.append(decisionDrafts(m_measurement, audit.decisions));
    for (const DeclinedIdea &idea : audit.declined) {
        const bool known = std::any_of(state.declined.begin(), state.declined.end(),
                                       [&](const DeclinedFact &fact) { return fact.subject == idea.title; });
        if (known)
            continue;
        Draft draft = m_measurement.draft(u"declined"_s, {{u"subject"_s, idea.title}, {u"reason"_s, idea.reason}});
        draft.actor = agentActor(m_measurement);
        drafts.append(draft);
    }
    drafts.append(madeDrafts(m_measurement, audit.claims));
    return m_measurement.ledger().append(drafts);
}

QList<Draft> AuditIteration::checkDrafts(const Finding &finding, bool reproduced, const QHash<CheckId, Watched> &seen,
                                         const QHash<CheckId, Watched> &controls) const
{
    QList<Draft> drafts;
    for (const CheckId &id : finding.checks) {
        const Watched watched = seen.value(id);
        const auto answer = watched.unanimousAnswer();
        const bool refused = controls.contains(id) && controls.value(id).all(Answer::Present);
        QJsonObject data{{u"id"_s, id.text()}};
        if (answer == Answer::Present && !refused && reproduced) {
            data[u"role"_s] = toWord(CheckRole::Acceptance);
            drafts.append(m_measurement.draft(u"check.filed"_s, data));
        } else if (answer == Answer::Absent && reproduced) {
            data[u"role"_s] = toWord(CheckRole::Guard);
            data[u"reason"_s] = u"answers absent on the checkpoint: refused as acceptance, kept as guard"_s;
            drafts.append(m_measurement.draft(u"check.refused"_s, data));
        } else {
            data[u"role"_s] = toWord(CheckRole::Unusable);
            data[u"reason"_s] = refused ? u"its control run answered present"_s
                : !answer               ? u"different answers"_s
                : reproduced            ? watched.reason
                                        : u"its finding was not reproduced"_s;
            drafts.append(m_measurement.draft(u"check.refused"_s, data));
        }
    }
    return drafts;
}

Status AuditIteration::judge()
{
    const int n = m_measurement.iteration();
    const ObjectId tree = m_measurement.state().checkpoint().tree;
    QList<CheckId> repros, extras;
    QHash<QString, FindingId> duplicates;
    for (const Finding &finding : m_measurement.state().findings) {
        if (finding.iteration != n || finding.state != FindingState::Claimed)
            continue;
        const auto duplicate = duplicateOf(m_measurement, finding);
        if (!duplicate)
            return failure(duplicate.error());
        if (!duplicate->isEmpty()) {
            duplicates.insert(finding.claimId, *duplicate);
            continue;
        }
        repros.append(finding.checks.first());
        extras.append(finding.checks.mid(1));
    }
    const int repeats = m_measurement.policy().repeats;
    const auto seenRepros = m_measurement.watch(repros, ProofRole::Repro, tree, repeats);
    if (!seenRepros)
        return failure(seenRepros.error());
    const auto seenExtras = m_measurement.watch(extras, ProofRole::Check, tree, repeats);
    if (!seenExtras)
        return failure(seenExtras.error());
    QHash<CheckId, Watched> seen, controls;
    QList<CheckId> present;
    for (const Watched &watched : *seenRepros + *seenExtras) {
        seen.insert(watched.check, watched);
        if (watched.all(Answer::Present))
            present.append(watched.check);
    }
    const auto seenControls = m_measurement.control(present, tree);
    if (!seenControls)
        return failure(seenControls.error());
    for (const Watched &watched : *seenControls)
        controls.insert(watched.check, watched);

    QList<Draft> drafts;
    int filed = 0, other = 0;
    for (const Finding &finding : m_measurement.state().findings) {
        filed += finding.id.text().startsWith(u'F') ? 1 : 0;
        other += finding.id.text().startsWith(u'N') ? 1 : 0;
    }
    QHash<Digest, FindingId> reproOf; // the same bytes twice in one audit
    for (const Finding &finding : m_measurement.state().findings) {
        if (finding.iteration != n || finding.state != FindingState::Claimed)
            continue;
        QJsonObject data{{u"claim"_s, finding.claimId}};
        FindingState verdictOfIt = FindingState::Duplicate;
        FindingId original = duplicates.value(finding.claimId);
        const Digest repro = m_measurement.state().checks.value(finding.checks.first()).file;
        if (original.isEmpty())
            original = reproOf.value(repro);
        if (original.isEmpty()) {
            const Watched watched = seen.value(finding.checks.first());
            const Watched control = controls.value(watched.check);
            verdictOfIt = judgedState(watched, control.answers.isEmpty() ? nullptr : &control);
            data[u"reason"_s] = judgedReason(verdictOfIt, watched);
        } else {
            data[u"of"_s] = original.text();
            data[u"reason"_s] = u"the same as %1"_s.arg(original.text());
        }
        const bool reproduced = verdictOfIt == FindingState::Reproduced;
        const QString id = reproduced ? u"F%1"_s.arg(++filed) : u"N%1"_s.arg(++other);
        data[u"id"_s] = id;
        data[u"state"_s] = toWord(verdictOfIt);
        drafts.append(m_measurement.draft(u"finding.judged"_s, data));
        if (original.isEmpty())
            drafts.append(checkDrafts(finding, reproduced, seen, controls));
        if (reproduced)
            reproOf.insert(repro, FindingId(id));
    }
    return m_measurement.ledger().append(drafts);
}

Status AuditIteration::fileTasks()
{
    const RunState &state = m_measurement.state();
    const QList<FindingId> fresh = freshFindings(m_measurement);
    if (fresh.isEmpty())
        return {};
    return m_measurement.ledger().append(
        backlogDrafts(m_measurement, fileFindings(state.findings, fresh, state.tasks)));
}

Status AuditIteration::end(QStringView verdict, const QString &reason)
{
    return m_measurement.append(u"iteration.ended"_s,
                                {{u"verdict"_s, verdict.toString()}, {u"reason"_s, reason}, {u"counted"_s, true}});
}

QList<Draft> decisionDrafts(const Measurement &measurement, const QList<ClaimedDecision> &decisions)
{
    const RunState &state = measurement.state();
    QList<Draft> drafts;
    int number = int(state.prompts.size());
    for (const ClaimedDecision &decision : decisions) {
        const bool known = std::any_of(state.prompts.begin(), state.prompts.end(),
                                       [&](const Prompt &prompt) { return prompt.title == decision.title; });
        if (known)
            continue;
        const Prompt prompt{.id = PromptId(u"P%1"_s.arg(++number)),
                            .type = PromptType::Decision,
                            .title = decision.title,
                            .question = decision.question,
                            .options = decision.options,
                            .recommended = decision.recommended,
                            .why = decision.why,
                            .blocks = decision.blocks};
        drafts.append(measurement.draft(u"prompt.filed"_s, codec::toJson(prompt)));
    }
    return drafts;
}

QList<FindingId> freshFindings(const Measurement &measurement)
{
    const RunState &state = measurement.state();
    QList<FindingId> fresh;
    for (const Finding &finding : state.findings) {
        const bool filed = std::any_of(state.tasks.begin(), state.tasks.end(),
                                       [&](const Task &task) { return task.covers.contains(finding.id); });
        if (finding.iteration == measurement.iteration() && finding.state == FindingState::Reproduced && !filed)
            fresh.append(finding.id);
    }
    return fresh;
}

QList<PromptId> blockersOf(const RunState &state, const Task &task)
{
    QList<PromptId> blockers;
    for (const Prompt *prompt : state.openPrompts()) {
        if (prompt->type != PromptType::Decision)
            continue;
        bool blocks = prompt->blocks.contains(task.cause) || prompt->blocks.contains(task.id.text());
        for (const FindingId &id : task.covers) {
            const Finding *finding = state.finding(id);
            blocks
                = blocks || prompt->blocks.contains(id.text()) || (finding && prompt->blocks.contains(finding->title));
        }
        if (blocks)
            blockers.append(prompt->id);
    }
    return blockers;
}

QString whySuperseded(const BacklogChange &change, const TaskId &spot)
{
    const bool byStrike = std::ranges::any_of(
        change.strikes, [&](const BacklogChange::Strike &strike) { return strike.superseded.contains(spot); });
    return byStrike ? u"third strike of its root cause"_s
                    : u"its root cause has an open structural task, which its findings join"_s;
}

QList<Draft> backlogDrafts(const Measurement &measurement, const BacklogChange &change)
{
    const RunState &state = measurement.state();
    QList<Draft> drafts;
    QList<Task> after = state.tasks;
    for (const Task &task : change.filed) {
        QJsonObject data = codec::toJson(task);
        QList<PromptId> blockers = task.blockedBy; // a structural task waits for what its spot tasks waited for
        for (const PromptId &id : blockersOf(state, task)) {
            if (!blockers.contains(id))
                blockers.append(id);
        }
        data[u"blocked_by"_s] = codec::toJson(blockers);
        drafts.append(measurement.draft(u"task.filed"_s, data));
        after.append(task);
        if (!blockers.isEmpty())
            after.last().state = TaskState::Blocked;
    }
    for (const BacklogChange::Strike &strike : change.strikes) {
        drafts.append(measurement.draft(u"strike.third"_s,
                                        {{u"cause"_s, strike.cause},
                                         {u"findings"_s, codec::toJson(strike.findings)},
                                         {u"task"_s, strike.task.text()},
                                         {u"superseded"_s, codec::toJson(strike.superseded)}}));
    }
    for (auto it = change.superseded.cbegin(); it != change.superseded.cend(); ++it) {
        drafts.append(measurement.draft(u"task.moved"_s,
                                        {{u"id"_s, it.key().text()},
                                         {u"state"_s, toWord(TaskState::Superseded)},
                                         {u"by"_s, it.value().text()},
                                         {u"why"_s, whySuperseded(change, it.key())}}));
        for (Task &task : after) {
            if (task.id == it.key())
                task.state = TaskState::Superseded;
        }
    }
    for (auto it = change.joined.cbegin(); it != change.joined.cend(); ++it) {
        for (Task &task : after) {
            if (task.id != it.key())
                continue;
            for (const FindingId &id : it.value()) {
                if (!task.covers.contains(id))
                    task.covers.append(id);
                if (const Finding *finding = state.finding(id))
                    task.severity = std::min(task.severity, finding->severity);
            }
            drafts.append(measurement.draft(u"task.moved"_s,
                                            {{u"id"_s, task.id.text()},
                                             {u"covers"_s, codec::toJson(task.covers)},
                                             {u"severity"_s, toWord(task.severity)},
                                             {u"why"_s, u"later findings of its root cause join it"_s}}));
        }
    }
    drafts.append(
        measurement.draft(u"backlog.ordered"_s,
                          {{u"tasks"_s, codec::toJson(orderBacklog(after, state.findings, measurement.policy()))}}));
    return drafts;
}

} // namespace assay
