// A whole run in seconds: what the loop does with a small project, a wrong fix and a right one.
#include "core/engine/commands.h"
#include "core/journal/runsentence.h"
#include "tests/support/tinyrun.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TestTinyRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void convergesWithinItsBudget();
    void oneIterationLessSpendsTheBudget();
    void withoutRecordingTheAgentIsUnavailable();
    void settingsForAgentsThatTheRepositoryCarriesAreListed();
    void aRedGateWithoutCasesIsSaidToJudgeNothing();
    void agentThatFailsTwiceAndLeavesNothingIsUnavailable();
    void gateWithoutCasesIsAskedForNoTeeth();
    void anOutboxFileThatIsTooLargeIsNamed();
    void brokenGateAtBaseEndsTheRun();
    void reviewHoldsTheCandidateUntilTheOwnerAnswers();
    void sentBackCandidateDoesNotCount();
    void anEditMadeWhileACandidateWaitsIsKept();
    void rewindOpensWhatWasFixedLater();
    void anAuditMadeBeforeARewindIsNotFresh();
    void ownersEditIsVerifiedLikeAnyAttempt();
    void aRegressionIsNoSuspectTest();
    void interruptedIterationsSpendNoBudgetAndTheRunGoesOnWithAnotherAgent();
    void unansweredDecisionBlocksOnlyItsTask();
};

void TestTinyRun::convergesWithinItsBudget()
{
    TinyProject project;
    EngineRun run(project.target(), project.options());
    QVERIFY2(run.create(), qPrintable(run.error()));
    const auto outcome = run.go();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().text()));
    const RunState state = run.state();
    QVERIFY2(*outcome == Outcome::Converged, qPrintable(story(state)));
    QCOMPARE(state.iterations.size(), 5);
    QStringList verdicts;
    for (const IterationFact &iteration : state.iterations)
        verdicts.append(iteration.verdict);
    QCOMPARE(verdicts, (QStringList{u"findings filed"_s, u"rolled back"_s, u"kept"_s, u"kept"_s, u"clean"_s}));
    QVERIFY(state.finding(FindingId(u"F1"_s))->isDefended());
    QVERIFY(!state.finding(FindingId(u"F2"_s))->isDefended());
    QCOMPARE(state.refutedClaims(), 0); // the gate never ran on the wrong fix: unchecked, not refuted
    QCOMPARE(state.openPrompts().size(), 1);
}

void TestTinyRun::oneIterationLessSpendsTheBudget()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 4;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    // The owner extends it, and the run goes on to the same end.
    QVERIFY(run.command(u"budget"_s, {{u"iterations"_s, 5}}));
    QCOMPARE(run.go().value(), Outcome::Converged);
}

void TestTinyRun::withoutRecordingTheAgentIsUnavailable()
{
    TinyProject project;
    project.startRecordingAnew();
    project.record({.folder = u"other"_s, .purpose = u"evaluation"_s, .outbox = {{"evaluation.json", "{}"}}});
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    const RunState state = run.state();
    QCOMPARE(state.countedIterations(), 0);
    QCOMPARE(state.iterations.last().verdict, u"interrupted"_s);
}

/// It spent the whole budget, and the run ended as if work had been done.
void TestTinyRun::agentThatFailsTwiceAndLeavesNothingIsUnavailable()
{
    TinyProject project;
    QTemporaryDir dir;
    const QString program = dir.filePath(u"agent"_s);
    const auto write = [&](const QByteArray &script) {
        QFile file(program);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(script) == script.size());
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    };
    write("#!/bin/sh\necho no key >&2\nexit 1\n");
    RunOptions options = project.options();
    options.agent = u"command:"_s + program;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    RunState state = run.state();
    QCOMPARE(state.iterations.size(), 2);
    QCOMPARE(state.countedIterations(), 1); // once may be chance
    QVERIFY2(state.unmet.value(0).contains(u"no key"_s), qPrintable(state.unmet.join(u'\n')));
    // Resumed it is tried again, twice.
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    QCOMPARE(run.state().iterations.size(), 4);
    // One that leaves something between is at work, however badly.
    write("#!/bin/sh\necho x >\"$ASSAY_OUTBOX/notes\"\nexit 1\n");
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
}

/// No test of such a gate can be seen to fail on the old code: a gate task for it could not be done by anyone.
void TestTinyRun::gateWithoutCasesIsAskedForNoTeeth()
{
    TinyProject project;
    RunOptions options = project.options();
    options.config = u"[[gate]]\nrun = \"sh run.sh >/dev/null\"\nformat = \"status\"\n"_s;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::Converged);
    const RunState state = run.state();
    QVERIFY(!state.finding(FindingId(u"F1"_s))->isDefended()); // High, and said wherever it is told
    for (const Task &task : state.tasks)
        QVERIFY2(task.type != TaskType::Gate, qPrintable(task.id.text()));
}

