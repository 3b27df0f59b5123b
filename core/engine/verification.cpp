#include "core/engine/verification.h"

#include "core/engine/approval.h"
#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString signatureOf(QStringList parts)
{
    parts.sort();
    parts.removeDuplicates();
    return parts.join(u'\n');
}

QString listed(const QStringList &names, qsizetype most = 5)
{
    QString text = names.mid(0, most).join(u", "_s);
    if (names.size() > most)
        text += u" and %1 more"_s.arg(names.size() - most);
    return text;
}

/// "F1 answered present: REPRODUCED: 3 of 3 rows lost"
QString told(const RunState &state, const Watched &watched)
{
    const Check check = state.checks.value(watched.check);
    const auto answer = watched.unanimousAnswer();
    return u"%1 (%2) answered %3%4"_s.arg(check.id.text(), check.name, answer ? toWord(*answer) : u"differently"_s,
                                          watched.line.isEmpty()
                                              ? (watched.reason.isEmpty() ? QString() : u": "_s + watched.reason)
                                              : u": "_s + watched.line);
}

} // namespace

Verification::Verification(Measurement &measurement, const Task &task, const TaskResult &result,
                           const CandidateFact &candidate, bool ownersEdit)
    : m_measurement(measurement),
      m_task(task),
      m_result(result),
      m_candidate(candidate),
      m_ownersEdit(ownersEdit)
{}

Result<StepEnd> Verification::ask(const QString &subject, const QString &title, const QString &question,
                                  const QString &why, bool canSendBack)
{
    QString reason;
    const auto answer = askOwner(m_measurement, {subject, title, question, why, canSendBack}, &reason);
    if (!answer)
        return failure(answer.error());
    switch (*answer) {
    case Approval::Accepted:
        return StepEnd::pass(u"approved by the owner"_s);
    case Approval::Waiting:
        return StepEnd::hold(title);
    case Approval::SentBack:
        m_sentBack = true;
        return StepEnd::fail(u"sent back by the owner: "_s + reason);
    case Approval::Rejected:
        break;
    }
    return StepEnd::fail(u"%1: rejected by the owner%2"_s.arg(subject, reason.isEmpty() ? QString() : u": "_s + reason),
                         u"rejected "_s + subject);
}

Result<StepEnd> Verification::paths()
{
    QStringList refused, unnamed, named;
    for (const ChangedPath &file : m_candidate.files) {
        if (file.pathClass == PathClass::Protected)
            refused.append(file.path.display());
        if (file.pathClass != PathClass::Sensitive)
            continue;
        const auto why = std::find_if(m_result.sensitive.begin(), m_result.sensitive.end(),
                                      [&](const auto &entry) { return entry.first == file.path; });
        if (why == m_result.sensitive.end())
            unnamed.append(file.path.display());
        else
            named.append(u"%1: %2"_s.arg(file.path.display(), why->second));
    }
    if (!refused.isEmpty())
        return StepEnd::fail(u"protected paths were changed: "_s + listed(refused), signatureOf(refused));
    if (m_ownersEdit)
        return StepEnd::pass();
    if (!unnamed.isEmpty()) {
        return ask(u"sensitive-path"_s, u"A sensitive path changed without being named"_s,
                   u"Accept the change of %1?"_s.arg(listed(unnamed)),
                   u"Gate, CI, build, lock and runner configuration can make a gate green that should be red."_s);
    }
    if (!named.isEmpty() && !m_measurement.policy().sensitiveNamedIsEnough) {
        return ask(u"sensitive-path"_s, u"A sensitive path changed"_s, u"Accept the change of %1?"_s.arg(listed(named)),
                   u"The policy asks for every sensitive path."_s);
    }
    return StepEnd::pass(named.isEmpty() ? QString() : u"sensitive, named with why: "_s + listed(named));
}

