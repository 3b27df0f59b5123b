#include "ui/models/gatecases.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// Names as a comparison lists them, for looking up.
struct Changes {
    QSet<QString> failing, passing, added, vanished;
    explicit Changes(const GateComparison &comparison)
        : failing(comparison.newlyFailing.begin(), comparison.newlyFailing.end()),
          passing(comparison.newlyPassing.begin(), comparison.newlyPassing.end()),
          added(comparison.added.begin(), comparison.added.end()),
          vanished(comparison.vanished.begin(), comparison.vanished.end())
    {}
    [[nodiscard]] CaseChange of(const QString &name) const
    {
        if (failing.contains(name))
            return CaseChange::NewlyFailing;
        if (vanished.contains(name) || vanished.contains(name + u" (skipped)"_s))
            return CaseChange::Vanished;
        if (passing.contains(name))
            return CaseChange::NewlyPassing;
        return added.contains(name) ? CaseChange::Added : CaseChange::None;
    }
};

using Results = QHash<QString, CaseResult>; ///< by case key

Results resultsOf(const GateReport &report)
{
    Results results;
    for (const CommandReport &command : report.commands) {
        for (const TestCase &one : command.cases)
            results.insert(caseKey(command, one), one.result);
    }
    return results;
}

/// The newest fact about each test that is in the report, by the name the case has there.
template <class Fact>
QHash<QString, qsizetype> newestOf(const QList<Fact> &facts, const GateReport &report)
{
    QHash<QString, qsizetype> newest;
    if (facts.isEmpty())
        return newest;
    QSet<QString> names;
    for (const CommandReport &command : report.commands) {
        for (const TestCase &one : command.cases)
            names.insert(one.name);
    }
    for (qsizetype i = 0; i < facts.size(); ++i) {
        const QString &test = facts.at(i).test;
        // Another runner's way of writing is looked for only where the name itself is not there: that is slow.
        const TestCase *found = names.contains(test) ? nullptr : report.findByName(test);
        newest.insert(found ? found->name : test, i);
    }
    return newest;
}

} // namespace

GateCases gateCases(const GateQuestion &question)
{
    GateCases all;
    if (!question.shown)
        return all;
    const GateReport &shown = *question.shown;
    if (question.base && question.base != question.shown)
        all.sinceBase = compareGates(*question.base, shown);
    if (question.recorded)
        all.sinceCheckpoint = *question.recorded;
    else if (question.checkpoint && question.checkpoint != question.shown)
        all.sinceCheckpoint = compareGates(*question.checkpoint, shown);
    const Changes sinceBase(all.sinceBase), sinceCheckpoint(all.sinceCheckpoint);
    const QSet<QString> unstable(question.unstable.begin(), question.unstable.end());
    const QHash<QString, qsizetype> teeth = newestOf(question.teeth, shown),
                                    suspects = newestOf(question.suspects, shown);
    QList<Results> history;
    for (const GateReportRef &report : question.history)
        history.append(report ? resultsOf(*report) : Results());

    for (const CommandReport &command : shown.commands) {
        GateCommandCases &rows = all.commands.emplaceBack();
        QSet<QString> there;
        const auto add = [&](const TestCase &one, bool isThere) {
            const QString key = caseKey(command, one);
            GateCase row{.command = command.name(),
                         .name = one.name,
                         .result = isThere ? std::optional(one.result) : std::nullopt,
                         .seconds = isThere ? one.seconds : -1,
                         .file = one.file,
                         .message = isThere ? one.message : QString(),
                         .sinceBase = sinceBase.of(one.name),
                         .sinceCheckpoint = sinceCheckpoint.of(one.name),
                         .unstable = unstable.contains(key) || shown.unstable.contains(key),
                         .teeth = teeth.value(one.name, -1),
                         .suspect = suspects.value(one.name, -1)};
            for (const Results &results : std::as_const(history)) {
                const auto found = results.constFind(key);
                row.history.append(found == results.cend() ? std::nullopt : std::optional(*found));
            }
            rows.cases.append(row);
            there.insert(one.name);
        };
        rows.cases.reserve(command.cases.size());
        for (const TestCase &one : command.cases)
            add(one, true);
        // What vanished is not in the report: it stands where it was last seen.
        for (const GateReportRef &before : {question.checkpoint, question.base}) {
            if (!before)
                continue;
            for (const CommandReport &old : before->commands) {
                if (old.name() != command.name())
                    continue;
                for (const TestCase &one : old.cases) {
                    if (!there.contains(one.name)
                        && (sinceBase.of(one.name) == CaseChange::Vanished
                            || sinceCheckpoint.of(one.name) == CaseChange::Vanished))
                        add(one, false);
                }
            }
        }
        rows.report = command;
        rows.report.cases.clear();
    }
    return all;
}

QList<const GateFact *> gateHistory(const RunState &state, qsizetype most)
{
    QList<const GateFact *> all;
    for (const GateFact &gate : state.gates) {
        if (gate.tests == TestSource::Old
            || !(gate.label == "baseline-1"_L1 || gate.label == "candidate"_L1 || gate.label == "checkpoint"_L1
                 || gate.label == "fresh"_L1))
            continue;
        all.append(&gate);
    }
    if (all.size() > most)
        all.remove(1, all.size() - most);
    return all;
}

const GateFact *gateBefore(const RunState &state, const GateFact &gate)
{
    if (gate.label != "fresh"_L1) {
        const IterationFact *iteration = state.iteration(gate.iteration);
        if (iteration && iteration->checkpointTree != gate.tree)
            return state.gateOf(iteration->checkpointTree);
    }
    for (qsizetype i = state.checkpoints.size() - 1; i > 0; --i) {
        if (state.checkpoints.at(i).tree == gate.tree)
            return state.gateOf(state.checkpoints.at(i - 1).tree);
    }
    return nullptr;
}

} // namespace assay::ui