/// Red before and red after: "no worse" was all that was said of it.
void TestTinyRun::aRedGateWithoutCasesIsSaidToJudgeNothing()
{
    TinyProject project;
    RunOptions options = project.options();
    options.config
        = u"[[gate]]\nrun = \"exit 3\"\nformat = \"status\"\n[[gate]]\nrun = \"true\"\nformat = \"status\"\n"_s;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::Converged);
    const RunState state = run.state();
    QCOMPARE(blindGate(state), QStringList{u"exit 3"_s});
    for (const GateFact &gate : state.gates)
        QCOMPARE(gate.blind, QStringList{u"exit 3"_s});
}

/// What a clone has an agent run is told before it starts.
void TestTinyRun::settingsForAgentsThatTheRepositoryCarriesAreListed()
{
    TinyProject project;
    for (const char *path : {".claude/settings.json", "sub/.mcp.json", "CLAUDE.md"})
        project.repository().write(path, "{}\n");
    project.repository().commitAll(u"settings"_s);
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    QVERIFY(run.go());
    const QStringList told = run.state().warnings.filter(u"carries settings"_s);
    QVERIFY2(told.size() == 1 && told.first().contains(u"(.claude, sub/.mcp.json)"), qPrintable(told.join(u'\n')));
}

void TestTinyRun::anOutboxFileThatIsTooLargeIsNamed()
{
    TinyProject project;
    QTemporaryDir dir;
    const QString program = dir.filePath(u"agent"_s);
    QFile file(program);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\ntruncate -s 100M \"$ASSAY_OUTBOX/audit.json\"\n");
    file.close();
    QVERIFY(file.setPermissions(QFileDevice::Permissions(0x7755)));
    RunOptions options = project.options();
    options.agent = u"command:"_s + program;
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const QString reason = run.state().iterations.last().reason;
    QVERIFY2(reason.contains(u"audit.json") && reason.contains(u"104857600"), qPrintable(reason));
}

void TestTinyRun::brokenGateAtBaseEndsTheRun()
{
    TinyProject project;
    RunOptions options = project.options();
    options.config = u"[[gate]]\nrun = \"sh tests/nowhere.sh\"\nformat = \"tap\"\n"_s;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::GateBroken);
}

void TestTinyRun::reviewHoldsTheCandidateUntilTheOwnerAnswers()
{
    TinyProject project;
    RunOptions options = project.options();
    options.supervision = Supervision::Review;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
    RunState state = run.state();
    QCOMPARE(state.iterations.size(), 3);
    QVERIFY(state.running());
    QVERIFY(state.running()->candidate);
    const ObjectId held = state.running()->candidate->commit;
    QVERIFY(run.command(u"review"_s, {{u"answer"_s, u"accept"_s}}));
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
    state = run.state();
    QCOMPARE(state.iteration(3)->verdict, u"kept"_s);
    QCOMPARE(state.iteration(3)->candidate->commit, held); // verified once, kept as it was
    QCOMPARE(state.iteration(3)->sessions.size(), 1);
    QVERIFY(run.command(u"review"_s, {{u"answer"_s, u"accept"_s}}));
    QCOMPARE(run.go().value(), Outcome::Converged);
}

void TestTinyRun::sentBackCandidateDoesNotCount()
{
    TinyProject project;
    RunOptions options = project.options();
    options.supervision = Supervision::Review;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
    QVERIFY(!run.command(u"review"_s, {{u"answer"_s, u"send back"_s}})); // comments are needed
    QVERIFY(run.command(u"review"_s, {{u"answer"_s, u"send back"_s}, {u"comments"_s, u"use printf"_s}}));
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
    const RunState state = run.state();
    QCOMPARE(state.iteration(3)->verdict, u"rolled back"_s);
    QVERIFY(!state.iteration(3)->counted);
    QVERIFY(!state.iteration(3)->salvage.isNull());
    QCOMPARE(state.iterations.size(), 4); // the same session replays, and waits again
    QCOMPARE(state.task(TaskId(u"T1"_s))->countedAttempts, 1);
}