Result<StepEnd> Verification::checks()
{
    QList<CheckId> acceptance, guards;
    for (const FindingId &id : m_task.covers) {
        const Finding *finding = m_measurement.state().finding(id);
        for (const CheckId &check : finding ? finding->checks : QList<CheckId>()) {
            const CheckRole role = m_measurement.state().checks.value(check).role;
            if (role == CheckRole::Acceptance)
                acceptance.append(check);
            else if (role == CheckRole::Guard)
                guards.append(check);
        }
    }
    const int n = m_measurement.policy().repeats;
    const auto accepted = m_measurement.watch(acceptance, ProofRole::Acceptance, m_candidate.tree, n);
    if (!accepted)
        return failure(accepted.error());
    const auto guarded = m_measurement.watch(guards, ProofRole::Guard, m_candidate.tree, n);
    if (!guarded)
        return failure(guarded.error());
    QStringList failed, names;
    for (const Watched &watched : *accepted + *guarded) {
        if (watched.all(Answer::Absent))
            continue;
        failed.append(told(m_measurement.state(), watched));
        names.append(watched.check.text());
    }
    if (!failed.isEmpty())
        return StepEnd::fail(failed.join(u"; "_s), signatureOf(names));
    return StepEnd::pass(u"%1 acceptance checks and %2 guards absent in %3 of %3 runs"_s.arg(accepted->size())
                             .arg(guarded->size())
                             .arg(n));
}

const NamedTest *Verification::correctionOf(const QString &test) const
{
    // The agent may write a test in its runner's other spelling; a report of one case finds it.
    GateReport one;
    one.commands = {CommandReport{.cases = {TestCase{.name = test}}}};
    for (const NamedTest &named : m_result.correctedTests) {
        if (one.findByName(named.test))
            return &named;
    }
    return nullptr;
}

Result<StepEnd> Verification::oldTests()
{
    QStringList touched;
    for (const ChangedPath &file : m_candidate.files) {
        if (file.pathClass == PathClass::Test && file.change != PathChange::Added)
            touched.append(file.path.display());
    }
    if (touched.isEmpty() || m_measurement.policy().gate.isEmpty())
        return StepEnd::pass(u"no existing test file was touched"_s);
    const auto tree = treeWithOldTests();
    if (!tree)
        return failure(tree.error());
    const auto before = m_measurement.gateOfCheckpoint(m_measurement.state().checkpoint().tree);
    if (!before)
        return failure(before.error());
    const auto after = m_measurement.gate(u"old-tests"_s, *tree, TestSource::Old);
    if (!after)
        return failure(after.error());
    if (const QString broken = after->brokenReason(); !broken.isEmpty()) {
        if (m_ownersEdit)
            return StepEnd::pass(u"not comparable: "_s + broken);
        return ask(u"not-comparable"_s, u"The old tests no longer run on the new code"_s,
                   u"Accept the changed test files %1?"_s.arg(listed(touched)),
                   u"With the checkpoint's test files the gate measured nothing: "_s + broken);
    }
    const GateComparison seen = compareGates(*before, *after);
    QStringList suspects;
    for (const QString &test : seen.newlyFailing)
        suspects.append(test);
    if (suspects.isEmpty())
        return StepEnd::pass(u"the old tests say the same of the new code"_s);
    const bool allNamed
        = std::all_of(suspects.begin(), suspects.end(), [&](const QString &test) { return correctionOf(test); });
    if (!allNamed && !m_ownersEdit) {
        // About to call it tampering: only a case that fails every time is held against the change.
        const auto steady = m_measurement.compare(u"old-tests"_s, *before, *after, TestSource::Old);
        if (!steady)
            return failure(steady.error());
        suspects = steady->newlyFailing;
        // What fails with the new tests as well was not changed to hide anything: the code broke it.
        const auto now = m_measurement.gate(u"candidate"_s, m_candidate.tree, TestSource::New);
        if (!now)
            return failure(now.error());
        const QStringList failing = compareGates(*before, *now, m_result.renamedTests).newlyFailing;
        QStringList broken;
        for (const QString &test : std::as_const(suspects)) {
            if (failing.contains(test) && !correctionOf(test))
                broken.append(test);
        }
        suspects.removeIf([&](const QString &test) { return broken.contains(test); });
        if (!broken.isEmpty() && std::ranges::all_of(suspects, [&](const QString &test) { return correctionOf(test); }))
            return StepEnd::fail(u"the new code fails tests that passed before, with their old and their new files: "_s
                                     + listed(broken),
                                 signatureOf(broken));
    }
    return judgeSuspects(suspects);
}

