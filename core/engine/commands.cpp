#include "core/engine/commands.h"

#include "core/engine/approval.h"
#include "core/engine/configfile.h"
#include "core/engine/ledger.h"
#include "core/engine/setup.h"
#include "core/journal/codec.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

using Drafts = Result<QList<Draft>>;

Draft owner(const QString &kind, const QJsonObject &data, int iteration = 0)
{
    return {.kind = kind, .data = data, .actor = u"owner"_s, .iteration = iteration};
}

std::unexpected<Error> refuse(const QString &what, const QString &subject, const QString &remedy)
{
    return failure(what, subject, remedy, ErrorKind::Usage);
}

Drafts decide(const RunState &state, const QJsonObject &args)
{
    const QString id = args[u"prompt"].toString();
    const QString option = args[u"option"].toString();
    const Prompt *prompt = state.prompt(PromptId(id));
    QStringList open;
    for (const Prompt *other : state.openPrompts())
        open.append(other->id.text());
    if (!prompt) {
        return refuse(u"there is no such prompt"_s, id,
                      open.isEmpty() ? u"None is open."_s : u"Open ones: "_s + open.join(u", "_s) + u'.');
    }
    if (prompt->state == PromptState::Answered)
        return refuse(u"it was answered \"%1\" by %2 already"_s.arg(prompt->answer, prompt->answeredBy), id, {});
    if (prompt->state == PromptState::Withdrawn)
        return refuse(u"it was withdrawn"_s, id, {});
    const QString reason = args[u"reason"].toString();
    QStringList labels;
    for (const PromptOption &known : prompt->options)
        labels.append(known.label);
    const bool declines = option == "decline"_L1;
    if (!declines && !labels.contains(option)) {
        return refuse(u"\"%1\" is none of its options"_s.arg(option), id,
                      u"Options: %1, or decline with a reason."_s.arg(labels.join(u", "_s)));
    }
    if (declines && reason.isEmpty())
        return refuse(u"a decline needs a reason"_s, id, u"Give --reason TEXT."_s);
    QList<Draft> drafts{
        owner(u"prompt.answered"_s, {{u"id"_s, id}, {u"option"_s, option}, {u"reason"_s, reason}}, prompt->iteration)};
    if (declines)
        drafts.append(owner(u"declined"_s, {{u"subject"_s, prompt->title}, {u"reason"_s, reason}}));
    if (prompt->subject == "review"_L1) {
        const IterationFact *iteration = state.iteration(prompt->iteration);
        drafts.append(owner(
            u"review.given"_s,
            {{u"candidate"_s, iteration && iteration->candidate ? iteration->candidate->commit.text() : QString()},
             {u"answer"_s, option},
             {u"comments"_s, reason}},
            prompt->iteration));
    }
    return drafts;
}

Drafts review(const RunState &state, const QJsonObject &args)
{
    for (const Prompt *prompt : state.openPrompts()) {
        if (prompt->subject != "review"_L1)
            continue;
        const QString answer = args[u"answer"].toString();
        if (answer == kSendBack && args[u"comments"].toString().isEmpty())
            return refuse(u"sending back needs comments"_s, prompt->id.text(), u"Give --comment TEXT."_s);
        return decide(state,
                      {{u"prompt"_s, prompt->id.text()}, {u"option"_s, answer}, {u"reason"_s, args[u"comments"]}});
    }
    return refuse(u"no candidate waits for a review"_s, state.id.text(),
                  u"`assay status` shows what the run waits for."_s);
}

Drafts rewind(const RunState &state, const QJsonObject &args)
{
    const int number = args[u"checkpoint"].toInt(-1);
    if (number < 0 || number >= state.checkpoints.size()) {
        return refuse(u"there is no checkpoint %1"_s.arg(number), state.id.text(),
                      u"Checkpoints are 0 (base) to %1."_s.arg(state.checkpoints.size() - 1));
    }
    QList<Draft> drafts;
    if (const IterationFact *running = state.running()) {
        drafts.append(owner(u"iteration.ended"_s,
                            {{u"verdict"_s, verdict::Interrupted.toString()},
                             {u"reason"_s, u"the owner went back to checkpoint %1"_s.arg(number)},
                             {u"counted"_s, false}},
                            running->n));
        for (const Prompt *prompt : state.openPrompts()) {
            if (prompt->iteration == running->n && prompt->type == PromptType::Approval)
                drafts.append(owner(u"prompt.withdrawn"_s, {{u"id"_s, prompt->id.text()}}));
        }
    }
    drafts.append(owner(u"run.rewound"_s, {{u"checkpoint"_s, number}, {u"why"_s, args[u"reason"]}}));
    return drafts;
}

