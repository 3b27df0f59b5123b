#include "core/bundle/proving.h"

#include "core/bundle/gatejunit.h"
#include "core/gate/parsers.h"

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

/// Every run gave that answer: proven. One gave the other: refuted. Else no evidence: a missing interpreter, say.
Proof::State judged(const QList<ProofResult> &runs, Answer wanted)
{
    const auto gave = [](Answer answer) { return [answer](const ProofResult &run) { return run.answer == answer; }; };
    if (std::all_of(runs.begin(), runs.end(), gave(wanted)))
        return Proof::State::Proven;
    const Answer other = wanted == Answer::Present ? Answer::Absent : Answer::Present;
    return std::any_of(runs.begin(), runs.end(), gave(other)) ? Proof::State::Refuted : Proof::State::CouldNot;
}

/// Cases of both reports must have the same results, whatever their times and messages. Names may come from the machine
/// (a runner's version, a parameter): where they differ nothing is refuted.
void proveCases(const QByteArray &told, const QByteArray &seen, ProofTeller &teller)
{
    const QString name = u"the gate says what gate.junit.xml says"_s;
    QHash<QString, CaseResult> here;
    for (const TestCase &testCase : parseJUnit(seen).cases)
        here.insert(testCase.name, testCase.result);
    QStringList other, unknown;
    for (const TestCase &testCase : parseJUnit(told).cases) {
        const auto found = here.constFind(testCase.name);
        if (found == here.cend())
            unknown.append(testCase.name);
        else if (*found != testCase.result)
            other.append(u"%1 is %2, the file says %3"_s.arg(testCase.name, toWord(*found), toWord(testCase.result)));
    }
    if (!other.isEmpty())
        teller.tell(Proof::State::Refuted, name, other.mid(0, 3).join(u"; "_s));
    else if (!unknown.isEmpty())
        teller.tell(
            Proof::State::CouldNot, name,
            u"%1 of its cases have no such name here: %2"_s.arg(unknown.size()).arg(unknown.mid(0, 3).join(u", "_s)));
    else
        teller.tell(Proof::State::Proven, name, u"%1 cases with the same results"_s.arg(here.size()));
}

/// A case that was never seen to be unstable here gives the same counts wherever base gives the same ones.
void proveCounts(const BundleFacts &facts, const QByteArray &told, const GateReport &before, const GateReport &after,
                 ProofTeller &teller)
{
    if (!facts.part.isWhole() && facts.gate.isEmpty())
        return; // nothing was said of this tree yet
    const bool machineAgrees = gateWords(before) == facts.baseGate;
    const bool same = gateWords(after) == facts.gate;
    const QString words = u"the journal says %1 before, %2 after"_s.arg(facts.baseGate, facts.gate);
    if (!machineAgrees || (!same && !before.unstable.isEmpty())) {
        teller.tell(Proof::State::Proven, u"the gate was seen"_s,
                    words + u"; this machine gives others, or cases are unstable, which refutes nothing"_s);
        return;
    }
    teller.holds(same, u"the gate says what the journal says"_s,
                 same ? gateWords(after) : words + u"; seen after: "_s + gateWords(after));
    if (!told.isEmpty() && same && before.unstable.isEmpty())
        proveCases(told, gateAsJUnit(after), teller);
}