Result<StepEnd> Verification::judgeSuspects(const QStringList &suspects)
{
    const RunState &state = m_measurement.state();
    QList<Draft> drafts;
    QStringList unnamed, toAsk, accepted;
    for (const QString &test : suspects) {
        const NamedTest *correction = correctionOf(test);
        QJsonObject data{{u"test"_s, test}, {u"named"_s, correction != nullptr}};
        QString rule;
        if (correction) {
            data[u"finding"_s] = correction->finding.text();
            data[u"why"_s] = correction->why;
            // Checks ran before: a finding of this task whose repro is an acceptance check went present to absent.
            const Finding *finding = state.finding(correction->finding);
            const bool covered = finding && m_task.covers.contains(finding->id)
                && state.checks.value(finding->checks.value(0)).role == CheckRole::Acceptance;
            if (covered && m_measurement.policy().suspectTests == SuspectPolicy::AcceptCovered)
                rule = u"policy:accept-covered"_s;
        }
        if (m_ownersEdit)
            rule = u"owner"_s;
        if (rule.isEmpty())
            (correction ? toAsk : unnamed).append(test);
        else
            accepted.append(test);
        data[u"accepted"_s] = !rule.isEmpty();
        data[u"rule"_s] = rule;
        const bool known = std::any_of(state.suspects.begin(), state.suspects.end(), [&](const SuspectFact &fact) {
            return fact.iteration == m_measurement.iteration() && fact.test == test;
        });
        if (!known)
            drafts.append(m_measurement.draft(u"suspect.judged"_s, data));
    }
    if (const auto written = m_measurement.ledger().append(drafts); !written)
        return failure(written.error());
    if (!unnamed.isEmpty()) {
        return StepEnd::fail(u"existing tests were changed that the new code fails, and not named: "_s
                                 + listed(unnamed),
                             signatureOf(unnamed));
    }
    if (!toAsk.isEmpty()) {
        return ask(u"suspect-test"_s, u"A test that judged the old code right was changed"_s,
                   u"Accept the corrected tests %1?"_s.arg(listed(toAsk)),
                   u"They passed before and fail on the new code as they were; the change rewrites them."_s);
    }
    if (accepted.isEmpty())
        return StepEnd::pass(u"no old test fails steadily on the new code"_s);
    return StepEnd::pass(u"suspect tests accepted: "_s + listed(accepted));
}

Result<ObjectId> Verification::treeWithOldTests() const
{
    const Vault &vault = m_measurement.instruments().vault;
    const ObjectId checkpoint = m_measurement.state().checkpoint().tree;
    QList<TreeEdit> edits;
    for (const ChangedPath &file : m_candidate.files) {
        if (file.pathClass != PathClass::Test)
            continue;
        const auto old = vault.find(checkpoint, file.path);
        if (!old)
            return failure(old.error());
        edits.append(*old ? TreeEdit{file.path, (*old)->mode, (*old)->object} : TreeEdit{file.path, 0, {}});
    }
    return m_measurement.instruments().vault.editTree(m_candidate.tree, edits);
}

Result<ObjectId> Verification::oldCodeWithNewTests(const ObjectId &oldTree) const
{
    const Vault &vault = m_measurement.instruments().vault;
    QList<TreeEdit> edits;
    for (const ChangedPath &file : m_candidate.files) {
        if (file.pathClass != PathClass::Test && file.pathClass != PathClass::Sensitive)
            continue;
        const auto now = vault.find(m_candidate.tree, file.path);
        if (!now)
            return failure(now.error());
        if (*now) {
            edits.append({file.path, (*now)->mode, (*now)->object});
            continue;
        }
        const auto before = vault.find(oldTree, file.path);
        if (!before)
            return failure(before.error());
        if (*before)
            edits.append({file.path, 0, {}});
    }
    return m_measurement.instruments().vault.editTree(oldTree, edits);
}

