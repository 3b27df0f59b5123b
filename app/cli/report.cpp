#include "app/cli/report.h"

#include "app/cli/proofmatrix.h"
#include "core/domain/displaytext.h"
#include "core/engine/configfile.h"
#include "core/engine/nextstep.h"
#include "core/journal/codec.h"
#include "core/journal/runsentence.h"
#include "core/review/heldcandidate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

QString counted(qsizetype n, const QString &one, const QString &many)
{
    return n == 1 ? u"1 "_s + one : u"%1 %2"_s.arg(n).arg(many);
}

QString outcomeWords(Outcome outcome)
{
    return outcome == Outcome::WaitingForOwner ? u"waiting for the owner"_s : toWord(outcome).replace(u'-', u' ');
}

/// A heading and its paragraphs, each with a hanging indent.
class Section {
public:
    Section(QStringList &lines, const TextStyle &style) : m_lines(lines), m_style(style) {}
    void open(const QString &heading)
    {
        m_lines.append(QString());
        m_lines.append(inked(m_style, Ink::Bold, heading));
    }
    /// What a program printed stays in its lines.
    void item(const QString &text, int indent = 2)
    {
        int at = indent;
        for (const QString &line : text.split(u'\n')) {
            m_lines.append(QString(at, u' ') + wrapped(visible(line), m_style.width - at, indent + 2));
            at = indent + 2;
        }
    }
    void raw(const QString &text) { m_lines.append(u"  "_s + text); }

private:
    QStringList &m_lines;
    const TextStyle &m_style;
};

void appendOpenWork(const RunState &state, Section &section)
{
    QList<const Finding *> left;
    for (const Finding &finding : state.findings) {
        if (isLeft(finding.state) && !finding.declined)
            left.append(&finding);
    }
    if (!left.isEmpty()) {
        section.open(u"Open"_s);
        for (const Finding *finding : std::as_const(left)) {
            QString how;
            for (const Task &task : state.tasks) {
                if (task.covers.contains(finding->id) && task.state != TaskState::Superseded
                    && task.state != TaskState::Done)
                    how = u" (%1 %2%3)"_s.arg(task.id.text(), toWord(task.state),
                                              task.reason.isEmpty() ? QString() : u": "_s + task.reason);
            }
            section.item(u"%1 %2: %3%4"_s.arg(finding->id.text(), titleWord(finding->severity), finding->title, how));
        }
    }
    const QList<const Finding *> undefended = state.undefended();
    if (!undefended.isEmpty()) {
        section.open(u"Undefended: fixed, but no test was seen to fail without the fix"_s);
        for (const Finding *finding : undefended)
            section.item(u"%1 %2: %3"_s.arg(finding->id.text(), titleWord(finding->severity), finding->title));
    }
}

