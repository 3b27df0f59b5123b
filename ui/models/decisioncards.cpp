#include "ui/models/decisioncards.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

auto values(const PromptOption &option)
{
    return std::tie(option.label, option.effect, option.irreversible);
}

QDateTime timeOf(qint64 seq, const QList<EntryHead> &heads)
{
    return seq >= 1 && seq <= heads.size() ? heads.at(seq - 1).at : QDateTime();
}

struct Told {
    qint64 filed = 0, answered = 0;
};

/// When each prompt was filed and last answered: a head's summary begins with the id of what its entry is about.
QHash<QStringView, Told> toldOf(const QList<EntryHead> &heads, qint64 upTo)
{
    QHash<QStringView, Told> told;
    for (qsizetype i = 0; i < std::min<qint64>(heads.size(), upTo); ++i) {
        const EntryHead &head = heads.at(i);
        if (!head.kind.startsWith("prompt."_L1))
            continue;
        const QStringView all(head.summary);
        const qsizetype end = all.indexOf(u" · ");
        Told &one = told[end < 0 ? all : all.first(end)];
        if (head.kind == "prompt.filed"_L1)
            one.filed = head.seq;
        else if (head.kind == "prompt.answered"_L1)
            one.answered = head.seq;
    }
    return told;
}

/// The last entry that an engine wrote: an answer behind it has not been acted on.
qint64 lastOfEngine(const QList<EntryHead> &heads, qint64 upTo)
{
    for (qint64 seq = std::min<qint64>(heads.size(), upTo); seq >= 1; --seq) {
        if (heads.at(seq - 1).actor == "engine"_L1)
            return seq;
    }
    return 0;
}

void addSeen(DecisionCard &card, const IterationFact &iteration, const RunState &state)
{
    QHash<CheckId, qsizetype> known;
    // The newest iterations' proofs are the last ones.
    qsizetype first = state.proofs.size();
    while (first > 0 && state.proofs.at(first - 1).iteration >= iteration.n)
        --first;
    for (qsizetype i = first; i < state.proofs.size(); ++i) {
        const ProofFact &proof = state.proofs.at(i);
        if (proof.iteration != iteration.n || proof.role == ProofRole::Control)
            continue;
        auto at = known.find(proof.subject);
        if (at == known.end()) {
            const Check check = state.checks.value(proof.subject);
            const Finding *finding = state.finding(check.finding);
            // The repro stands for its finding; further checks have a name of their own.
            const bool isRepro = finding && finding->checks.value(0) == proof.subject;
            const QString name = isRepro || check.name.isEmpty() ? (finding ? finding->title : QString()) : check.name;
            at = known.insert(proof.subject, card.checks.size());
            card.checks.append({.id = proof.subject.text(),
                                .title = finding ? finding->id.text() + u' ' + name : check.name,
                                .role = proof.role,
                                .before = {},
                                .now = {}});
        }
        SeenCheck &seen = card.checks[*at];
        if (proof.tree == iteration.checkpointTree)
            seen.before.append(proof.answer);
        else if (iteration.candidate && proof.tree == iteration.candidate->tree)
            seen.now.append(proof.answer);
    }
}

void addHeld(DecisionCard &card, const IterationFact &iteration, const RunState &state)
{
    for (const StepFact &step : iteration.steps) {
        if (step.ended.isValid() && step.result != "hold"_L1)
            card.steps.append({step.name, step.result, step.reason});
    }
    addSeen(card, iteration, state);
    for (const SuspectFact &suspect : state.suspects) {
        if (suspect.iteration == iteration.n)
            card.suspects.append({suspect.test, suspect.finding.text(), suspect.why});
    }
    if (!iteration.candidate)
        return;
    card.patch = iteration.candidate->patch;
    for (const ChangedPath &file : iteration.candidate->files) {
        card.files.append({file.path.display(), file.change, file.pathClass});
        card.showsTests = card.showsTests || (file.pathClass == PathClass::Test && card.subject != "review"_L1);
    }
}

QStringList waitsOf(const Prompt &prompt, const RunState &state)
{
    QStringList waits;
    if (prompt.type == PromptType::Approval) {
        const IterationFact *running = state.running();
        if (running && running->n == prompt.iteration)
            waits.append(DecisionCards::tr("Iteration %1 is held until you answer.").arg(prompt.iteration));
    }
    if (prompt.type == PromptType::Permission)
        waits.append(DecisionCards::tr("The agent's session waits for it."));
    for (const Task &task : state.tasks) {
        if (!task.blockedBy.contains(prompt.id))
            continue;
        QStringList covered;
        for (const FindingId &finding : task.covers)
            covered.append(finding.text());
        waits.append(DecisionCards::tr("Task %1 (%2) is blocked by it: %3")
                         .arg(task.id.text(), covered.join(u", "_s), task.cause));
    }
    if (waits.isEmpty()) {
        for (const QString &what : prompt.blocks)
            waits.append(DecisionCards::tr("Work on %1 waits for it.").arg(what));
    }
    return waits;
}