Result<StepEnd> Verification::gate()
{
    if (m_measurement.policy().gate.isEmpty())
        return StepEnd::pass(u"unguarded: no gate"_s);
    const auto before = m_measurement.gateOfCheckpoint(m_measurement.state().checkpoint().tree);
    if (!before)
        return failure(before.error());
    const auto after = m_measurement.gate(u"candidate"_s, m_candidate.tree, TestSource::New);
    if (!after)
        return failure(after.error());
    if (const QString broken = after->brokenReason(); !broken.isEmpty()) {
        // Is it the change, or is the instrument gone? The checkpoint, measured again, tells.
        const auto again
            = m_measurement.gate(u"checkpoint-again"_s, m_measurement.state().checkpoint().tree, TestSource::New);
        if (!again)
            return failure(again.error());
        m_gateIsGone = !again->brokenReason().isEmpty();
        return StepEnd::fail(u"the gate measured nothing: "_s + broken, u"gate broken"_s);
    }
    const auto comparison = m_measurement.compare(u"gate"_s, *before, *after, TestSource::New, m_result.renamedTests);
    if (!comparison)
        return failure(comparison.error());
    const QString counts = after->failed() > 0 ? u"%1 failed, %2 passed"_s.arg(after->failed()).arg(after->passed())
                                               : u"%1 passed"_s.arg(after->passed());
    if (!comparison->newlyFailing.isEmpty() || !comparison->worseCommands.isEmpty()) {
        QStringList bad = comparison->newlyFailing + comparison->worseCommands;
        return StepEnd::fail(u"%1; newly failing: %2"_s.arg(counts, listed(bad)), signatureOf(bad));
    }
    if (!comparison->vanished.isEmpty()) {
        if (m_ownersEdit)
            return StepEnd::pass(u"%1; vanished by the owner's edit: %2"_s.arg(counts, listed(comparison->vanished)));
        auto asked = ask(u"deletion"_s, u"Test cases vanished"_s,
                         u"Accept that %1 no longer run?"_s.arg(listed(comparison->vanished)),
                         u"A deleted or skipped test no longer judges anything."_s);
        if (asked && asked->kind == StepEnd::Kind::Fail && asked->signature.isEmpty())
            asked->signature = signatureOf(comparison->vanished);
        return asked;
    }
    return StepEnd::pass(counts);
}

