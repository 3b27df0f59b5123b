#include "core/bundle/proving.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString answersOf(const QList<ProofResult> &runs)
{
    QStringList answers;
    QByteArray line;
    for (const ProofResult &run : runs) {
        answers.append(toWord(run.answer));
        if (line.isEmpty())
            line = run.reproducedLine;
    }
    QString text = answers.join(u", "_s);
    if (!line.isEmpty())
        text += u": "_s + QString::fromUtf8(line);
    else if (!runs.isEmpty() && runs.first().answer == Answer::Inconclusive)
        text += u": "_s + runs.first().reason;
    return text;
}

bool all(const QList<ProofResult> &runs, Answer answer)
{
    return std::all_of(runs.begin(), runs.end(), [&](const ProofResult &run) { return run.answer == answer; });
}

QString countsOf(const GateReport &report)
{
    return u"%1 passed, %2 failed"_s.arg(report.passed()).arg(report.failed());
}

Status proveGate(ProvingGround &ground, const BundleFacts &facts, const ObjectId &before, const ObjectId &after,
                 ProofTeller &teller)
{
    const QString name = u"the gate is no worse than on the base"_s;
    if (facts.policy.gate.isEmpty()) {
        teller.tell(Proof::State::Proven, name, u"unguarded: there is no gate"_s);
        return {};
    }
    auto first = ground.gate(before);
    if (!first)
        return failure(first.error());
    if (const QString broken = first->brokenReason(); !broken.isEmpty()) {
        teller.tell(Proof::State::CouldNot, name, u"it measured nothing on the base: "_s + broken);
        return {};
    }
    const auto second = ground.gate(before);
    if (!second)
        return failure(second.error());
    const auto now = ground.gate(after);
    if (!now)
        return failure(now.error());
    first->unstable = unstableCases(*first, *second);
    first->unstable.unite(QSet<QString>(facts.unstable.begin(), facts.unstable.end()));
    GateComparison comparison = compareGates(*first, *now);
    if (!comparison.newlyFailing.isEmpty()) { // as in the loop: a case decides when it fails again
        for (int i = 0; i < 3; ++i) {
            const auto again = ground.gate(after);
            if (!again)
                return failure(again.error());
            first->unstable.unite(unstableCases(*now, *again));
        }
        comparison = compareGates(*first, *now);
    }
    // Cases that vanished were renamed or deleted with the owner's leave in the run; only failures refute.
    const bool noWorse
        = comparison.newlyFailing.isEmpty() && comparison.worseCommands.isEmpty() && comparison.broken.isEmpty();
    QString detail = u"before: %1; after: %2"_s.arg(countsOf(*first), countsOf(*now));
    if (!noWorse)
        detail += u"; newly failing: "_s
            + (comparison.newlyFailing + comparison.worseCommands + comparison.broken).join(u", "_s);
    teller.holds(noWorse, name, detail);
    return {};
}

} // namespace

void ProofTeller::tell(Proof::State state, const QString &name, const QString &detail)
{
    m_list.proofs.append({state, name, detail});
    if (m_progress)
        m_progress(m_list.proofs.last());
}

Status proveChange(ProvingGround &ground, const BundleFacts &facts, const ChangeToProve &change,
                   const CheckBytes &bytes, ProofTeller &teller)
{
    const auto start = ground.vault().commit(change.commit);
    if (!start)
        return failure(start.error());
    QString how;
    const auto patched = ground.apply(change.commit, change.patch, &how);
    const QString applies = change.expectedTree.isNull()
        ? u"fixes.patch applies"_s
        : u"fixes.patch on base gives tree %1"_s.arg(change.expectedTree.shortText());
    if (!patched) {
        if (patched.error().kind == ErrorKind::Stopped)
            return failure(patched.error());
        teller.tell(Proof::State::Refuted, applies, patched.error().what);
        return {};
    }
    const bool sameTree = change.expectedTree.isNull() || *patched == change.expectedTree;
    teller.holds(sameTree, applies, sameTree ? how : u"it gives tree "_s + patched->text());
    if (!sameTree)
        return {};
    if (!change.expectedTree.isNull()) {
        const auto series = ground.applySeries(change.commit, change.mails);
        const QString name = u"series/ on base gives the same tree"_s;
        if (!series && series.error().kind == ErrorKind::Stopped)
            return failure(series.error());
        teller.holds(series && *series == *patched, name,
                     !series                   ? series.error().what
                         : *series == *patched ? u"git am --keep-cr of %1"_s.arg(change.mails.size())
                                               : u"it gives tree "_s + series->text());
    }
    if (const auto gate = proveGate(ground, facts, start->tree, *patched, teller); !gate)
        return gate;

    QList<ProvingGround::CheckCall> calls;
    for (const BundleCheck &check : facts.checks) {
        const auto content = bytes(check);
        if (!content)
            return failure(content.error());
        calls.append({check.fileName, *content, start->tree});
        calls.append({check.fileName, *content, *patched});
    }
    const auto answers = ground.watch(calls, facts.policy.repeats);
    if (!answers)
        return failure(answers.error());
    for (qsizetype i = 0; i < facts.checks.size(); ++i) {
        const BundleCheck &check = facts.checks.at(i);
        const QList<ProofResult> &before = answers->at(2 * i);
        const QList<ProofResult> &after = answers->at(2 * i + 1);
        const QString who = check.role == CheckRole::Guard
            ? u"guard %1 of %2"_s.arg(check.id.text(), check.finding.text())
            : check.finding.text();
        if (check.presentAtBase)
            teller.holds(all(before, Answer::Present), who + u" is present before"_s, answersOf(before));
        if (check.fixed || check.role == CheckRole::Guard)
            teller.holds(all(after, Answer::Absent), who + u" is absent after"_s, answersOf(after));
    }
    return {};
}

} // namespace assay