void appendListed(const RunState &state, const QList<ReviewPlace> &lapsed, Section &section)
{
    QStringList unswept;
    for (const SurfaceFact &surface : state.surfaces) {
        if (!surface.swept)
            unswept.append(surface.name);
    }
    const bool refuted = state.refutedClaims() > 0;
    if (!state.declined.isEmpty()) {
        section.open(u"Declined"_s);
        for (const DeclinedFact &fact : state.declined)
            section.item(u"%1: %2"_s.arg(fact.subject, fact.reason));
    }
    if (refuted) {
        section.open(u"Claims of the agent that were refuted"_s);
        for (const Claim &claim : state.claims) {
            if (claim.result == ClaimResult::Refuted)
                section.item(u"iteration %1: %2; seen: %3"_s.arg(claim.iteration).arg(claimWords(claim), claim.seen));
        }
    }
    QList<const Finding *> notFiled;
    for (const Finding &finding : state.findings) {
        if (!finding.id.isEmpty() && !isFiled(finding.state))
            notFiled.append(&finding);
    }
    if (!notFiled.isEmpty()) {
        section.open(u"Claimed, but not shown"_s);
        for (const Finding *finding : std::as_const(notFiled))
            section.item(u"%1 %2: %3 (%4)"_s.arg(finding->id.text(), stateWords(finding->state), finding->title,
                                                 finding->reason));
    }
    bool suspects = false;
    for (const SuspectFact &fact : state.suspects) {
        if (!fact.accepted)
            continue;
        if (!suspects)
            section.open(u"Old tests that were corrected"_s);
        suspects = true;
        section.item(u"%1 (%2): %3; accepted by %4"_s.arg(fact.test, fact.finding.text(), fact.why, fact.rule));
    }
    if (!state.tampers.isEmpty()) {
        section.open(u"Tampering"_s);
        for (const TamperFact &fact : state.tampers)
            section.item(
                u"iteration %1, %2: %3; %4"_s.arg(fact.iteration).arg(fact.path.display(), fact.what, fact.done));
    }
    QList<ReviewPlace> leftOut = state.leftOut();
    leftOut.removeIf([&](const ReviewPlace &place) { return lapsed.contains(place); });
    for (const auto &[heading, places] :
         {std::pair(u"Left out of the export, by you"_s, leftOut),
          std::pair(u"Left out before it changed: in the bundle again; look at it"_s, lapsed)}) {
        if (!places.isEmpty())
            section.open(heading);
        for (const ReviewPlace &place : places)
            section.item(place.text());
    }
    QStringList comments;
    for (auto it = state.marks.cbegin(); it != state.marks.cend(); ++it) {
        if (it->isOpenComment())
            comments.append(u"%1: %2"_s.arg(it.key().text(), it->comment));
    }
    if (!comments.isEmpty()) {
        section.open(u"Your comments that the agent was not given yet"_s);
        for (const QString &comment : std::as_const(comments))
            section.item(comment);
    }
    if (!unswept.isEmpty()) {
        section.open(u"Surfaces not swept"_s);
        section.item(unswept.join(u", "_s));
    }
}

void appendMeasuring(const RunState &state, Section &section)
{
    QList<RepoPath> untracked, rewritten;
    for (const GateFact &fact : state.gates) {
        untracked += fact.untracked;
        rewritten += fact.rewritten;
    }
    if (!untracked.isEmpty() || !rewritten.isEmpty()) {
        section.open(u"Left out of every candidate"_s);
        section.item(u"since the gate itself "_s + baselineWords(untracked, rewritten));
    }
    if (const ComparisonFact *containment = state.containmentComparison()) {
        section.open(u"Changed by containment"_s);
        if (containment->changed.isEmpty())
            section.item(u"no case of the gate"_s);
        for (const QString &changed : containment->changed)
            section.item(changed);
    }
}

} // namespace

QString placeWords(const RunState &state, const IterationFact &iteration)
{
    const int place = state.budgetPlace(iteration);
    const QString words = u"%1/%2"_s.arg(place).arg(state.policy[u"budget"][u"iterations"].toInt());
    return place == iteration.n ? words : words + u" (number %1)"_s.arg(iteration.n);
}

QString baselineWords(const QList<RepoPath> &untracked, const QList<RepoPath> &rewritten)
{
    const auto names = [](const QList<RepoPath> &paths) {
        constexpr qsizetype most = 10;
        QStringList shown;
        for (const RepoPath &path : paths.first(std::min(most, paths.size())))
            shown.append(path.display());
        if (paths.size() > most)
            shown.append(u"%1 more"_s.arg(paths.size() - most));
        return shown.join(u", "_s);
    };
    QStringList words;
    if (!untracked.isEmpty())
        words.append(u"leaves %1 behind"_s.arg(names(untracked)));
    if (!rewritten.isEmpty())
        words.append(u"rewrites "_s + names(rewritten));
    return words.join(u" and "_s);
}

QString standing(const RunState &state, bool live)
{
    if (state.outcome && !live)
        return outcomeWords(*state.outcome);
    if (state.phase == RunPhase::Paused && live)
        return u"paused"_s;
    if (!live && state.isJustRewound())
        return u"back at checkpoint %1; it can be resumed"_s.arg(state.currentCheckpoint);
    if (!live)
        return state.iterations.isEmpty() ? u"set-up was cut off; it can be resumed"_s
                                          : u"cut off; it can be resumed"_s;
    const IterationFact *running = state.running();
    if (!running && state.limitedUntil.isValid())
        return u"waits until %1 for the agent's rate limit to end"_s.arg(
            state.limitedUntil.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s));
    if (!running)
        return state.iterations.isEmpty() ? u"setting up"_s : u"running"_s;
    if (review::heldIteration(state) == running)
        return u"waiting for your review of iteration "_s + placeWords(state, *running);
    QString text = u"running: iteration "_s + placeWords(state, *running);
    if (!running->steps.isEmpty() && !running->steps.last().ended.isValid())
        text += u", "_s + running->steps.last().name;
    const auto holds = [&](const Prompt *prompt) {
        return prompt->type == PromptType::Permission && prompt->iteration == running->n;
    };
    if (const auto open = state.openPrompts(); std::ranges::any_of(open, holds))
        text += u", which waits for your permission"_s;
    return text;
}

