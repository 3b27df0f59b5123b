#include "core/engine/commands.h"

#include "core/engine/engine.h"
#include "core/engine/ledger.h"
#include "core/engine/setup.h"
#include "core/engine/verbs.h"
#include "core/journal/codec.h"
#include "core/journal/policycodec.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace assay {

Draft verbs::ownerDraft(const QString &kind, const QJsonObject &data, int iteration)
{
    return {.kind = kind, .data = data, .actor = u"owner"_s, .iteration = iteration};
}

std::unexpected<Error> verbs::refuse(const QString &what, const QString &subject, const QString &remedy)
{
    return failure(what, subject, remedy, ErrorKind::Usage);
}

namespace {

using Verb = verbs::Drafts (*)(const RunState &, const QJsonObject &);

/// What receiving says everything about.
verbs::Drafts nothingMore(const RunState &, const QJsonObject &)
{
    return QList<Draft>{};
}

const QHash<QString, Verb> &verbTable()
{
    static const QHash<QString, Verb> table{
        {u"decide"_s, verbs::decide},   {u"decline"_s, verbs::decline}, {u"defer"_s, verbs::defer},
        {u"review"_s, verbs::review},   {u"park"_s, verbs::park},       {u"unpark"_s, verbs::unpark},
        {u"rank"_s, verbs::rank},       {u"order"_s, verbs::order},     {u"submit"_s, verbs::submit},
        {u"cause"_s, verbs::cause},     {u"split"_s, verbs::split},     {u"merge"_s, verbs::merge},
        {u"recheck"_s, verbs::recheck}, {u"note"_s, verbs::note},       {u"rewind"_s, verbs::rewind},
        {u"budget"_s, verbs::budget},   {u"gate"_s, verbs::gate},       {u"undo"_s, verbs::undo},
        {u"pause"_s, nothingMore},      {u"resume"_s, verbs::resume},   {u"step"_s, verbs::step},
        {u"stop"_s, nothingMore},       {u"skip"_s, nothingMore},       {u"mark"_s, verbs::mark},
    };
    return table;
}

} // namespace

Result<QList<Draft>> commandDrafts(const RunState &state, const InboxCommand &command)
{
    const Verb verb = verbTable().value(command.verb);
    if (!verb)
        return verbs::refuse(u"no such command"_s, command.verb, u"See core/engine/commands.h for the verbs."_s);
    auto drafts = verb(state, command.args);
    if (!drafts)
        return drafts;
    drafts->prepend(verbs::ownerDraft(u"command.received"_s,
                                      {{u"id"_s, command.id}, {u"verb"_s, command.verb}, {u"args"_s, command.args}}));
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
    Draft draft = verbs::configuredAnew(state, u"agent"_s, agent, u"the owner named another agent"_s);
    draft.data[u"warnings"_s] = codec::toJson(warnings);
    return draft;
}

Draft refusalDraft(const InboxCommand &command, const Error &why)
{
    return {.kind = u"command.refused"_s,
            .data = {{u"id"_s, command.id}, {u"verb"_s, command.verb}, {u"why"_s, why.text()}}};
}

Status answerInbox(Ledger &ledger, const std::function<bool(const InboxCommand &)> &wanted, const Effects &effects)
{
    const auto commands = pendingCommands(ledger.folder());
    if (!commands)
        return failure(commands.error());
    for (const InboxCommand &command : *commands) {
        if (!wanted(command))
            continue;
        if (!ledger.state().commandsSeen.contains(command.id)) {
            const auto drafts = command.verb.isEmpty()
                ? Result<QList<Draft>>(
                      failure(command.args[u"error"].toString(), command.id, u"Send it with `assay`."_s))
                : effects(ledger.state(), command);
            const auto written = drafts ? ledger.append(*drafts) : ledger.append(refusalDraft(command, drafts.error()));
            if (!written)
                return written;
        }
        if (const auto gone = discardCommand(ledger.folder(), command.id); !gone)
            return gone;
    }
    return {};
}

Result<QString> commandRun(const RunFolder &folder, const Clock &clock, const QString &verb, const QJsonObject &args)
{
    if (RunLock::holder(folder) != 0) {
        const auto sent = sendCommand(folder, verb, args);
        return sent ? Result<QString>(u"sent"_s) : failure(sent.error());
    }
    if (verb == "recheck"_L1 || verb == "skip"_L1) {
        return verbs::refuse(u"no engine works on this run"_s, folder.path(),
                             verb == "skip"_L1 ? u"There is no process to end."_s
                                               : u"`assay repro` runs its checks; or resume the run first."_s);
    }
    const auto ledger = openRun(folder, clock);
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
