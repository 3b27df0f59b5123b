#include "ui/views/iterationoutline.h"

#include "ui/look/formats.h"
#include "ui/views/proofwords.h"
#include "ui/views/runwords.h"

#include <map>

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace assay::ui {
namespace {

OutlineCell plain(const QString &text)
{
    return {.text = text, .toolTip = text.size() > 40 ? text : QString()};
}

OutlineCell chip(Meaning meaning, const QString &text)
{
    return {.text = text, .meaning = meaning};
}

OutlineCell span(milliseconds span)
{
    return {.text = Formats::duration(span)};
}

OutlineCell spanOf(const QDateTime &from, const QDateTime &to, const QDateTime &now)
{
    const QDateTime end = to.isValid() ? to : now;
    OutlineCell cell = span(milliseconds(from.msecsTo(end)));
    cell.toolTip = to.isValid() ? Formats::exact(from) + u" – "_s + Formats::exact(to) : Formats::exact(from);
    return cell;
}

} // namespace

QStringList IterationOutline::headings()
{
    return {tr("What"), tr("Result"), tr("Took"), tr("Detail")};
}

QList<OutlineNode> IterationOutline::of(const RunState &state, int iteration, const QDateTime &now, bool goesOn)
{
    QList<OutlineNode> all;
    const auto section = [&](const QString &key, const QString &title, const QList<OutlineNode> &rows) {
        if (!rows.isEmpty())
            all.append({.key = key, .cells = {{.text = tr("%1 (%2)").arg(title).arg(rows.size())}}, .children = rows});
    };
    const IterationFact *fact = state.iteration(iteration);
    if (fact)
        section(u"steps"_s, tr("Steps"), steps(*fact, now, goesOn));
    section(u"claims"_s, tr("Claims of the agent"), claims(state, iteration));
    section(u"tampering"_s, tr("Tampering"), tampering(state, iteration));
    section(u"questions"_s, tr("Questions to you"), questions(state, iteration));
    if (fact)
        section(u"change"_s, tr("Files of the candidate"), change(*fact));
    section(u"checks"_s, tr("Checks run"), checks(state, iteration));
    section(u"gate"_s, tr("Gate runs"), gates(state, iteration));
    section(u"teeth"_s, tr("Teeth of tests"), teeth(state, iteration));
    if (fact)
        section(u"sessions"_s, tr("Agent sessions"), sessions(*fact, now, goesOn));
    section(u"owner"_s, tr("What you did"), owner(state, iteration));
    if (iteration == 0) {
        QList<OutlineNode> warnings;
        for (const QString &warning : state.warnings)
            warnings.append({.key = warning, .cells = {plain(Formats::line(warning))}});
        section(u"warnings"_s, tr("Warnings"), warnings);
    }
    return all;
}

QList<OutlineNode> IterationOutline::steps(const IterationFact &iteration, const QDateTime &now, bool goesOn)
{
    QList<OutlineNode> rows;
    for (qsizetype i = 0; i < iteration.steps.size(); ++i) {
        const StepFact &step = iteration.steps.at(i);
        const bool cut = step.result.isEmpty() && !(iteration.isRunning() && goesOn);
        const QString word = step.result == "pass"_L1 || step.result == "done"_L1 ? tr("passed")
            : step.result == "fail"_L1                                            ? tr("failed")
            : step.result == "hold"_L1                                            ? tr("held")
            : cut                                                                 ? tr("cut off")
                                                                                  : tr("running");
        rows.append({.key = QString::number(i) + step.name,
                     .cells = {plain(Formats::titleCase(RunWords::stepShort(step.name))),
                               chip(meaningOfStep(step.result), word),
                               spanOf(step.started,
                                      step.ended.isValid() ? step.ended
                                          : cut            ? iteration.ended
                                                           : QDateTime(),
                                      now),
                               plain(Formats::line(step.reason))}});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::change(const IterationFact &iteration)
{
    QList<OutlineNode> rows;
    if (!iteration.candidate)
        return rows;
    for (const ChangedPath &file : iteration.candidate->files) {
        OutlineNode row{.key = file.path.display(), .reference = u"text:"_s + iteration.candidate->patch.text()};
        row.cells = {plain(file.path.display()), plain(toWord(file.change)), {}, plain(toWord(file.pathClass))};
        rows.append(row);
    }
    for (const RepoPath &path : iteration.candidate->leftOut) {
        rows.append({.key = u"left out "_s + path.display(),
                     .cells = {plain(path.display()), chip(Meaning::Undone, tr("left out")), {}, {}},
                     .quiet = true});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::claims(const RunState &state, int iteration)
{
    QList<OutlineNode> rows;
    for (qsizetype i = 0; i < state.claims.size(); ++i) {
        const Claim &claim = state.claims.at(i);
        if (claim.iteration != iteration)
            continue;
        const QString word = claim.result == ClaimResult::Refuted ? tr("refuted")
            : claim.result == ClaimResult::Confirmed              ? tr("confirmed")
                                                                  : tr("unchecked");
        rows.append(
            {.key = QString::number(i),
             .cells = {plain(Formats::line(claim.text)),
                       chip(meaningOf(claim.result), word),
                       {},
                       plain(claim.seen.isEmpty() ? QString() : tr("seen: %1").arg(Formats::line(claim.seen)))}});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::questions(const RunState &state, int iteration)
{
    QList<OutlineNode> rows;
    for (const Prompt &prompt : state.prompts) {
        if (prompt.iteration != iteration)
            continue;
        const QString word = prompt.state == PromptState::Open ? tr("waits for you")
            : prompt.state == PromptState::Answered            ? tr("answered")
            : prompt.state == PromptState::Deferred            ? tr("deferred")
                                                               : tr("withdrawn");
        rows.append({.key = prompt.id.text(),
                     .reference = u"prompt:"_s + prompt.id.text(),
                     .cells = {plain(u"%1 %2"_s.arg(prompt.id.text(), Formats::line(prompt.title))),
                               chip(meaningOf(prompt.state), word),
                               {},
                               plain(Formats::line(prompt.answer))}});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::checks(const RunState &state, int iteration)
{
    // Runs of one check, role and tree are one row, in the order of their first run.
    struct Runs {
        QList<const ProofFact *> runs;
        milliseconds took{0};
    };
    QList<Runs> all;
    std::map<std::tuple<CheckId, int, ObjectId>, qsizetype> known;
    for (const ProofFact &proof : state.proofs) {
        if (proof.iteration != iteration)
            continue;
        const auto key = std::make_tuple(proof.subject, int(proof.role), proof.tree);
        const auto [found, fresh] = known.try_emplace(key, all.size());
        if (fresh)
            all.append(Runs());
        const qsizetype at = found->second;
        all[at].runs.append(&proof);
        all[at].took += proof.duration;
    }
    QList<OutlineNode> rows;
    for (const Runs &one : std::as_const(all)) {
        const ProofFact *first = one.runs.first();
        const QString name = state.checks.value(first->subject).name;
        rows.append(
            {.key = QString::number(first->seq),
             .reference = u"proof:%1"_s.arg(first->seq),
             .cells = {plain(u"%1 %2"_s.arg(first->subject.text(), Formats::line(name))),
                       chip(ProofWords::meaning(one.runs), ProofWords::together(one.runs)), span(one.took),
                       plain(tr("%1 on tree %2").arg(ProofWords::role(first->role), first->tree.shortText()))}});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::gates(const RunState &state, int iteration)
{
    QList<OutlineNode> rows;
    for (const GateFact &gate : state.gates) {
        if (gate.iteration != iteration)
            continue;
        rows.append({.key = QString::number(gate.seq),
                     .reference = u"gate:%1"_s.arg(gate.seq),
                     .cells = {plain(Formats::titleCase(ProofWords::gateLabel(gate.label))),
                               chip(ProofWords::meaning(gate), ProofWords::gate(gate)), span(gate.duration),
                               plain(gate.broken.isEmpty() ? tr("tree %1").arg(gate.tree.shortText())
                                                           : Formats::line(gate.broken))}});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::teeth(const RunState &state, int iteration)
{
    QList<OutlineNode> rows;
    for (qsizetype i = 0; i < state.teeth.size(); ++i) {
        const TeethFact &fact = state.teeth.at(i);
        if (fact.iteration != iteration)
            continue;
        rows.append(
            {.key = QString::number(i),
             .cells = {plain(Formats::line(fact.test)),
                       chip(meaningOf(fact.teeth), RunWords::teeth(fact.teeth)),
                       {},
                       plain(tr("%1 on tree %2: %3")
                                 .arg(fact.finding.text(), fact.oldTree.shortText(), Formats::line(fact.seen)))}});
    }
    for (qsizetype i = 0; i < state.suspects.size(); ++i) {
        const SuspectFact &fact = state.suspects.at(i);
        if (fact.iteration != iteration)
            continue;
        rows.append(
            {.key = u"suspect %1"_s.arg(i),
             .cells = {plain(Formats::line(fact.test)),
                       fact.accepted ? chip(Meaning::Good, tr("suspect, accepted"))
                                     : chip(Meaning::Bad, fact.named ? tr("suspect") : tr("suspect, not named")),
                       {},
                       plain(Formats::line(fact.why))}});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::sessions(const IterationFact &iteration, const QDateTime &now, bool goesOn)
{
    QList<OutlineNode> rows;
    for (const SessionFact &session : iteration.sessions) {
        QStringList details;
        if (session.inputTokens >= 0)
            details.append(tr("%1 tokens in, %2 out")
                               .arg(Formats::count(session.inputTokens), Formats::count(session.outputTokens)));
        if (session.cost >= 0)
            details.append(u"$%1"_s.arg(session.cost, 0, 'f', 2));
        if (!session.detail.isEmpty())
            details.append(Formats::line(session.detail));
        const bool cut = !(iteration.isRunning() && goesOn);
        rows.append({.key = session.id.text(),
                     .reference = u"text:"_s + session.prompt.text(),
                     .cells = {plain(u"%1 %2"_s.arg(session.id.text(), Formats::line(RunWords::agent(session.agent)))),
                               plain(session.ended.isValid() ? Formats::line(session.reason)
                                         : cut               ? tr("cut off")
                                                             : tr("running")),
                               spanOf(session.started, session.ended.isValid() ? session.ended : iteration.ended, now),
                               plain(details.join(u", "_s))}});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::tampering(const RunState &state, int iteration)
{
    QList<OutlineNode> rows;
    for (qsizetype i = 0; i < state.tampers.size(); ++i) {
        const TamperFact &tamper = state.tampers.at(i);
        if (tamper.iteration == iteration)
            rows.append({.key = u"tamper %1"_s.arg(i),
                         .cells = {plain(tamper.path.display()),
                                   chip(Meaning::Bad, tr("tampering")),
                                   {},
                                   plain(Formats::line(tamper.what + u"; "_s + tamper.done))}});
    }
    return rows;
}

QList<OutlineNode> IterationOutline::owner(const RunState &state, int iteration)
{
    QList<OutlineNode> rows;
    for (const NoteFact &note : state.notes) {
        if (note.iteration == iteration && iteration > 0)
            rows.append({.key = u"note %1"_s.arg(note.seq),
                         .cells = {plain(tr("Note for the agent")), {}, {}, plain(Formats::line(note.text))}});
    }
    for (qsizetype i = 0; i < state.reviews.size(); ++i) {
        const ReviewFact &review = state.reviews.at(i);
        if (review.iteration == iteration)
            rows.append({.key = u"review %1"_s.arg(i),
                         .cells = {plain(tr("Review")),
                                   plain(Formats::line(review.answer)),
                                   {},
                                   plain(Formats::line(review.comments))}});
    }
    return rows;
}

} // namespace assay::ui
