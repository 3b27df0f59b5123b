// What the owner does with the run as a whole.
#include "core/engine/setup.h"
#include "core/engine/verbs.h"
#include "core/gate/detect.h"
#include "core/journal/codec.h"
#include "core/journal/policycodec.h"

using namespace Qt::StringLiterals;

namespace assay::verbs {

Drafts rewind(const RunState &state, const QJsonObject &args)
{
    const int number = args[u"checkpoint"].toInt(-1);
    if (number < 0 || number >= state.checkpoints.size()) {
        return refuse(u"there is no checkpoint %1"_s.arg(number), state.id.text(),
                      u"Checkpoints are 0 (base) to %1."_s.arg(state.checkpoints.size() - 1));
    }
    QList<Draft> drafts;
    if (const IterationFact *running = state.running()) {
        drafts.append(ownerDraft(u"iteration.ended"_s,
                                 {{u"verdict"_s, verdict::Interrupted.toString()},
                                  {u"reason"_s, u"the owner went back to checkpoint %1"_s.arg(number)},
                                  {u"counted"_s, false}},
                                 running->n));
        for (const Prompt *prompt : state.openPrompts()) {
            if (prompt->iteration == running->n && prompt->type == PromptType::Approval)
                drafts.append(ownerDraft(u"prompt.withdrawn"_s, {{u"id"_s, prompt->id.text()}}));
        }
    }
    drafts.append(ownerDraft(u"run.rewound"_s, {{u"checkpoint"_s, number}, {u"why"_s, args[u"reason"]}}));
    return drafts;
}

Drafts note(const RunState &state, const QJsonObject &args)
{
    const auto given = givenComments(state, args);
    if (!given)
        return failure(given.error());
    const QString text = withComments(args[u"text"].toString(), *given);
    if (text.trimmed().isEmpty())
        return refuse(u"the note is empty"_s, u"the run"_s, u"Write what the next session should know."_s);
    QJsonObject data{{u"text"_s, text}};
    if (!given->places.isEmpty())
        data[u"given"_s] = given->places;
    return QList<Draft>{ownerDraft(u"note.given"_s, data)};
}

Draft configuredAnew(const RunState &state, const QString &key, const QJsonValue &value, const QString &why)
{
    QJsonObject policy = state.policy;
    const QJsonValue old = policy[key];
    policy[key] = value;
    return ownerDraft(u"run.configured"_s,
                      {{u"policy"_s, policy},
                       {u"toolchain"_s, state.toolchain},
                       {u"warnings"_s, codec::toJson(state.warnings)},
                       {u"old"_s, QJsonObject{{key, old}}},
                       {u"why"_s, why}});
}

Drafts budget(const RunState &state, const QJsonObject &args)
{
    QJsonObject changed = state.policy[u"budget"].toObject();
    if (args.contains(u"iterations")) {
        if (args[u"iterations"].toInt() < 1)
            return refuse(u"a budget is at least one iteration"_s, u"iterations"_s, {});
        changed[u"iterations"_s] = args[u"iterations"].toInt();
    }
    if (args.contains(u"wall_clock_ms"))
        changed[u"wall_clock_ms"_s] = args[u"wall_clock_ms"].toInteger();
    return QList<Draft>{configuredAnew(state, u"budget"_s, changed, u"the owner changed the budget"_s)};
}

Drafts gate(const RunState &state, const QJsonObject &args)
{
    if (const IterationFact *running = state.running())
        return refuse(u"iteration %1 is under way: what it measures is measured by one gate"_s.arg(running->n),
                      u"gate"_s, u"Wait for its verdict, or rewind first."_s);
    auto policy = policyFromJson(state.policy);
    if (!policy)
        return failure(policy.error());
    QStringList warnings = state.warnings;
    for (const GateCommand &old : std::as_const(policy->gate)) {
        for (const QString &warning : maskingWarnings(old.run.line))
            warnings.removeAll(warning);
    }
    const QStringList lines = codec::toTexts(args[u"gate"]);
    if (lines.isEmpty())
        return refuse(u"no command is named"_s, u"gate"_s, u"Give each command with --gate COMMAND."_s);
    QList<GateCommand> commands;
    for (const QString &line : lines) {
        if (line.trimmed().isEmpty())
            return refuse(u"a command is empty"_s, u"gate"_s, u"Leave it out, or write what it runs."_s);
        // What assay.toml says of a command (folder, time limit, report) stays with it.
        const auto known
            = std::ranges::find_if(policy->gate, [&](const GateCommand &command) { return command.run.line == line; });
        commands.append(known == policy->gate.end() ? gateFromLine(line) : *known);
        warnings.append(maskingWarnings(line));
    }
    policy->gate = commands;
    const QJsonValue changed = policyToJson(*policy)[u"gate"];
    if (changed == state.policy[u"gate"])
        return refuse(u"that is the gate already"_s, u"gate"_s, {});
    Draft draft = configuredAnew(state, u"gate"_s, changed, u"the owner changed the gate"_s);
    draft.data[u"warnings"_s] = codec::toJson(warnings);
    return QList<Draft>{draft};
}

Drafts resume(const RunState &state, const QJsonObject &)
{
    if (state.phase != RunPhase::Paused && !state.pauseRequested)
        return refuse(u"it is not paused: an engine works on it"_s, u"the run"_s,
                      u"`assay status` shows what it does, and what it waits for."_s);
    return QList<Draft>{ownerDraft(u"run.resumed"_s, {})};
}

Drafts step(const RunState &state, const QJsonObject &)
{
    if (state.phase != RunPhase::Paused)
        return refuse(u"it is not paused"_s, u"the run"_s, u"Pause it first: a step is done from a pause."_s);
    return QList<Draft>{ownerDraft(u"run.resumed"_s, {{u"once"_s, true}})};
}

Drafts undo(const RunState &state, const QJsonObject &args)
{
    const auto permission = std::find_if(state.prompts.crbegin(), state.prompts.crend(), [](const Prompt &prompt) {
        return prompt.type == PromptType::Permission && prompt.answeredBy == "owner"_L1;
    });
    if (state.undoable.isEmpty() && permission != state.prompts.crend())
        return refuse(
            u"nothing can be undone: the agent was told your answer to %1 at once"_s.arg(permission->id.text()),
            state.id.text(), u"Skip its session (`assay skip`), or rewind to an earlier checkpoint."_s);
    if (state.undoable.isEmpty())
        return refuse(u"nothing can be undone: the engine has acted on all that was said, or nothing was"_s,
                      state.id.text(), u"`assay rewind` takes the run back to an earlier checkpoint."_s);
    const QString wanted = args[u"command"].toString();
    const Undoable *undone = &state.undoable.last();
    if (!wanted.isEmpty()) {
        const auto found = std::ranges::find(state.undoable, wanted, &Undoable::command);
        if (found == state.undoable.end())
            return refuse(u"it was acted on, was undone or is not known"_s, u"what is to be undone"_s,
                          u"Only what the engine has not acted on can be undone."_s);
        undone = &*found;
        const QStringList touched = undone->touched();
        for (auto later = std::next(found); later != state.undoable.end(); ++later) {
            for (const QString &id : later->touched()) {
                if (touched.contains(id))
                    return refuse(u"%1 was changed again by a later `%2`"_s.arg(id, later->verb), undone->verb,
                                  u"Undo the later one first."_s);
            }
        }
    }
    QList<Draft> drafts{ownerDraft(u"command.undone"_s, {{u"command"_s, undone->command}, {u"verb"_s, undone->verb}})};
    if (!undone->policy.isEmpty()) {
        const QString key = undone->verb == "gate"_L1 ? u"gate"_s : u"budget"_s;
        drafts.append(configuredAnew(state, key, undone->policy[key], u"the owner took the change back"_s));
    }
    return drafts;
}

} // namespace assay::verbs
