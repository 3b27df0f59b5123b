#include "core/bundle/disclosure.h"

#include "core/bundle/shown.h"
#include "core/journal/runsentence.h"

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

class Lines {
public:
    void open(const QString &heading) { m_text += u"\n## %1\n\n"_s.arg(heading); }
    void item(const QString &markdown) { m_text += u"- %1\n"_s.arg(markdown); }
    void raw(const QString &markdown) { m_text += markdown; }
    [[nodiscard]] QByteArray bytes() const { return m_text.toUtf8(); }

private:
    QString m_text;
};

QString named(const Finding &finding)
{
    return u"%1 (%2): %3"_s.arg(markdownText(finding.id.text()), titleWord(finding.severity),
                                markdownText(finding.title));
}

/// "scribe 3.1, model x: 4 sessions", as the sessions told it themselves.
void tellAgents(const RunState &state, Lines &lines)
{
    QMap<QString, int> sessions;
    for (const IterationFact &iteration : state.iterations) {
        for (const SessionFact &session : iteration.sessions) {
            QString name = session.agent.isEmpty() ? u"an agent without a name"_s : session.agent;
            if (!session.version.isEmpty())
                name += u' ' + session.version;
            name += session.model.isEmpty() ? u"; its model was not told"_s : u", model "_s + session.model;
            ++sessions[name];
        }
    }
    for (auto it = sessions.cbegin(); it != sessions.cend(); ++it)
        lines.item(u"Agent: %1 (%2)."_s.arg(markdownText(it.key()), counted(it.value(), u"session"_s, u"sessions"_s)));
    if (sessions.isEmpty())
        lines.item(u"Agent: none; no session was started."_s);
}

void tellMachine(const RunState &state, const BundleFacts &facts, Lines &lines)
{
    lines.open(u"Done by a machine"_s);
    const auto ended = [&](QStringView verdict) {
        return std::ranges::count_if(state.iterations, [&](const IterationFact &iteration) {
            return iteration.type == IterationType::Task && !iteration.ownersEdit && iteration.verdict == verdict;
        });
    };
    const auto audits = std::ranges::count(state.iterations, IterationType::Audit, &IterationFact::type);
    lines.item(u"The search for defects (%1) and every change that is not named below as the owner's."_s.arg(
        counted(audits, u"audit"_s, u"audits"_s)));
    lines.item(u"Attempts: %1 kept, %2 rolled back after verification, %3 without a change."_s.arg(ended(verdict::Kept))
                   .arg(ended(verdict::RolledBack))
                   .arg(ended(verdict::NoChange)));
    lines.item(u"The change is %1, %2, tree `%3`."_s.arg(
        u"`fixes.patch`"_s, counted(facts.mails.size(), u"commit"_s, u"commits"_s), facts.tree.text()));
}

/// How much of the change a human says to have read, by the marks of this run.
void tellMarks(const RunState &state, const std::function<void(const QString &)> &item)
{
    const auto reviewed = std::ranges::count_if(state.marks, &ReviewMark::reviewed);
    const auto comments
        = std::ranges::count_if(state.marks, [](const ReviewMark &mark) { return !mark.comment.isEmpty(); });
    QStringList words;
    if (reviewed > 0)
        words.append(
            u"%1 marked as reviewed during the run"_s.arg(counted(reviewed, u"hunk or file"_s, u"hunks or files"_s)));
    if (comments > 0)
        words.append(counted(comments, u"comment on it"_s, u"comments on it"_s));
    if (!words.isEmpty())
        item(u"%1."_s.arg(words.join(u", "_s)));
}

