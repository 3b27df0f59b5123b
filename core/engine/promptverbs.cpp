// What the owner says to what was put to them.
#include "core/engine/approval.h"
#include "core/engine/verbs.h"

using namespace Qt::StringLiterals;

namespace assay::verbs {

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
    if (declines && prompt->type == PromptType::Permission)
        return refuse(u"a permission is given or refused, not declined"_s, id,
                      u"Options: %1."_s.arg(labels.join(u", "_s)));
    if (declines && reason.isEmpty())
        return refuse(u"a decline needs a reason"_s, id, u"Give --reason TEXT."_s);
    const auto given = givenComments(state, args);
    if (!given)
        return failure(given.error());
    if (!given->places.isEmpty() && (prompt->subject != "review"_L1 || option != kSendBack))
        return refuse(u"comments go to the agent with a candidate that is sent back"_s, id,
                      u"Answer \"send back\" to a review, or give them with a note."_s);
    QList<Draft> drafts{ownerDraft(u"prompt.answered"_s, {{u"id"_s, id}, {u"option"_s, option}, {u"reason"_s, reason}},
                                   prompt->iteration)};
    if (declines)
        drafts.append(ownerDraft(u"declined"_s, {{u"subject"_s, prompt->title}, {u"reason"_s, reason}}));
    if (prompt->subject == "review"_L1) {
        const IterationFact *iteration = state.iteration(prompt->iteration);
        drafts.append(ownerDraft(
            u"review.given"_s,
            {{u"candidate"_s, iteration && iteration->candidate ? iteration->candidate->commit.text() : QString()},
             {u"answer"_s, option},
             {u"comments"_s, withComments(reason, *given)},
             {u"given"_s, given->places}},
            prompt->iteration));
    }
    return drafts;
}

Drafts decline(const RunState &state, const QJsonObject &args)
{
    if (!args.contains(u"prompt"))
        return declineFinding(state, args);
    return decide(state, {{u"prompt"_s, args[u"prompt"]}, {u"option"_s, u"decline"_s}, {u"reason"_s, args[u"reason"]}});
}

Drafts defer(const RunState &state, const QJsonObject &args)
{
    const QString id = args[u"prompt"].toString();
    const Prompt *prompt = state.prompt(PromptId(id));
    if (!prompt || prompt->state != PromptState::Open)
        return refuse(u"it is not open"_s, id, u"`assay status` lists open prompts."_s);
    return QList<Draft>{ownerDraft(u"prompt.deferred"_s, {{u"id"_s, id}})};
}

Drafts review(const RunState &state, const QJsonObject &args)
{
    for (const Prompt *prompt : state.openPrompts()) {
        if (prompt->subject != "review"_L1)
            continue;
        const QString answer = args[u"answer"].toString();
        if (answer == kSendBack && args[u"comments"].toString().isEmpty() && args[u"marks"].toArray().isEmpty())
            return refuse(u"sending back needs comments"_s, prompt->id.text(), u"Give --comment TEXT."_s);
        QJsonObject answered{{u"prompt"_s, prompt->id.text()}, {u"option"_s, answer}, {u"reason"_s, args[u"comments"]}};
        if (args.contains(u"marks"))
            answered[u"marks"_s] = args[u"marks"];
        return decide(state, answered);
    }
    return refuse(u"no candidate waits for a review"_s, state.id.text(),
                  u"`assay status` shows what the run waits for."_s);
}

} // namespace assay::verbs
