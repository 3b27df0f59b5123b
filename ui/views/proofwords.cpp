#include "ui/views/proofwords.h"

#include "ui/look/formats.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QString ProofWords::answer(Answer answer)
{
    switch (answer) {
    case Answer::Present:
        return tr("present");
    case Answer::Absent:
        return tr("absent");
    case Answer::Inconclusive:
        break;
    }
    return tr("inconclusive");
}

QString ProofWords::role(ProofRole role)
{
    switch (role) {
    case ProofRole::Repro:
        return tr("repro");
    case ProofRole::Check:
        return tr("check");
    case ProofRole::Guard:
        return tr("guard");
    case ProofRole::Control:
        return tr("control run");
    case ProofRole::Standing:
        return tr("standing check");
    case ProofRole::Recheck:
        return tr("run again");
    case ProofRole::Acceptance:
        break;
    }
    return tr("acceptance check");
}

QString ProofWords::together(const QList<const ProofFact *> &runs)
{
    if (runs.isEmpty())
        return tr("not run");
    QStringList answers;
    bool same = true;
    for (const ProofFact *run : runs) {
        same = same && run->answer == runs.first()->answer;
        answers.append(answer(run->answer));
    }
    if (!same)
        return tr("flaky: %1").arg(answers.join(u", "_s));
    return runs.first()->n > 1 ? tr("%1 in %2 of %3 runs").arg(answers.first()).arg(runs.size()).arg(runs.first()->n)
                               : answers.first();
}

Meaning ProofWords::meaning(const QList<const ProofFact *> &runs)
{
    if (runs.isEmpty())
        return Meaning::Idle;
    for (const ProofFact *run : runs) {
        if (run->answer != runs.first()->answer)
            return Meaning::Unsure;
    }
    return meaningOf(runs.first()->answer);
}

QString ProofWords::run(const ProofFact &proof)
{
    QStringList parts{answer(proof.answer)};
    if (proof.timedOut)
        parts.append(tr("timed out"));
    else if (proof.signal != 0)
        parts.append(tr("signal %1").arg(proof.signal));
    else
        parts.append(tr("exit %1").arg(proof.exitStatus));
    parts.append(Formats::duration(proof.duration));
    QString text = tr("run %1 of %2: %3").arg(proof.k).arg(proof.n).arg(parts.join(u", "_s));
    if (!proof.line.isEmpty())
        text += u"; "_s + Formats::line(proof.line);
    else if (proof.answer == Answer::Inconclusive && !proof.reason.isEmpty())
        text += u"; "_s + Formats::line(proof.reason);
    return text;
}

QString ProofWords::facts(const RunState &state, const QList<const ProofFact *> &runs)
{
    if (runs.isEmpty())
        return tr("It was not run there.");
    const ProofFact *first = runs.first();
    const Check check = state.checks.value(first->subject);
    QStringList lines{tr("%1 %2, as %3, in iteration %4, on tree %5")
                          .arg(first->subject.text(), Formats::line(check.name), role(first->role))
                          .arg(first->iteration)
                          .arg(first->tree.shortText())};
    for (const ProofFact *one : runs)
        lines.append(run(*one));
    return lines.join(u'\n');
}

QList<EvidencePiece> ProofWords::pieces(const QList<const ProofFact *> &runs)
{
    QList<EvidencePiece> pieces;
    const Digest empty = Digest::of({});
    for (const ProofFact *run : runs) {
        pieces.append({tr("run %1, standard output").arg(run->k), run->out});
        if (!run->err.isNull() && run->err != empty)
            pieces.append({tr("run %1, standard error").arg(run->k), run->err});
    }
    return pieces;
}

QList<const ProofFact *> ProofWords::group(const RunState &state, qint64 seq)
{
    // Sequence numbers only grow.
    const auto at = std::ranges::lower_bound(state.proofs, seq, {}, &ProofFact::seq);
    if (at == state.proofs.end() || at->seq != seq)
        return {};
    QList<const ProofFact *> runs;
    for (auto it = at; it != state.proofs.begin() && std::prev(it)->iteration == at->iteration; --it) {
        const ProofFact &one = *std::prev(it);
        if (one.subject == at->subject && one.role == at->role && one.tree == at->tree)
            runs.prepend(&one);
    }
    for (auto it = at; it != state.proofs.end() && it->iteration == at->iteration; ++it) {
        if (it->subject == at->subject && it->role == at->role && it->tree == at->tree)
            runs.append(&*it);
    }
    return runs;
}

QString ProofWords::gateLabel(const QString &label)
{
    if (label == "baseline-1"_L1)
        return tr("baseline");
    if (label == "baseline-2"_L1)
        return tr("baseline, second run");
    if (label == "candidate"_L1)
        return tr("candidate");
    if (label == "uncontained"_L1)
        return tr("baseline without containment");
    if (label == "old-tests"_L1)
        return tr("candidate under the old tests");
    if (label == "teeth"_L1)
        return tr("new tests on the old code");
    if (label == "fresh"_L1)
        return tr("checkpoint, freshly prepared");
    if (label == "checkpoint"_L1)
        return tr("checkpoint");
    if (label.contains("-before-again-"_L1))
        return tr("checkpoint again, %1").arg(label.section(u'-', -1));
    if (label.contains("-again-"_L1))
        return tr("candidate again, %1").arg(label.section(u'-', -1));
    return QString(label).replace(u'-', u' ');
}

QString ProofWords::gate(const GateFact &gate)
{
    if (!gate.broken.isEmpty())
        return tr("broken");
    if (!gate.countsKnown)
        return gate.failed > 0 ? tr("failed") : tr("ran");
    return gate.failed > 0 ? tr("%1 failed, %2 passed").arg(gate.failed).arg(gate.passed)
                           : tr("%1 passed").arg(gate.passed);
}

Meaning ProofWords::meaning(const GateFact &gate)
{
    if (!gate.broken.isEmpty())
        return Meaning::Unsure;
    return gate.failed > 0 ? Meaning::Bad : Meaning::Good;
}

} // namespace assay::ui