int rank(const DecisionCard &card)
{
    if (card.state == PromptState::Open)
        return card.type == PromptType::Decision ? 1 : 0;
    return card.state == PromptState::Deferred ? 2 : 3;
}

} // namespace

bool operator==(const DecisionCard &a, const DecisionCard &b)
{
    return a.id == b.id && a.type == b.type && a.state == b.state && a.subject == b.subject && a.title == b.title
        && a.question == b.question && a.why == b.why && a.recommended == b.recommended
        && a.preselected == b.preselected && a.waits == b.waits && a.filed == b.filed && a.iteration == b.iteration
        && a.files == b.files && a.steps == b.steps && a.checks == b.checks && a.suspects == b.suspects
        && a.patch == b.patch && a.answer == b.answer && a.reason == b.reason && a.by == b.by
        && a.answeredSeq == b.answeredSeq && a.carriedOut == b.carriedOut && a.undo == b.undo
        && std::ranges::equal(a.options, b.options, {}, values, values);
}

QList<DecisionCard> DecisionCards::of(const RunState &state, const QList<EntryHead> &heads)
{
    const qint64 engines = lastOfEngine(heads, state.lastSeq);
    const auto told = toldOf(heads, state.lastSeq);
    QList<DecisionCard> cards;
    cards.reserve(state.prompts.size());
    for (const Prompt &prompt : state.prompts) {
        const Told when = told.value(prompt.id.text());
        DecisionCard card{.id = prompt.id.text(),
                          .type = prompt.type,
                          .state = prompt.state,
                          .subject = prompt.subject,
                          .title = prompt.title,
                          .question = prompt.question,
                          .why = prompt.why,
                          .options = prompt.options,
                          .recommended = prompt.recommended,
                          .preselected = prompt.recommended,
                          .filed = timeOf(when.filed, heads)};
        // A review is asked for once everything the engine can run has held; any other question without a recommendation
        // is the owner's to choose.
        if (card.preselected.isEmpty() && prompt.subject == "review"_L1 && !prompt.options.isEmpty())
            card.preselected = prompt.options.first().label;
        if (prompt.type == PromptType::Approval) {
            card.iteration = prompt.iteration;
            card.openComments = int(std::ranges::count_if(state.marks, &ReviewMark::isOpenComment));
        }
        if (card.isOpen()) {
            card.waits = waitsOf(prompt, state);
            if (const IterationFact *iteration = card.iteration > 0 ? state.iteration(card.iteration) : nullptr)
                addHeld(card, *iteration, state);
        } else {
            card.answer = prompt.answer;
            card.reason = prompt.answerReason;
            card.by = prompt.answeredBy;
            for (const Undoable &command : state.undoable) {
                if (command.args[u"prompt"].toString() == card.id)
                    card.undo = command.command;
            }
            card.answered = timeOf(when.answered, heads);
            card.answeredSeq = when.answered;
            card.carriedOut = prompt.state == PromptState::Withdrawn || when.answered < engines;
        }
        cards.append(std::move(card));
    }
    std::ranges::stable_sort(cards, [](const DecisionCard &a, const DecisionCard &b) {
        if (rank(a) != rank(b))
            return rank(a) < rank(b);
        return rank(a) == 3 && a.answeredSeq > b.answeredSeq;
    });
    return cards;
}

QByteArray patchOf(const QByteArray &patch, const QStringList &paths, qsizetype most)
{
    QByteArray result;
    qsizetype at = patch.startsWith("diff --git ") ? 0 : patch.indexOf("\ndiff --git ") + 1;
    while (at >= 0 && at < patch.size() && QByteArrayView(patch).sliced(at).startsWith("diff --git ")) {
        const qsizetype next = patch.indexOf("\ndiff --git ", at);
        const qsizetype end = next < 0 ? patch.size() : next + 1;
        const qsizetype line = patch.indexOf('\n', at);
        const QByteArray head = patch.sliced(at, std::max<qsizetype>(line, at) - at);
        const bool wanted = std::ranges::any_of(paths, [&](const QString &path) {
            return head.endsWith(" b/" + path.toUtf8()) || head.endsWith(" \"b/" + path.toUtf8() + '"');
        });
        if (wanted) {
            const qsizetype left = most - result.size();
            if (end - at > left) {
                result += patch.sliced(at, left);
                result += "\n… " + QByteArray::number(end - at - left) + " more bytes of this file: see the changes\n";
                return result;
            }
            result += patch.sliced(at, end - at);
        }
        at = end;
    }
    return result;
}

} // namespace assay::ui