Result<StepEnd> Verification::teeth()
{
    const RunState &state = m_measurement.state();
    const int n = m_measurement.iteration();
    struct Wanted {
        QString test;
        FindingId finding;
    };
    QList<Wanted> wanted;
    for (const NamedTest &test : m_result.regressionTests)
        wanted.append({test.test, test.finding});
    const GateFact *gateFact = state.gate(n, u"candidate", m_candidate.tree);
    if (!gateFact)
        return StepEnd::pass(u"unguarded: tests cannot be shown to have teeth"_s);
    const auto now = m_measurement.gate(u"candidate"_s, m_candidate.tree, TestSource::New);
    if (!now)
        return failure(now.error());
    for (const ComparisonFact &fact : state.comparisons) {
        if (fact.iteration != n || fact.label != "gate"_L1)
            continue;
        for (const QString &added : fact.comparison.added) {
            const bool named = std::any_of(wanted.begin(), wanted.end(), [&](const Wanted &other) {
                GateReport one;
                one.commands = {CommandReport{.cases = {TestCase{.name = added}}}};
                return one.findByName(other.test) != nullptr;
            });
            // The owner names nothing, but says what the edit is for: with one finding there is nothing to guess.
            if (!named)
                wanted.append({added, m_ownersEdit && m_task.covers.size() == 1 ? m_task.covers.first() : FindingId()});
        }
    }
    QHash<QString, GateReport> reports;
    QList<Draft> drafts;
    int toothed = 0;
    QSet<FindingId> defended;
    for (const Wanted &test : std::as_const(wanted)) {
        const Finding *finding = state.finding(test.finding);
        const ObjectId old = finding && !finding->presentTree.isNull() ? finding->presentTree : state.checkpoint().tree;
        const auto tree = oldCodeWithNewTests(old);
        if (!tree)
            return failure(tree.error());
        if (!reports.contains(tree->text())) {
            const auto report = m_measurement.gate(u"teeth"_s, *tree, TestSource::New);
            if (!report)
                return failure(report.error());
            reports.insert(tree->text(), *report);
        }
        QString seen;
        Teeth judged = judgeTeeth(reports.value(tree->text()), test.test, &seen);
        if (!now->findByName(test.test)) {
            judged = Teeth::NotComparable;
            seen = u"the gate's report of the new code has no such test"_s;
        }
        if (judged == Teeth::Toothed) {
            ++toothed;
            defended.insert(test.finding);
        }
        const bool known = std::any_of(state.teeth.begin(), state.teeth.end(), [&](const TeethFact &fact) {
            return fact.iteration == n && fact.test == test.test && fact.finding == test.finding;
        });
        if (!known) {
            drafts.append(m_measurement.draft(u"teeth.judged"_s,
                                              {{u"test"_s, test.test},
                                               {u"finding"_s, test.finding.text()},
                                               {u"teeth"_s, toWord(judged)},
                                               {u"old_tree"_s, old.text()},
                                               {u"seen"_s, seen}}));
        }
    }
    if (const auto written = m_measurement.ledger().append(drafts); !written)
        return failure(written.error());
    QStringList bare;
    for (const FindingId &id : m_task.covers) {
        const Finding *finding = state.finding(id);
        if (!defended.contains(id) && !(finding && finding->isDefended()))
            bare.append(id.text());
    }
    const bool mustDefend
        = m_task.type == TaskType::Gate || m_measurement.policy().undefended == UndefendedPolicy::Refuse;
    if (mustDefend && !bare.isEmpty()) {
        return StepEnd::fail(u"no test that fails on the old code for "_s + listed(bare), signatureOf(bare));
    }
    return StepEnd::pass(u"%1 of %2 tests have teeth%3"_s.arg(toothed)
                             .arg(wanted.size())
                             .arg(bare.isEmpty() ? QString() : u"; undefended: "_s + listed(bare)));
}

Result<StepEnd> Verification::standing()
{
    QList<CheckId> checks;
    for (const Finding &finding : m_measurement.state().findings) {
        if (m_task.type != TaskType::Gate && m_task.covers.contains(finding.id))
            continue; // watched xN already
        for (const CheckId &id : finding.checks) {
            const CheckRole role = m_measurement.state().checks.value(id).role;
            const bool fixed = finding.state == FindingState::Fixed && role == CheckRole::Acceptance;
            if (fixed || (isFiled(finding.state) && role == CheckRole::Guard))
                checks.append(id);
        }
    }
    const auto watched = m_measurement.watch(checks, ProofRole::Standing, m_candidate.tree, 1);
    if (!watched)
        return failure(watched.error());
    QStringList failed, names;
    for (const Watched &one : *watched) {
        if (one.all(Answer::Absent))
            continue;
        failed.append(told(m_measurement.state(), one));
        names.append(one.check.text());
    }
    if (!failed.isEmpty())
        return StepEnd::fail(failed.join(u"; "_s), signatureOf(names));
    return StepEnd::pass(u"%1 standing checks absent"_s.arg(checks.size()));
}

Result<StepEnd> Verification::review()
{
    if (m_measurement.policy().supervision != Supervision::Review || m_ownersEdit)
        return StepEnd::pass();
    return ask(u"review"_s, u"Review %1"_s.arg(m_task.id.text()), u"Every proof of this candidate holds. Keep it?"_s,
               m_result.summary, true);
}

} // namespace assay