void tellHuman(const RunState &state, Lines &lines)
{
    lines.open(u"Done or decided by a human"_s);
    bool any = false;
    const auto item = [&](const QString &text) {
        lines.item(text);
        any = true;
    };
    for (const Prompt &prompt : state.prompts) {
        if (prompt.state != PromptState::Answered || prompt.answeredBy != u"owner")
            continue;
        item(u"Decision %1 %2: **%3**%4"_s.arg(
            markdownText(prompt.id.text()), markdownText(prompt.title), markdownText(prompt.answer),
            prompt.answerReason.isEmpty() ? QString() : u" ("_s + markdownText(prompt.answerReason) + u')'));
    }
    for (const ReviewFact &review : state.reviews) {
        if (review.by == u"owner")
            item(u"Review of the candidate of iteration %1: **%2**%3"_s.arg(review.iteration)
                     .arg(markdownText(review.answer),
                          review.comments.isEmpty() ? QString() : u" ("_s + markdownText(review.comments) + u')'));
    }
    for (const IterationFact &iteration : state.iterations) {
        if (iteration.ownersEdit)
            item(u"Iteration %1 is the owner's own edit: %2."_s.arg(iteration.n)
                     .arg(iteration.isRunning() ? u"under way"_s : markdownText(iteration.verdict)));
    }
    for (const SuspectFact &suspect : state.suspects) {
        if (suspect.accepted && suspect.rule == u"owner")
            item(u"Correction of the old test %1 accepted: %2"_s.arg(markdownText(suspect.test),
                                                                     markdownText(suspect.why)));
    }
    tellMarks(state, item);
    const auto notes = std::ranges::count(state.notes, u"owner"_s, &NoteFact::by);
    if (notes > 0)
        item(u"%1 to the agent."_s.arg(counted(notes, u"note"_s, u"notes"_s)));
    if (!any)
        lines.item(u"Nothing: no decision was answered, no candidate reviewed, no edit made by a human in this run."_s);
    QStringList rules;
    for (const Prompt &prompt : state.prompts) {
        if (prompt.state == PromptState::Answered && prompt.answeredBy != u"owner")
            rules.append(u"%1 (%2)"_s.arg(prompt.id.text(), prompt.answeredBy));
    }
    if (!rules.isEmpty())
        lines.item(u"Answered by a standing rule of the owner, not by a look at the case: %1."_s.arg(
            markdownText(rules.join(u", "_s))));
}

void tellPart(const RunState &state, const BundleFacts &facts, Lines &lines)
{
    if (facts.part.isWhole())
        return;
    lines.open(u"Not in this bundle"_s);
    for (const QString &line : partLines(facts.part, state))
        lines.item(markdownText(line));
}

void tellClaims(const RunState &state, Lines &lines)
{
    lines.open(u"Claims of the agent that were refuted"_s);
    for (const Claim &claim : state.claims) {
        if (claim.result == ClaimResult::Refuted)
            lines.item(u"iteration %1: %2; seen: %3"_s.arg(claim.iteration)
                           .arg(markdownText(claimWords(claim)), markdownText(claim.seen)));
    }
    if (state.refutedClaims() == 0)
        lines.item(u"None."_s);
    for (const TamperFact &tamper : state.tampers)
        lines.item(u"Tampering in iteration %1, %2: %3; %4"_s.arg(tamper.iteration)
                       .arg(markdownText(tamper.path.display()), markdownText(tamper.what), markdownText(tamper.done)));
}

/// A heading and its findings; nothing where there are none.
void tellFindings(const RunState &state, const QString &heading, Lines &lines, bool (*wanted)(const Finding &),
                  const std::function<QString(const RunState &, const Finding &)> &more = {})
{
    bool any = false;
    for (const Finding &finding : state.findings) {
        if (!isFiled(finding.state) || !wanted(finding))
            continue;
        if (!std::exchange(any, true))
            lines.open(heading);
        lines.item(named(finding) + (more ? more(state, finding) : QString()));
    }
}