void TestTinyRun::anEditMadeWhileACandidateWaitsIsKept()
{
    TinyProject project;
    RunOptions options = project.options();
    options.supervision = Supervision::Review;
    options.iterations = 3;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
    QFile file(run.folder().clone() + u"/greet.sh"_s);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("#!/bin/sh\n# my own\necho \"hello${1:+ $1}\"\n");
    file.close();
    QVERIFY(run.command(u"review"_s, {{u"answer"_s, u"reject"_s}, {u"comments"_s, u"mine is better"_s}}));
    QVERIFY(run.go());
    const RunState state = run.state();
    QCOMPARE(state.iteration(3)->verdict, u"rolled back"_s);
    QCOMPARE(state.tampers.size(), 1);
    const ObjectId kept(state.tampers.first().done.section(u' ', -1).toLatin1());
    const auto vault = Vault::open(run.folder().vault());
    QVERIFY(vault);
    const auto commit = vault->commit(kept);
    QVERIFY(commit);
    const auto entry = vault->find(commit->tree, RepoPath("greet.sh"));
    QVERIFY(entry && *entry);
    QVERIFY(vault->blob((*entry)->object)->contains("my own"));
}

void TestTinyRun::rewindOpensWhatWasFixedLater()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 12;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::Converged);
    QVERIFY(run.command(u"rewind"_s, {{u"checkpoint"_s, 1}}));
    RunState state = run.state();
    QCOMPARE(state.currentCheckpoint, 1);
    QCOMPARE(state.finding(FindingId(u"F1"_s))->state, FindingState::Fixed);
    QCOMPARE(state.finding(FindingId(u"F2"_s))->state, FindingState::Reproduced);
    QCOMPARE(state.task(TaskId(u"T2"_s))->state, TaskState::Open);
    QCOMPARE(run.go().value(), Outcome::Converged);
    state = run.state();
    QCOMPARE(state.finding(FindingId(u"F2"_s))->state, FindingState::Fixed);
    QCOMPARE(state.checkpoint().tree, state.checkpoints.at(2).tree); // the same fix, kept anew
    // The tree is the one that was found clean before; it is looked at anew all the same.
    QStringList verdicts;
    for (const IterationFact &iteration : state.iterations.mid(5))
        verdicts.append(iteration.verdict);
    QCOMPARE(verdicts, (QStringList{u"kept"_s, u"clean"_s}));
}

void TestTinyRun::anAuditMadeBeforeARewindIsNotFresh()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 12;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::Converged);
    QCOMPARE(run.state().iterations.size(), 5);
    // Back to where it is: nothing is open again, and still the run must show that it converges.
    QVERIFY(run.command(u"rewind"_s, {{u"checkpoint"_s, 2}}));
    RunState state = run.state();
    QVERIFY(!state.outcome);
    QVERIFY(state.isJustRewound());
    QCOMPARE(run.go().value(), Outcome::Converged);
    state = run.state();
    QCOMPARE(state.iterations.size(), 6);
    QCOMPARE(state.iteration(6)->verdict, u"clean"_s);
    QCOMPARE(state.conditionsIteration, 6);
    QVERIFY(!state.isJustRewound());
}

void TestTinyRun::ownersEditIsVerifiedLikeAnyAttempt()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 2; // ends with T1 open after the wrong fix
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QFile file(run.folder().clone() + u"/greet.sh"_s);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("#!/bin/sh\necho \"hello${1:+ $1}\"\n");
    file.close();
    QFile test(run.folder().clone() + u"/tests/2_by_name.t"_s);
    QVERIFY(test.open(QIODevice::WriteOnly));
    test.write("# greets by name\n[ \"$(sh greet.sh Ann)\" = 'hello Ann' ]\n");
    test.close();
    QVERIFY(run.command(u"submit"_s, {{u"task"_s, u"T1"_s}}));
    QVERIFY(run.command(u"budget"_s, {{u"iterations"_s, 3}}));
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const RunState state = run.state();
    QVERIFY2(state.iteration(3)->verdict == "kept"_L1, qPrintable(story(state)));
    QVERIFY(state.iteration(3)->ownersEdit);
    QVERIFY(state.iteration(3)->sessions.isEmpty());
    QCOMPARE(state.finding(FindingId(u"F1"_s))->state, FindingState::Fixed);
    QVERIFY(state.finding(FindingId(u"F1"_s))->isDefended());
}