QStringList promptLines(const Prompt &prompt, const ReportPlace &place, const TextStyle &style)
{
    QStringList lines;
    Section section(lines, style);
    section.item(u"%1 %2"_s.arg(prompt.id.text(), prompt.title)
                 + (prompt.state == PromptState::Deferred ? u" (deferred)"_s : QString()));
    if (!prompt.question.isEmpty())
        section.item(prompt.question, 5);
    int number = 0;
    for (const PromptOption &option : prompt.options) {
        section.item(u"%1 %2: %3%4%5"_s.arg(++number).arg(
                         option.label, option.effect, option.irreversible ? u" (cannot be undone)"_s : QString(),
                         option.label == prompt.recommended ? u" (recommended)"_s : QString()),
                     5);
    }
    section.raw(u"   answer with  %1 decide %2 %3 NUMBER"_s.arg(place.program, shellWord(place.run), prompt.id.text()));
    return lines;
}

QStringList reportLines(const RunState &state, const ReportPlace &place, const TextStyle &style)
{
    QStringList lines;
    Section section(lines, style);
    const auto policy = policyFromJson(state.policy);
    const bool good = state.outcome == Outcome::Converged;
    QString head = standing(state, place.live);
    head[0] = head.at(0).toUpper();
    head = inked(style, good ? Ink::Good : Ink::Warning, head);
    if (!state.iterations.isEmpty()) {
        const qsizetype spent = state.countedIterations();
        const qsizetype uncounted = std::ranges::count_if(state.iterations, [](const IterationFact &iteration) {
            return !iteration.isRunning() && !iteration.counted;
        });
        head += policy ? u" after %1/%2 iterations"_s.arg(spent).arg(policy->budget.iterations)
                       : u" after "_s + counted(spent, u"iteration"_s, u"iterations"_s);
        if (uncounted > 0)
            head += u" and %1 not counted"_s.arg(uncounted);
        head += u", %1 of work in %2 since it was started"_s.arg(
            formatDuration(workedTime(state)),
            formatDuration(std::chrono::milliseconds(std::max<qint64>(0, state.startedAt.msecsTo(state.lastAt)))));
    }
    lines.append(head + u'.');
    lines.append(inked(style, Ink::Bold, wrapped(visible(runSentence(state)), style.width)));
    if (policy && policy->gate.isEmpty() && !state.policy.isEmpty())
        lines.append(inked(style, Ink::Warning, u"Unguarded: no gate was found or named, so only checks judged."_s));
    if (policy && !state.policy.isEmpty() && !state.toolchain[u"contained"].toBool())
        lines.append(
            inked(style, Ink::Warning, u"Not contained: gate and checks could reach your files and the network."_s));
    if (std::ranges::any_of(state.gates, [](const GateFact &fact) { return !fact.casesJudged; })) {
        lines.append(inked(style, Ink::Warning,
                           u"A command of the gate tells no test cases: vanished ones cannot be judged."_s));
    }
    if (const QString blind = blindWords(blindGate(state)); !blind.isEmpty())
        lines.append(inked(style, Ink::Warning, wrapped(visible(blind) + u'.', style.width)));
    if (const QString userland = state.toolchain[u"userland"].toString(); !userland.isEmpty())
        lines.append(visible(u"Measured in a %1 userland."_s.arg(userland)));

    const QList<MatrixRow> rows = proofMatrix(state);
    if (!rows.isEmpty()) {
        lines.append(QString());
        lines.append(matrixLines(rows, style));
    }
    if (!good && !state.unmet.isEmpty() && state.outcome) {
        section.open(u"Why it ended"_s);
        for (const QString &why : state.unmet) {
            const Prompt *prompt = state.prompt(PromptId(why.section(u':', 0, 0)));
            section.item(prompt && !state.openPrompts().contains(prompt) ? why + u" (answered since: resume goes on)"_s
                                                                         : why);
        }
    }
    appendOpenWork(state, section);
    const QList<const Prompt *> open = state.openPrompts();
    if (!open.isEmpty()) {
        section.open(open.size() == 1 ? u"1 question waits for you"_s
                                      : u"%1 questions wait for you"_s.arg(open.size()));
        for (const Prompt *prompt : open)
            lines.append(promptLines(*prompt, place, style));
    }
    appendListed(state, place.lapsed, section);
    appendMeasuring(state, section);

    section.open(u"Where things are"_s);
    section.raw(u"run     "_s + visible(place.folder));
    if (!place.bundle.isEmpty()) {
        section.raw(u"bundle  "_s + visible(place.bundle));
        section.raw(
            u"verify  %1 verify %2 --target %3"_s.arg(place.program, shellWord(place.bundle), shellWord(place.target)));
    }
    if (!place.live && state.outcome != Outcome::Converged)
        section.raw(u"go on   %1 resume %2"_s.arg(place.program, shellWord(place.run)));
    return lines;
}