Result<std::optional<GateReport>> proveGate(ProvingGround &ground, const BundleFacts &facts,
                                            const ChangeToProve &change, const ObjectId &before, const ObjectId &after,
                                            ProofTeller &teller)
{
    const QString name = change.elsewhere.isEmpty() ? u"the gate is no worse than on the base"_s
                                                    : u"the gate is no worse than on %1"_s.arg(change.elsewhere);
    if (facts.policy.gate.isEmpty()) {
        teller.tell(Proof::State::Proven, name, u"unguarded: there is no gate"_s);
        return std::optional<GateReport>();
    }
    auto first = ground.gate(before);
    if (!first)
        return failure(first.error());
    if (const QString broken = first->brokenReason(); !broken.isEmpty()) {
        teller.tell(Proof::State::CouldNot, name, u"it measured nothing before the change: "_s + broken);
        return std::optional<GateReport>();
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
    QString detail = u"before: %1; after: %2"_s.arg(gateWords(*first), gateWords(*now));
    if (!noWorse)
        detail += u"; newly failing: "_s
            + (comparison.newlyFailing + comparison.worseCommands + comparison.broken).join(u", "_s);
    if (const QString blind = blindWords(first->blind()); !blind.isEmpty())
        detail += u"; "_s + blind;
    teller.holds(noWorse, name, detail);
    if (noWorse && change.elsewhere.isEmpty())
        proveCounts(facts, change.gateReport, *first, *now, teller);
    return *now;
}

/// The trees that git makes of fixes.patch and of each mail; the one of the patch, or null when the proofs end here.
Result<ObjectId> proveTrees(ProvingGround &ground, const BundleFacts &facts, const ChangeToProve &change,
                            ProofTeller &teller)
{
    const bool asClaimed = change.elsewhere.isEmpty();
    const QString applies = asClaimed ? u"fixes.patch on base gives tree %1"_s.arg(facts.tree.shortText())
                                      : u"fixes.patch applies on %1"_s.arg(change.elsewhere);
    QString how;
    const auto patched = ground.apply(change.commit, change.patch, &how);
    if (!patched) {
        if (patched.error().kind == ErrorKind::Stopped)
            return failure(patched.error());
        if (asClaimed) {
            teller.tell(Proof::State::Refuted, applies, patched.error().what);
            return ObjectId();
        }
        const bool there = ground.isApplied(change.patch);
        teller.tell(
            Proof::State::CouldNot, applies,
            there ? u"the whole change is in it already: `assay repro BUNDLE --at` shows what its checks answer"_s
                  : u"it does not apply there (%1), which says nothing against the bundle. Verify it on its own base, "
                    "without --at; or bring the change over by hand with git am -3 of series/ and run "
                    "repro/run on the result"_s.arg(patched.error().what));
        return ObjectId();
    }
    if (!asClaimed) {
        teller.tell(Proof::State::Proven, applies, how);
        return *patched;
    }
    const bool sameTree = *patched == facts.tree;
    teller.holds(sameTree, applies, sameTree ? how : u"it gives tree "_s + patched->text());
    if (!sameTree)
        return ObjectId();
    QStringList mails;
    for (const PinnedFile &mail : facts.mails)
        mails.append(change.folder + u'/' + mail.file);
    const QList<ObjectId> trees = facts.seriesTrees();
    const QString name = facts.part.isWhole() ? u"series/ on base gives the tree of each checkpoint"_s
                                              : u"series/ on base gives the tree of the patch"_s;
    const auto series = ground.applySeries(change.commit, mails);
    if (!series && series.error().kind == ErrorKind::Stopped)
        return failure(series.error());
    if (!series) {
        teller.tell(Proof::State::Refuted, name, series.error().what);
    } else {
        const auto [made, told] = std::mismatch(series->begin(), series->end(), trees.begin(), trees.end());
        const bool same = made == series->end() && told == trees.end();
        teller.holds(same, name,
                     same ? u"git am --keep-cr of %1"_s.arg(mails.size())
                          : u"mail %1 gives tree %2, the journal says %3"_s.arg(made - series->begin() + 1)
                                .arg(made == series->end() ? u"none"_s : made->text(),
                                     told == trees.end() ? u"none"_s : told->text()));
    }
    return *patched;
}

} // namespace

void ProofTeller::tell(Proof::State state, const QString &name, const QString &detail)
{
    m_list.proofs.append({state, name, detail});
    if (m_progress)
        m_progress(m_list.proofs.last());
}

Result<SeenChange> proveChange(ProvingGround &ground, const BundleFacts &facts, const ChangeToProve &change,
                               const CheckBytes &bytes, ProofTeller &teller)
{
    const auto start = ground.vault().commit(change.commit);
    if (!start)
        return failure(start.error());
    const auto patched = proveTrees(ground, facts, change, teller);
    if (!patched)
        return failure(patched.error());
    if (patched->isNull())
        return SeenChange();
    const auto gate = proveGate(ground, facts, change, start->tree, *patched, teller);
    if (!gate)
        return failure(gate.error());

    SeenChange seen{.gate = *gate, .present = {}};
    QList<ProvingGround::CheckCall> calls;
    for (const BundleCheck &check : facts.checks) {
        const auto content = bytes(check);
        if (!content)
            return failure(content.error());
        calls.append({check.fileName(), *content, start->tree});
        calls.append({check.fileName(), *content, *patched});
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
        if (check.presentAtBase) {
            const QString name = who + u" is present before"_s;
            const Proof::State state = judged(before, Answer::Present);
            if (state == Proof::State::Refuted && !change.elsewhere.isEmpty())
                teller.tell(Proof::State::CouldNot, name,
                            u"%1: on %2 there is nothing of it to mend"_s.arg(answersOf(before), change.elsewhere));
            else
                teller.tell(state, name, answersOf(before));
        }
        if (!check.fixed && (check.role != CheckRole::Guard || !check.claimed))
            continue;
        const Proof::State state = judged(after, Answer::Absent);
        teller.tell(state, who + u" is absent after"_s, answersOf(after));
        if (state == Proof::State::Refuted && check.fixed && !seen.present.contains(check.finding))
            seen.present.append(check.finding);
    }
    return seen;
}

} // namespace assay