void TestTinyRun::aRegressionIsNoSuspectTest()
{
    TinyProject project;
    project.startRecordingAnew();
    const QByteArray repro
        = "#!/bin/sh\n[ -f \"$ASSAY_TREE/greet.sh\" ] || exit 2\n"
          "[ \"$(sh \"$ASSAY_TREE/greet.sh\" Ann)\" = 'hello Ann' ] && exit 0\necho REPRODUCED: no name\nexit 1\n";
    project.record({.folder = u"1"_s,
                    .purpose = u"audit"_s,
                    .outbox = {{"audit.json", R"({"schema":"assay/audit/1","findings":[{"title":"no name",
                        "severity":"high","root_cause":"arguments","where":[{"path":"greet.sh","line":2}],
                        "observed":"hello","expected":"hello Ann","repro":"repros/g.sh"}]})"},
                               {"repros/g.sh", repro}}});
    // Mends the finding and breaks what an old test guards; that test's file gets a new line that changes nothing.
    project.record({.folder = u"2"_s,
                    .purpose = u"task"_s,
                    .findings = {u"F1"_s},
                    .files = {{"greet.sh", "#!/bin/sh\n[ $# -gt 0 ] && echo \"hello $1\" || echo hallo\n"},
                              {"tests/1_greets.t", "# greets\n# politely\n[ \"$(sh greet.sh)\" = hello ]\n"}},
                    .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"Greet by name"})"}}});
    RunOptions options = project.options();
    options.iterations = 2;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const RunState state = run.state();
    QCOMPARE(state.iteration(2)->verdict, u"rolled back"_s);
    const QString reason = state.iteration(2)->reason;
    QVERIFY2(reason.contains(u"the new code fails tests that passed before") && reason.endsWith(u"greets"),
             qPrintable(reason));
    QVERIFY(state.suspects.isEmpty());
}

void TestTinyRun::interruptedIterationsSpendNoBudgetAndTheRunGoesOnWithAnotherAgent()
{
    TinyProject project, other;
    other.startRecordingAnew();
    other.record({.folder = u"other"_s, .purpose = u"evaluation"_s, .outbox = {{"evaluation.json", "{}"}}});
    RunOptions options = project.options(); // five iterations, which are all needed
    options.agent = u"recorded:"_s + other.recording();
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    {
        const SystemClock clock;
        const auto ledger = openRun(run.folder(), clock);
        QVERIFY(ledger);
        const auto draft = agentDraft((*ledger)->state(), project.options().agent);
        QVERIFY(draft);
        QCOMPARE(draft->data[u"old"][u"agent"].toString(), options.agent);
        QVERIFY(!draft->data[u"why"].toString().isEmpty());
        QCOMPARE(draft->actor, u"owner"_s);
        QVERIFY((*ledger)->append(*draft));
    }
    QCOMPARE(run.state().policy[u"agent"].toString(), project.options().agent);
    QCOMPARE(run.go().value(), Outcome::Converged);
    const RunState state = run.state();
    QCOMPARE(state.iterations.size(), 7);
    QCOMPARE(state.countedIterations(), 5);
    QList<int> places;
    for (const IterationFact &iteration : state.iterations)
        places.append(state.budgetPlace(iteration));
    QCOMPARE(places, (QList<int>{1, 1, 1, 2, 3, 4, 5}));
}

void TestTinyRun::unansweredDecisionBlocksOnlyItsTask()
{
    TinyProject project;
    project.startRecordingAnew();
    const QByteArray repro
        = "#!/bin/sh\n[ -f \"$ASSAY_TREE/count.sh\" ] || exit 2\n"
          "[ \"$(sh \"$ASSAY_TREE/count.sh\" a)\" = 1 ] && exit 0\necho REPRODUCED: one too few\nexit 1\n";
    project.record(
        {.folder = u"1"_s,
         .purpose = u"audit"_s,
         .outbox = {{"audit.json", R"({"schema":"assay/audit/1","findings":[{"title":"off by one","severity":"high",
                        "root_cause":"off-by-one","where":[{"path":"count.sh","line":2}],"observed":"0","expected":"1",
                        "repro":"repros/c.sh"}],"decisions":[{"title":"Count from zero?","question":"Is it meant?",
                        "options":[{"label":"no","effect":"it is mended","irreversible":false},
                        {"label":"yes","effect":"it stays","irreversible":false}],
                        "recommended":"no","why":"the owner knows","blocks":["off-by-one"]}]})"},
                    {"repros/c.sh", repro}}});
    project.record({.folder = u"2"_s,
                    .purpose = u"task"_s,
                    .findings = {u"F1"_s},
                    .files = {{"count.sh", "#!/bin/sh\necho $#\n"}},
                    .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"Count all"})"}},
                    .kept = true});
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
    QCOMPARE(run.state().countedIterations(), 1);
    QVERIFY(run.command(u"decide"_s, {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"no"_s}}));
    // Goes on with the task; the recording holds no gate task, which is where this story ends.
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    const RunState state = run.state();
    QCOMPARE(state.iteration(2)->verdict, u"kept"_s);
    QCOMPARE(state.iteration(3)->task, TaskId(u"G1"_s));
}

QTEST_GUILESS_MAIN(TestTinyRun)
#include "tst_tinyrun.moc"