Drafts moveTask(const RunState &state, const QString &verb, const QJsonObject &args)
{
    const QString id = args[u"task"].toString();
    const Task *task = state.task(TaskId(id));
    if (!task) {
        QStringList ids;
        for (const Task &known : state.tasks)
            ids.append(known.id.text());
        return refuse(u"there is no such task"_s, id, u"Tasks: %1."_s.arg(ids.join(u", "_s)));
    }
    if (verb == "submit"_L1) {
        if (state.running())
            return refuse(u"iteration %1 is under way"_s.arg(state.running()->n), id,
                          u"Wait for its verdict, or rewind first."_s);
        if (task->state != TaskState::Open && task->state != TaskState::Parked)
            return refuse(u"it is %1"_s.arg(toWord(task->state)), id, u"Only open or parked tasks take an edit."_s);
        return QList<Draft>{};
    }
    if (verb == "park"_L1) {
        if (args[u"reason"].toString().isEmpty())
            return refuse(u"parking needs a reason"_s, id, u"Give --reason TEXT."_s);
        return QList<Draft>{owner(
            u"task.moved"_s, {{u"id"_s, id}, {u"state"_s, toWord(TaskState::Parked)}, {u"why"_s, args[u"reason"]}})};
    }
    if (verb == "unpark"_L1) {
        if (task->state != TaskState::Parked)
            return refuse(u"it is %1, not parked"_s.arg(toWord(task->state)), id, {});
        return QList<Draft>{owner(u"task.moved"_s,
                                  {{u"id"_s, id},
                                   {u"state"_s, toWord(TaskState::Open)},
                                   {u"afresh"_s, true},
                                   {u"why"_s, u"unparked by the owner"_s}})};
    }
    return QList<Draft>{owner(u"task.moved"_s, {{u"id"_s, id}, {u"rank"_s, args[u"rank"].toInt()}})};
}

Drafts declineFinding(const RunState &state, const QJsonObject &args)
{
    const QString id = args[u"finding"].toString();
    const Finding *finding = state.finding(FindingId(id));
    if (!finding)
        return refuse(u"there is no such finding"_s, id, u"`assay status` lists them."_s);
    const QString reason = args[u"reason"].toString();
    if (reason.isEmpty())
        return refuse(u"a decline needs a reason"_s, id, u"Give --reason TEXT."_s);
    QList<Draft> drafts{owner(u"declined"_s, {{u"subject"_s, id}, {u"reason"_s, reason}})};
    for (const Task &task : state.tasks) {
        const bool alone = task.covers == QList<FindingId>{finding->id};
        if (alone && (task.state == TaskState::Open || task.state == TaskState::Blocked)) {
            drafts.append(owner(u"task.moved"_s,
                                {{u"id"_s, task.id.text()},
                                 {u"state"_s, toWord(TaskState::Parked)},
                                 {u"why"_s, u"its finding was declined: "_s + reason}}));
        }
    }
    return drafts;
}

/// Root causes changed by the owner: the third strike is counted anew.
Drafts regroup(const RunState &state, const QString &verb, const QJsonObject &args)
{
    if (verb == "merge"_L1) {
        const QString from = args[u"from"].toString(), to = args[u"to"].toString();
        const bool known = std::any_of(state.findings.begin(), state.findings.end(),
                                       [&](const Finding &finding) { return finding.cause == from; });
        if (!known || to.isEmpty())
            return refuse(u"no finding has that root cause"_s, from, {});
        return QList<Draft>{owner(u"cause.merged"_s, {{u"from"_s, from}, {u"to"_s, to}})};
    }
    const QString id = args[u"finding"].toString();
    if (!state.finding(FindingId(id)) || args[u"cause"].toString().isEmpty())
        return refuse(u"a finding and its new root cause are needed"_s, id, {});
    return QList<Draft>{owner(u"finding.edited"_s, {{u"id"_s, id}, {u"cause"_s, args[u"cause"]}})};
}

/// The whole configuration again, with what it was and why it changed.
Draft configuredAnew(const RunState &state, const QString &key, const QJsonValue &value, const QString &why)
{
    QJsonObject policy = state.policy;
    const QJsonValue old = policy[key];
    policy[key] = value;
    return owner(u"run.configured"_s,
                 {{u"policy"_s, policy},
                  {u"toolchain"_s, state.toolchain},
                  {u"warnings"_s, codec::toJson(state.warnings)},
                  {u"old"_s, QJsonObject{{key, old}}},
                  {u"why"_s, why}});
}

Drafts extendBudget(const RunState &state, const QJsonObject &args)
{
    QJsonObject budget = state.policy[u"budget"].toObject();
    if (args.contains(u"iterations")) {
        if (args[u"iterations"].toInt() < 1)
            return refuse(u"a budget is at least one iteration"_s, u"iterations"_s, {});
        budget[u"iterations"_s] = args[u"iterations"].toInt();
    }
    if (args.contains(u"wall_clock_ms"))
        budget[u"wall_clock_ms"_s] = args[u"wall_clock_ms"].toInteger();
    return QList<Draft>{configuredAnew(state, u"budget"_s, budget, u"the owner changed the budget"_s)};
}