QJsonObject reportObject(const RunState &state, const ReportPlace &place)
{
    QJsonArray findings, prompts, undefended, declined, refuted, unswept, lapsed;
    for (const Finding &finding : state.findings) {
        findings.append(QJsonObject{{u"id"_s, finding.id.text()},
                                    {u"severity"_s, toWord(finding.severity)},
                                    {u"title"_s, finding.title},
                                    {u"state"_s, toWord(finding.state)},
                                    {u"defended"_s, finding.isDefended()}});
    }
    for (const Prompt *prompt : state.openPrompts())
        prompts.append(codec::toJson(*prompt));
    for (const Finding *finding : state.undefended())
        undefended.append(finding->id.text());
    for (const DeclinedFact &fact : state.declined)
        declined.append(QJsonObject{{u"subject"_s, fact.subject}, {u"reason"_s, fact.reason}});
    for (const Claim &claim : state.claims) {
        if (claim.result == ClaimResult::Refuted)
            refuted.append(QJsonObject{
                {u"iteration"_s, claim.iteration}, {u"claim"_s, claimWords(claim)}, {u"seen"_s, claim.seen}});
    }
    for (const SurfaceFact &surface : state.surfaces) {
        if (!surface.swept)
            unswept.append(surface.name);
    }
    for (const ReviewPlace &one : place.lapsed)
        lapsed.append(placeToJson(one));
    QJsonObject object{{u"run"_s, place.folder},
                       {u"id"_s, state.id.text()},
                       {u"target"_s, state.target},
                       {u"base"_s, state.base.text()},
                       {u"tree"_s, state.checkpoints.isEmpty() ? QString() : state.checkpoint().tree.text()},
                       {u"live"_s, place.live},
                       {u"standing"_s, standing(state, place.live)},
                       {u"sentence"_s, state.checkpoints.isEmpty() ? QString() : runSentence(state)},
                       {u"iterations"_s, state.iterations.size()},
                       {u"counted"_s, state.countedIterations()},
                       {u"budget"_s, state.policy[u"budget"][u"iterations"]},
                       {u"matrix"_s, matrixObjects(proofMatrix(state))},
                       {u"findings"_s, findings},
                       {u"prompts"_s, prompts},
                       {u"undefended"_s, undefended},
                       {u"declined"_s, declined},
                       {u"refuted"_s, refuted},
                       {u"unswept"_s, unswept},
                       {u"unmet"_s, codec::toJson(state.unmet)},
                       {u"left_out"_s, codec::toJson(state.leftByBaseline())},
                       {u"worked_ms"_s, qint64(workedTime(state).count())},
                       {u"lapsed"_s, lapsed},
                       {u"bundle"_s, place.bundle}};
    if (const ComparisonFact *containment = state.containmentComparison())
        object[u"changed_by_containment"_s] = codec::toJson(containment->changed);
    if (state.outcome && !place.live)
        object[u"outcome"_s] = toWord(*state.outcome);
    return object;
}

} // namespace assay::cli
