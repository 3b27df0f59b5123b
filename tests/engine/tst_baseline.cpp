// What set-up sees of the gate before any change: what it leaves behind, what containment changes, why it is broken.
#include "core/engine/baselinetraces.h"
#include "core/engine/containment.h"
#include "tests/support/tinyrun.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

/// The tiny project, whose gate runs this line first.
RunOptions withGate(const TinyProject &project, const QString &line)
{
    RunOptions options = project.options();
    options.config = u"[[gate]]\nrun = '''%1; sh run.sh'''\nformat = \"tap\"\n"_s.arg(line);
    return options;
}

QList<RepoPath> paths(const QByteArrayList &names)
{
    QList<RepoPath> list;
    for (const QByteArray &name : names)
        list.append(RepoPath(name));
    return list;
}

const GateFact *gateNamed(const RunState &state, QStringView label)
{
    return state.gate(0, label, state.baseTree);
}

} // namespace

class TestBaseline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatTheGateLeavesIsInNoCandidate();
    void onlyTracesIsNoChange();
    void casesThatContainmentChangesAreListed();
    void containmentIsComparedOnlyWithConsent();
    void aBrokenGateIsComparedToo();
    void differencesAreToldCaseByCase();
};

void TestBaseline::whatTheGateLeavesIsInNoCandidate()
{
    TinyProject project;
    project.repository().write("VERSION", "1\n");
    project.repository().commitAll(u"a file that the gate rewrites"_s);
    RunOptions options = withGate(
        project, u"mkdir -p out/deep; echo $$ >out/deep/log; echo $$ >report.txt; echo $$ >VERSION; rm -f count.sh"_s);
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY2(run.create(), qPrintable(run.error()));
    const auto outcome = run.go();
    QVERIFY(outcome);
    const RunState state = run.state();
    const GateFact *baseline = gateNamed(state, u"baseline-1");
    QVERIFY2(baseline, qPrintable(story(state)));
    QCOMPARE(baseline->untracked, paths({"out", "report.txt"}));
    QCOMPARE(baseline->rewritten, paths({"VERSION", "count.sh"}));
    QCOMPARE(state.leftByBaseline(), paths({"out", "report.txt", "VERSION", "count.sh"}));
}

void TestBaseline::onlyTracesIsNoChange()
{
    TinyProject project;
    RunOptions options = withGate(project, u"mkdir -p out; echo $$ >out/log"_s);
    options.iterations = 3;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    // Audit, the wrong fix, and then the owner edits: what the gate leaves, and nothing else; then more.
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const auto edit = [&](const QString &name, const QByteArray &bytes) {
        QDir().mkpath(run.folder().clone() + u'/' + name.section(u'/', 0, -2));
        QFile file(run.folder().clone() + u'/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
    };
    edit(u"out/log"_s, "mine\n");
    QVERIFY(run.command(u"submit"_s, {{u"task"_s, u"T2"_s}}));
    QVERIFY(run.command(u"budget"_s, {{u"iterations"_s, 4}}));
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    RunState state = run.state();
    QCOMPARE(state.iteration(4)->verdict, u"no change"_s);
    QVERIFY2(state.iteration(4)->reason.contains(u"left out, since the gate itself leaves or rewrites them: out"),
             qPrintable(state.iteration(4)->reason));

    edit(u"out/log"_s, "mine\n");
    edit(u"count.sh"_s, "#!/bin/sh\necho $#\n");
    QVERIFY(run.command(u"submit"_s, {{u"task"_s, u"T2"_s}}));
    QVERIFY(run.command(u"budget"_s, {{u"iterations"_s, 5}}));
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    state = run.state();
    QVERIFY2(state.iteration(5)->verdict == "kept"_L1, qPrintable(story(state)));
    QCOMPARE(state.iteration(5)->candidate->leftOut, paths({"out"}));
    QCOMPARE(state.iteration(5)->candidate->files.size(), 1);
    QCOMPARE(state.iteration(5)->candidate->files.first().path, RepoPath("count.sh"));
}

void TestBaseline::casesThatContainmentChangesAreListed()
{
    TinyProject project;
    // Inside, every checkout is at one path; outside it lies in the run folder.
    project.repository().write("tests/0_where.t", "# lies outside\n[ \"$PWD\" != /assay/tree ]\n");
    project.repository().commitAll(u"a test that sees where it runs"_s);
    RunOptions options = project.options();
    options.compareUncontained = true;
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    (void)run.go();
    const RunState state = run.state();
    const ComparisonFact *containment = state.containmentComparison();
    QVERIFY2(containment, qPrintable(story(state)));
    QCOMPARE(containment->changed, QStringList{u"lies outside: failed contained, passed uncontained"_s});
    QCOMPARE(gateNamed(state, u"uncontained")->passed, 2);
    QCOMPARE(gateNamed(state, u"baseline-1")->passed, 1);
    QCOMPARE(state.gateOf(state.baseTree)->label, u"baseline-1"_s); // what later reports are compared with
    // It is listed before the first iteration.
    const qsizetype compared
        = std::ranges::count_if(state.gates, [](const GateFact &fact) { return fact.label == "uncontained"_L1; });
    QCOMPARE(compared, 1);
    (void)run.go(); // resumed: not done again
    QCOMPARE(run.state().comparisons.size(), state.comparisons.size());
}

void TestBaseline::containmentIsComparedOnlyWithConsent()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    (void)run.go();
    QVERIFY(!run.state().containmentComparison());
    QVERIFY(run.state().warnings.isEmpty()); // a recorded agent starts nothing that could be uncontained
    QCOMPARE(agentWarnings({.agent = u"command:agent"_s}).size(), 1);
    QVERIFY(!gateNamed(run.state(), u"uncontained"));
}

void TestBaseline::aBrokenGateIsComparedToo()
{
    TinyProject project;
    RunOptions options = withGate(project, u"[ $PWD != /assay/tree ] || { echo no home here >&2; exit 3; }"_s);
    options.compareUncontained = true;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::GateBroken);
    const RunState state = run.state();
    QVERIFY2(state.unmet.first().contains(u"no home here"), qPrintable(story(state)));
    const ComparisonFact *containment = state.containmentComparison();
    QVERIFY(containment);
    const QString told = containment->changed.join(u'\n');
    QVERIFY2(told.contains(u"greets: not there contained, passed uncontained") && told.contains(u"measured nothing"),
             qPrintable(told));
}

void TestBaseline::differencesAreToldCaseByCase()
{
    CommandReport in{.command = u"make"_s, .exitStatus = 1}, out{.command = u"make"_s, .exitStatus = 0};
    const auto changed = [&](const QSet<QString> &unstable = {}) {
        return changedByContainment({.commands = {in}}, {.commands = {out}}, unstable);
    };
    QCOMPARE(changed(), QStringList{u"make: status 1 contained, status 0 uncontained"_s});
    in.exitStatus = 0;
    QCOMPARE(changed(), QStringList());
    in.cases = {{.name = u"a"_s}, {.name = u"b"_s, .result = CaseResult::Skipped}};
    out.cases = {{.name = u"a"_s}, {.name = u"b"_s}, {.name = u"c"_s}};
    QCOMPARE(
        changed(),
        (QStringList{u"b: skipped contained, passed uncontained"_s, u"c: not there contained, passed uncontained"_s}));
    QCOMPARE(changed({caseKey(in, in.cases.at(1))}), QStringList{u"c: not there contained, passed uncontained"_s});
}

QTEST_GUILESS_MAIN(TestBaseline)
#include "tst_baseline.moc"