Drafts effects(const RunState &state, const InboxCommand &command)
{
    const QString &verb = command.verb;
    const QJsonObject &args = command.args;
    if (verb == "decide"_L1)
        return decide(state, args);
    if (verb == "decline"_L1) {
        if (args.contains(u"prompt"))
            return decide(
                state, {{u"prompt"_s, args[u"prompt"]}, {u"option"_s, u"decline"_s}, {u"reason"_s, args[u"reason"]}});
        return declineFinding(state, args);
    }
    if (verb == "defer"_L1) {
        const QString id = args[u"prompt"].toString();
        const Prompt *prompt = state.prompt(PromptId(id));
        if (!prompt || prompt->state != PromptState::Open)
            return refuse(u"it is not open"_s, id, u"`assay status` lists open prompts."_s);
        return QList<Draft>{owner(u"prompt.deferred"_s, {{u"id"_s, id}})};
    }
    if (verb == "review"_L1)
        return review(state, args);
    if (verb == "note"_L1) {
        if (args[u"text"].toString().trimmed().isEmpty())
            return refuse(u"the note is empty"_s, state.id.text(), u"Write what the next session should know."_s);
        return QList<Draft>{owner(u"note.given"_s, {{u"text"_s, args[u"text"]}})};
    }
    if (verb == "rewind"_L1)
        return rewind(state, args);
    if (verb == "submit"_L1 || verb == "park"_L1 || verb == "unpark"_L1 || verb == "rank"_L1)
        return moveTask(state, verb, args);
    if (verb == "merge"_L1 || verb == "cause"_L1)
        return regroup(state, verb, args);
    if (verb == "budget"_L1)
        return extendBudget(state, args);
    if (verb == "resume"_L1 && state.phase == RunPhase::Paused)
        return QList<Draft>{owner(u"run.resumed"_s, {})};
    if (verb == "step"_L1) {
        if (state.phase != RunPhase::Paused)
            return refuse(u"it is not paused"_s, state.id.text(), u"Pause it first: a step is done from a pause."_s);
        return QList<Draft>{owner(u"run.resumed"_s, {{u"once"_s, true}})};
    }
    if (verb == "pause"_L1 || verb == "resume"_L1 || verb == "stop"_L1)
        return QList<Draft>{};
    return refuse(u"no such command"_s, verb, u"See core/engine/commands.h for the verbs."_s);
}

} // namespace

Result<QList<Draft>> commandDrafts(const RunState &state, const InboxCommand &command)
{
    auto drafts = effects(state, command);
    if (!drafts)
        return drafts;
    drafts->prepend(
        owner(u"command.received"_s, {{u"id"_s, command.id}, {u"verb"_s, command.verb}, {u"args"_s, command.args}}));
    return drafts;
}

Result<Draft> agentDraft(const RunState &state, const QString &agent)
{
    auto policy = policyFromJson(state.policy);
    if (!policy)
        return failure(policy.error());
    QStringList warnings = state.warnings;
    for (const QString &old : agentWarnings(*policy))
        warnings.removeAll(old);
    policy->agent = agent;
    warnings += agentWarnings(*policy);
    Draft draft = configuredAnew(state, u"agent"_s, agent, u"the owner named another agent"_s);
    draft.data[u"warnings"_s] = codec::toJson(warnings);
    return draft;
}

Draft refusalDraft(const InboxCommand &command, const Error &why)
{
    return {.kind = u"command.refused"_s,
            .data = {{u"id"_s, command.id}, {u"verb"_s, command.verb}, {u"why"_s, why.text()}}};
}

Result<QString> commandRun(const RunFolder &folder, const Clock &clock, const QString &verb, const QJsonObject &args)
{
    if (RunLock::holder(folder) != 0) {
        const auto sent = sendCommand(folder, verb, args);
        return sent ? Result<QString>(u"sent"_s) : failure(sent.error());
    }
    auto writer = JournalWriter::open(folder, clock);
    if (!writer)
        return failure(writer.error());
    auto ledger = Ledger::open(folder, std::move(*writer));
    if (!ledger)
        return failure(ledger.error());
    const InboxCommand command{
        .id = QUuid::createUuid().toString(QUuid::WithoutBraces), .verb = verb, .args = args, .actor = u"owner"_s};
    const auto drafts = commandDrafts((*ledger)->state(), command);
    if (!drafts)
        return failure(drafts.error());
    const auto written = (*ledger)->append(*drafts);
    return written ? Result<QString>(u"recorded"_s) : failure(written.error());
}

} // namespace assay