void tellLimits(const RunState &state, const BundleFacts &facts, Lines &lines)
{
    tellFindings(
        state, u"Mended"_s, lines, [](const Finding &finding) { return finding.state == FindingState::Fixed; },
        [&facts](const RunState &, const Finding &finding) {
            return finding.isDefended() ? u"; defended by %1"_s.arg(markdownText(finding.toothedTests.join(u", "_s)))
                : facts.part.isWhole()  ? u"; **undefended**: no test was seen to fail without the fix"_s
                                        : u"; whether a test in this part defends it was not asked"_s;
        });
    tellFindings(state, u"Shown and not mended"_s, lines,
                 [](const Finding &finding) { return isLeft(finding.state) && !finding.declined; });
    tellFindings(
        state, u"Shown and declined"_s, lines, [](const Finding &finding) { return finding.declined; },
        [](const RunState &all, const Finding &finding) {
            return u": "_s + markdownText(declineReason(all, finding));
        });
    QList<DeclinedFact> ideas = state.declined;
    ideas.removeIf([&](const DeclinedFact &fact) { return state.finding(FindingId(fact.subject)) != nullptr; });
    if (!ideas.isEmpty())
        lines.open(u"Not worked at"_s);
    for (const DeclinedFact &fact : std::as_const(ideas))
        lines.item(u"%1: %2 (%3)"_s.arg(markdownText(fact.subject), markdownText(fact.reason), markdownText(fact.by)));

    lines.open(u"Proven, and not"_s);
    qsizetype proven = 0;
    for (const QJsonValue proof : facts.proofs) {
        if (proof[u"state"] == u"proven"_s)
            ++proven;
        else
            lines.item(u"**not proven**: %1: %2"_s.arg(markdownText(proof[u"name"].toString()),
                                                       markdownText(proof[u"detail"].toString())));
    }
    lines.item(u"%1 held on a pristine clone when this was written%2."_s.arg(
        counted(proven, u"proof"_s, u"proofs"_s),
        facts.unproven ? u"; **it was written as unproven by explicit choice**"_s : QString()));
    if (facts.policy.gate.isEmpty())
        lines.item(u"Unguarded: there was no gate, so only checks judged."_s);
    else
        lines.item(u"The gate: %1 at base, %2 now."_s.arg(
            facts.baseGate.isEmpty() ? u"not told"_s : markdownText(facts.baseGate),
            facts.gate.isEmpty() ? u"not told"_s : markdownText(facts.gate)));
    if (const QString blind = blindWords(blindGate(state)); !blind.isEmpty())
        lines.item(markdownText(blind) + u'.');
    if (!state.toolchain[u"contained"].toBool())
        lines.item(u"Not contained: gate and checks could reach the files and the network of the machine."_s);
    const QList<const Prompt *> open = state.openPrompts();
    for (const Prompt *prompt : open)
        lines.item(u"Open decision %1: %2"_s.arg(markdownText(prompt->id.text()), markdownText(prompt->title)));
}

} // namespace

QByteArray disclosure(const BundleFacts &facts, const RunState &state)
{
    Lines lines;
    lines.raw(u"# Disclosure: a change made with the help of a machine\n\n"_s);
    lines.raw(u"%1\n\n"_s.arg(markdownText(runSentence(state))));
    if (!facts.part.isWhole())
        lines.raw(u"**This is a part of what the run kept**; what is not in it is named below.\n\n"_s);
    lines.item(u"Tool: Assay %1; it ran every check and gate named here itself."_s.arg(markdownText(facts.assay)));
    tellAgents(state, lines);
    lines.item(u"On base `%1`; outcome: %2."_s.arg(
        facts.base.text(), facts.outcome ? toWord(*facts.outcome).replace(u'-', u' ') : u"under way"_s));
    tellMachine(state, facts, lines);
    tellHuman(state, lines);
    tellPart(state, facts, lines);
    tellClaims(state, lines);
    tellLimits(state, facts, lines);
    lines.open(u"To see it yourself"_s);
    lines.item(u"`repro/run CHECKOUT` runs the scripts that show each finding; read them first."_s);
    lines.item(u"`assay verify BUNDLE --target REPOSITORY` proves all of the above again."_s);
    return lines.bytes();
}

} // namespace assay
