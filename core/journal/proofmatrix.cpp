#include "core/journal/proofmatrix.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// The newest answers of each check on each tree: those of one iteration in one role. One walk over the proofs, since
/// a console asks for the whole table each time something changed.
class Seen {
public:
    explicit Seen(const RunState &state)
    {
        for (auto proof = state.proofs.crbegin(); proof != state.proofs.crend(); ++proof) {
            if (proof->role == ProofRole::Control)
                continue;
            Runs &runs = m_runs[{proof->subject, proof->tree}];
            if (!runs.newest)
                runs.newest = &*proof;
            // Backwards, k falls: where it does not, an earlier watching begins (a check can be run again in an iteration).
            runs.closed = runs.closed || runs.newest->iteration != proof->iteration || runs.newest->role != proof->role
                || proof->k >= runs.lastK;
            if (!runs.closed)
                runs.answers.append(proof->answer);
            runs.lastK = proof->k;
        }
    }
    [[nodiscard]] MatrixCell on(const CheckId &check, const ObjectId &tree) const
    {
        const auto found = m_runs.constFind({check, tree});
        if (found == m_runs.cend())
            return {};
        const auto all = unanimous(found->answers);
        const Mark mark = all == Answer::Present ? Mark::Present
            : all == Answer::Absent              ? Mark::Absent
                                                 : Mark::Inconclusive;
        // Different answers show nothing; how often it was there is what a reader of a flaky one wants to know.
        const Answer counted = all.value_or(Answer::Present);
        return {mark, int(found->answers.count(counted)), int(found->answers.size()), found->newest->seq};
    }

private:
    struct Runs {
        const ProofFact *newest = nullptr;
        bool closed = false;
        int lastK = std::numeric_limits<int>::max();
        QList<Answer> answers;
    };
    QHash<std::pair<CheckId, ObjectId>, Runs> m_runs;
};

/// The tree in which a finding was before it was fixed, or the checkpoint before the current one.
ObjectId treeBefore(const RunState &state, const Finding *finding)
{
    if (finding && finding->fixedIn > 0) {
        if (const IterationFact *iteration = state.iteration(finding->fixedIn))
            return iteration->checkpointTree;
    }
    return state.checkpoints.at(std::max(0, state.checkpoint().parent)).tree;
}

QString findingNote(const Finding &finding)
{
    QString note;
    switch (finding.state) {
    case FindingState::Fixed:
        note = u"fixed in %1"_s.arg(finding.fixedIn);
        break;
    case FindingState::Regressed:
        note = u"regressed"_s;
        break;
    default:
        note = finding.declined ? u"declined"_s : u"open"_s;
        break;
    }
    if (finding.state != FindingState::Fixed)
        return note;
    const qsizetype tests = finding.toothedTests.size();
    return note
        + (tests == 0       ? u", undefended"_s
               : tests == 1 ? u", 1 toothed test"_s
                            : u", %1 toothed tests"_s.arg(tests));
}

MatrixRow checkRow(const RunState &state, const Seen &seen, const CheckId &check, const Finding *finding)
{
    MatrixRow row;
    const ObjectId before = treeBefore(state, finding);
    row.base = seen.on(check, state.baseTree);
    row.before = seen.on(check, before);
    row.now = seen.on(check, state.checkpoint().tree);
    return row;
}

QList<MatrixRow> testRows(const RunState &state)
{
    QList<MatrixRow> rows;
    const GateFact *gate = state.gateOf(state.checkpoint().tree);
    const QSet<int> kept = state.keptIterations();
    for (const TeethFact &fact : state.teeth) {
        const IterationFact *iteration = state.iteration(fact.iteration);
        if (!iteration || iteration->verdict != verdict::Kept || !kept.contains(fact.iteration))
            continue;
        MatrixRow row{.kind = MatrixRow::Kind::Test, .id = fact.finding.text(), .title = fact.test};
        const Mark old = fact.teeth == Teeth::Toothed ? Mark::Present
            : fact.teeth == Teeth::Toothless          ? Mark::Absent
                                                      : Mark::Inconclusive;
        (fact.oldTree == state.baseTree ? row.base : row.before) = old;
        if (fact.oldTree == state.baseTree && iteration->checkpointTree == state.baseTree)
            row.before = old;
        row.now = gate && gate->failed == 0 ? Mark::Absent : Mark::NotRun;
        row.note = toWord(fact.teeth);
        rows.append(row);
    }
    return rows;
}

} // namespace

QString toWord(Mark mark)
{
    switch (mark) {
    case Mark::Present:
        return u"present"_s;
    case Mark::Absent:
        return u"absent"_s;
    case Mark::Inconclusive:
        return u"inconclusive"_s;
    case Mark::NotRun:
        break;
    }
    return u"not run"_s;
}

QList<MatrixRow> proofMatrix(const RunState &state)
{
    QList<MatrixRow> repros, guards;
    if (state.checkpoints.isEmpty())
        return {};
    QList<const Finding *> filed;
    for (const Finding &finding : state.findings) {
        if (isFiled(finding.state) && !finding.checks.isEmpty())
            filed.append(&finding);
    }
    std::stable_sort(filed.begin(), filed.end(),
                     [](const Finding *a, const Finding *b) { return a->severity < b->severity; });
    const Seen seen(state);
    for (const Finding *finding : std::as_const(filed)) {
        MatrixRow row = checkRow(state, seen, finding->checks.first(), finding);
        row.id = finding->id.text();
        row.title = finding->title;
        row.severity = titleWord(finding->severity);
        row.note = findingNote(*finding);
        repros.append(row);
        for (const CheckId &id : finding->checks) {
            const Check check = state.checks.value(id);
            if (check.role != CheckRole::Guard || id == finding->checks.first())
                continue;
            MatrixRow guard = checkRow(state, seen, id, finding);
            guard.kind = MatrixRow::Kind::Guard;
            guard.id = id.text();
            guard.title = check.name;
            guard.note = u"guard"_s;
            guards.append(guard);
        }
    }
    return repros + guards + testRows(state);
}

} // namespace assay
