// What the owner may do to a run beside answering: take a word back, correct root causes, order the work, edit the gate,
// see a check again, end what runs. Each is an entry, and the loop goes by it.
#include "core/journal/inbox.h"
#include "core/journal/journalreader.h"
#include "tests/support/tinyrun.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <QtConcurrent>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

const FindingId F1(u"F1"_s), F2(u"F2"_s), F3(u"F3"_s);
const TaskId T1(u"T1"_s), T2(u"T2"_s), T3(u"T3"_s), S1(u"S1"_s);

QByteArray finding(const QByteArray &title, const QByteArray &cause, const QByteArray &repro)
{
    return R"({"title":")" + title + R"(","severity":"high","root_cause":")" + cause
        + R"(","where":[{"path":"greet.sh","line":2}],"observed":"o","expected":"e","repro":"repros/)" + repro + "\"}";
}

/// Looks at greet.sh, and is told apart from the others by its number.
QByteArray repro(int number)
{
    return "#!/bin/sh\n# " + QByteArray::number(number)
        + "\n[ -f \"$ASSAY_TREE/greet.sh\" ] || exit 2\n"
          "[ \"$(sh \"$ASSAY_TREE/greet.sh\" Ann)\" = 'hello Ann' ] && exit 0\necho REPRODUCED: no name\nexit 1\n";
}

/// An audit with three findings; nothing is recorded behind it.
void recordThreeFindings(TinyProject &project, const QByteArrayList &causes, const QByteArray &decisions = "[]")
{
    project.startRecordingAnew();
    QByteArrayList findings;
    QList<std::pair<QByteArray, QByteArray>> outbox;
    for (int i = 0; i < 3; ++i) {
        const QByteArray name = QByteArray::number(i + 1) + ".sh";
        findings.append(finding("finding " + QByteArray::number(i + 1), causes.at(i), name));
        outbox.append({"repros/" + name, repro(i + 1)});
    }
    outbox.append(
        {"audit.json",
         R"({"schema":"assay/audit/1","findings":[)" + findings.join(',') + R"(],"decisions":)" + decisions + "}"});
    project.record({.folder = u"1"_s, .purpose = u"audit"_s, .outbox = outbox});
}

const QByteArray kBlockingDecision = R"([{"title":"Is it meant?","question":"Is it?",
    "options":[{"label":"no","effect":"it is mended","irreversible":false},
               {"label":"yes","effect":"it stays","irreversible":false}],
    "recommended":"no","why":"the owner knows","blocks":["one","two","three"]}])";

/// How often a finding's checks were watched because the owner asked.
qsizetype rechecks(const RunState &state)
{
    return std::ranges::count(state.proofs, ProofRole::Recheck, &ProofFact::role);
}

} // namespace

class TestOwnerVerbs : public QObject {
    Q_OBJECT

    /// Takes its time where it is the first to run, and says that it began.
    static QByteArray slow(const QString &marker)
    {
        const QByteArray name = QFile::encodeName(marker);
        return "#!/bin/sh\n[ -e '" + name + "' ] && exit 2\n: > '" + name + "'\nsleep 600\n";
    }

private Q_SLOTS:
    void answerIsTakenBackUntilItWasActedOn();
    void ofTwoWordsAboutOneThingTheLaterIsUndoneFirst();
    void everyWordThatCanBeUndoneLeavesTheStateAsItWas_data();
    void everyWordThatCanBeUndoneLeavesTheStateAsItWas();
    void mergedRootCausesAreCountedAtOnce();
    void findingTakenOutOfAStructuralTaskIsWorkedAlone();
    void splitNeedsOneRootCause();
    void orderIsOneWord();
    void aBudgetGivenToALiveRunIsSpent();
    void anAnswerIsTakenBetweenTwoSteps();
    void anotherGateMeasuresTheBaselineAnew();
    void gateIsNotEditedUnderAnIteration();
    void checkIsRunAgainAndJudgesNothingThatStands();
    void fixedFindingSeenAgainHasRegressed();
    void runningSessionIsEndedAndTheRunGoesOn();
    void nothingToEndIsSaid();
    void anEndedCheckMakesNoAuditClean();
    void anEndedGateIsMeasuredAgainByTheNextEngine();
};

void TestOwnerVerbs::answerIsTakenBackUntilItWasActedOn()
{
    TinyProject project;
    recordThreeFindings(project, {"one", "two", "three"}, kBlockingDecision);
    EngineRun run(project.target(), project.options());
    QVERIFY2(run.create(), qPrintable(run.error()));
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
    QVERIFY(run.command(u"decide"_s, {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"no"_s}}));
    QCOMPARE(run.state().task(T1)->state, TaskState::Open);
    QVERIFY(run.command(u"undo"_s, {}));
    RunState state = run.state();
    QCOMPARE(state.prompt(PromptId(u"P1"_s))->state, PromptState::Open);
    QVERIFY(state.prompt(PromptId(u"P1"_s))->answer.isEmpty());
    QCOMPARE(state.task(T1)->state, TaskState::Blocked);
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner); // it waits as before
    // Declined with a reason, and that taken back: the list of what was declined is as it was.
    const auto declined = run.state().declined.size();
    QVERIFY(run.command(u"decline"_s, {{u"prompt"_s, u"P1"_s}, {u"reason"_s, u"no time"_s}}));
    QCOMPARE(run.state().declined.size(), declined + 1);
    QVERIFY(run.command(u"undo"_s, {}));
    QCOMPARE(run.state().declined.size(), declined);
    // Once the task has begun there is nothing to take back.
    QVERIFY(run.command(u"decide"_s, {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"no"_s}}));
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    const Status late = run.command(u"undo"_s, {});
    QVERIFY(!late);
    QVERIFY2(late.error().text().contains(u"acted on"), qPrintable(late.error().text()));
}

void TestOwnerVerbs::ofTwoWordsAboutOneThingTheLaterIsUndoneFirst()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QVERIFY(run.command(u"rank"_s, {{u"task"_s, u"T1"_s}, {u"rank"_s, 2}}));
    QVERIFY(run.command(u"rank"_s, {{u"task"_s, u"T2"_s}, {u"rank"_s, 1}}));
    QVERIFY(run.command(u"park"_s, {{u"task"_s, u"T1"_s}, {u"reason"_s, u"later"_s}}));
    const QList<Undoable> undoable = run.state().undoable;
    QCOMPARE(undoable.size(), 3);
    const Status refused = run.command(u"undo"_s, {{u"command"_s, undoable.at(0).command}});
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().contains(u"Undo the later one first"), qPrintable(refused.error().text()));
    QVERIFY(run.command(u"undo"_s, {{u"command"_s, undoable.at(1).command}})); // nothing later touched T2
    QCOMPARE(run.state().task(T2)->ownerRank, 0);
    QVERIFY(run.command(u"undo"_s, {})); // the last: the park
    QCOMPARE(run.state().task(T1)->state, TaskState::Open);
    QVERIFY(run.command(u"undo"_s, {{u"command"_s, undoable.at(0).command}}));
    QCOMPARE(run.state().task(T1)->ownerRank, 0);
    QVERIFY(!run.command(u"undo"_s, {}));
}

void TestOwnerVerbs::everyWordThatCanBeUndoneLeavesTheStateAsItWas_data()
{
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QJsonObject>("args");
    const auto row
        = [](const char *verb, const QJsonObject &args) { QTest::newRow(verb) << QString::fromLatin1(verb) << args; };
    row("decide", {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"none"_s}, {u"reason"_s, u"r"_s}});
    row("defer", {{u"prompt"_s, u"P1"_s}});
    row("decline", {{u"finding"_s, u"F2"_s}, {u"reason"_s, u"r"_s}});
    row("park", {{u"task"_s, u"T1"_s}, {u"reason"_s, u"r"_s}});
    row("rank", {{u"task"_s, u"T1"_s}, {u"rank"_s, 3}});
    row("order", {{u"tasks"_s, QJsonArray{u"T2"_s, u"T1"_s}}});
    row("cause", {{u"finding"_s, u"F1"_s}, {u"cause"_s, u"other"_s}});
    row("split", {{u"findings"_s, QJsonArray{u"F1"_s}}, {u"to"_s, u"other"_s}});
    row("merge", {{u"from"_s, u"off-by-one"_s}, {u"to"_s, u"arguments-ignored"_s}});
    row("note", {{u"text"_s, u"mind the pool"_s}});
    const QJsonObject hunk{{u"path"_s, u"greet.sh"_s}, {u"hunk"_s, u"ab"_s}, {u"state"_s, u"left-out"_s}};
    row("mark", {{u"marks"_s, QJsonArray{hunk}}});
    row("submit", {{u"task"_s, u"T1"_s}});
    row("budget", {{u"iterations"_s, 9}});
    row("gate", {{u"gate"_s, QJsonArray{u"sh -n greet.sh"_s}}});
}

void TestOwnerVerbs::everyWordThatCanBeUndoneLeavesTheStateAsItWas()
{
    QFETCH(const QString, verb);
    QFETCH(const QJsonObject, args);
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const auto told = [](const RunState &state) {
        QStringList lines{QString::fromUtf8(QJsonDocument(state.policy).toJson()), state.submitted.text()};
        for (const Task &task : state.tasks)
            lines.append(u"%1 %2 %3 %4 %5 %6"_s.arg(task.id.text(), toWord(task.state), task.cause, task.reason)
                             .arg(task.ownerRank)
                             .arg(task.parkedByOwner));
        for (const Finding &finding : state.findings)
            lines.append(u"%1 %2 %3"_s.arg(finding.id.text(), finding.cause).arg(finding.declined));
        for (const Prompt &prompt : state.prompts)
            lines.append(
                u"%1 %2 %3 %4"_s.arg(prompt.id.text(), toWord(prompt.state), prompt.answer, prompt.answeredBy));
        for (const DeclinedFact &fact : state.declined)
            lines.append(u"declined %1: %2"_s.arg(fact.subject, fact.reason));
        for (const NoteFact &note : state.notes)
            lines.append(note.text);
        for (auto it = state.marks.cbegin(); it != state.marks.cend(); ++it)
            lines.append(u"%1 %2"_s.arg(it.key().text()).arg(it->leftOut));
        return lines.join(u'\n');
    };
    const QString before = told(run.state());
    const Status done = run.command(verb, args);
    QVERIFY2(done, qPrintable(done ? QString() : done.error().text()));
    QCOMPARE_NE(told(run.state()), before);
    const Status undone = run.command(u"undo"_s, {});
    QVERIFY2(undone, qPrintable(undone ? QString() : undone.error().text()));
    QCOMPARE(told(run.state()), before);
    QVERIFY(run.state().undoable.isEmpty());
}

void TestOwnerVerbs::mergedRootCausesAreCountedAtOnce()
{
    TinyProject project;
    recordThreeFindings(project, {"one", "one", "two"});
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable); // T1 is not recorded
    QVERIFY(!run.state().task(S1));
    QVERIFY(run.command(u"merge"_s, {{u"from"_s, u"two"_s}, {u"to"_s, u"one"_s}}));
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    const RunState state = run.state();
    QVERIFY2(state.task(S1), qPrintable(story(state)));
    QCOMPARE(state.task(S1)->covers, (QList<FindingId>{F1, F2, F3}));
    for (const TaskId &spot : {T1, T2, T3})
        QCOMPARE(state.task(spot)->state, TaskState::Superseded);
    QCOMPARE(state.iterations.last().task, S1); // never a third patch
}

void TestOwnerVerbs::findingTakenOutOfAStructuralTaskIsWorkedAlone()
{
    TinyProject project;
    recordThreeFindings(project, {"one", "one", "one"});
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    QVERIFY(run.state().task(S1));
    QVERIFY(run.command(u"cause"_s, {{u"finding"_s, u"F2"_s}, {u"cause"_s, u"other"_s}}));
    RunState state = run.state();
    QCOMPARE(state.task(S1)->covers, (QList<FindingId>{F1, F3}));
    QCOMPARE(state.task(T2)->state, TaskState::Open);
    QCOMPARE(state.task(T2)->cause, u"other"_s);
    QVERIFY(run.command(u"split"_s, {{u"findings"_s, QJsonArray{u"F1"_s, u"F3"_s}}, {u"to"_s, u"third"_s}}));
    state = run.state();
    QCOMPARE(state.task(S1)->state, TaskState::Parked); // nothing is left of it
    QCOMPARE(state.task(T1)->state, TaskState::Open);
    QCOMPARE(state.task(T3)->cause, u"third"_s);
}

void TestOwnerVerbs::splitNeedsOneRootCause()
{
    TinyProject project;
    recordThreeFindings(project, {"one", "one", "two"});
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    const Status refused
        = run.command(u"split"_s, {{u"findings"_s, QJsonArray{u"F1"_s, u"F3"_s}}, {u"to"_s, u"new"_s}});
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().contains(u"one and two"), qPrintable(refused.error().text()));
    QVERIFY(!run.command(u"split"_s, {{u"findings"_s, QJsonArray{u"F1"_s}}, {u"to"_s, u"one"_s}}));
    QVERIFY(!run.command(u"split"_s, {{u"findings"_s, QJsonArray{u"F9"_s}}, {u"to"_s, u"new"_s}}));
    // A root cause is what the agent's form takes for one.
    for (const QString &none : {u"Two words"_s, u"-x"_s, QString(65, u'x')}) {
        const Status unnamed = run.command(u"cause"_s, {{u"finding"_s, u"F1"_s}, {u"cause"_s, none}});
        QVERIFY(!unnamed);
        QVERIFY2(unnamed.error().text().contains(u"is no root cause"_s), qPrintable(unnamed.error().text()));
        QVERIFY(!run.command(u"split"_s, {{u"findings"_s, QJsonArray{u"F1"_s}}, {u"to"_s, none}}));
        QVERIFY(!run.command(u"merge"_s, {{u"from"_s, u"one"_s}, {u"to"_s, none}}));
    }
}

void TestOwnerVerbs::orderIsOneWord()
{
    TinyProject project;
    recordThreeFindings(project, {"one", "two", "three"});
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    QCOMPARE(run.state().iterations.last().task, T1);
    QVERIFY(run.command(u"order"_s, {{u"tasks"_s, QJsonArray{u"T3"_s, u"T2"_s}}}));
    QCOMPARE(run.entriesOf("command.received"_L1).size(), 1);
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    QCOMPARE(run.state().iterations.last().task, T3);
    QVERIFY(run.command(u"order"_s, {{u"tasks"_s, QJsonArray{u"T2"_s}}})); // T3 has no rank any more
    QCOMPARE(run.state().task(T3)->ownerRank, 0);
    QVERIFY(!run.command(u"order"_s, {{u"tasks"_s, QJsonArray{u"T2"_s, u"T2"_s}}}));
    QVERIFY(run.command(u"order"_s, {{u"tasks"_s, QJsonArray()}})); // as the rules have it
    QCOMPARE(run.state().task(T2)->ownerRank, 0);
    QVERIFY(!run.command(u"order"_s, {{u"tasks"_s, QJsonArray()}})); // nothing is ranked
}

void TestOwnerVerbs::aBudgetGivenToALiveRunIsSpent()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 2;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    const auto outcome = run.go({}, [&](const Entry &entry) {
        if (entry.kind == "iteration.started"_L1 && entry.iteration == 2)
            QVERIFY(sendCommand(run.folder(), u"budget"_s, {{u"iterations"_s, 5}}));
    });
    QVERIFY2(outcome == Outcome::Converged, qPrintable(story(run.state())));
}

void TestOwnerVerbs::anAnswerIsTakenBetweenTwoSteps()
{
    TinyProject project;
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    const auto outcome = run.go({}, [&](const Entry &entry) {
        if (entry.kind == "session.started"_L1 && entry.iteration == 3)
            QVERIFY(sendCommand(run.folder(), u"decide"_s, {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"none"_s}}));
    });
    QVERIFY2(outcome == Outcome::Converged, qPrintable(story(run.state())));
    const auto seqOf = [&](QLatin1StringView kind, int iteration) {
        qint64 seq = 0;
        for (const Entry &entry : run.entriesOf(kind)) {
            if (entry.iteration == iteration || iteration == 0)
                seq = entry.seq;
        }
        return seq;
    };
    QCOMPARE_LT(seqOf("prompt.answered"_L1, 0), seqOf("iteration.ended"_L1, 3));
    QCOMPARE_GT(seqOf("prompt.answered"_L1, 0), seqOf("iteration.started"_L1, 3));
}

void TestOwnerVerbs::anotherGateMeasuresTheBaselineAnew()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 2; // the audit, and the wrong fix
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const auto baselines = [&] {
        const RunState state = run.state();
        return std::ranges::count(state.gates, u"baseline-1"_s, &GateFact::label);
    };
    QCOMPARE(baselines(), 1);
    QVERIFY(!run.command(u"gate"_s, {{u"gate"_s, QJsonArray{u"sh run.sh"_s}}})); // that is the gate already
    QVERIFY(!run.command(u"gate"_s, {{u"gate"_s, QJsonArray()}}));
    QVERIFY(run.command(u"gate"_s, {{u"gate"_s, QJsonArray{u"sh run.sh"_s, u"sh -n run.sh || true"_s}}}));
    QVERIFY(run.command(u"budget"_s, {{u"iterations"_s, 5}}));
    const Entry configured = run.entriesOf("run.configured"_L1).at(1);
    QCOMPARE(configured.actor, u"owner"_s);
    QCOMPARE(configured.data[u"old"][u"gate"].toArray().size(), 1);
    QVERIFY(run.state().warnings.join(u' ').contains(u"|| true")); // what masks a status is said here too
    const auto end = run.go();
    const RunState state = run.state();
    QVERIFY2(end == Outcome::Converged, qPrintable(story(state)));
    QCOMPARE(baselines(), 2);
    QVERIFY(state.finding(F1)->isDefended()); // the cases of the first command are read as before
    // One that cannot run ends it as it would have at the beginning, also after it converged.
    QVERIFY(run.command(u"gate"_s, {{u"gate"_s, QJsonArray{u"no-such-program"_s}}}));
    QVERIFY(run.state().conditions.isEmpty());
    QCOMPARE(run.go().value(), Outcome::GateBroken);
    QVERIFY(run.command(u"gate"_s, {{u"gate"_s, QJsonArray{u"sh run.sh"_s}}}));
    QCOMPARE(run.go().value(), Outcome::Converged);
}

void TestOwnerVerbs::gateIsNotEditedUnderAnIteration()
{
    TinyProject project;
    RunOptions options = project.options();
    options.supervision = Supervision::Review;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
    const Status refused = run.command(u"gate"_s, {{u"gate"_s, QJsonArray{u"sh -n greet.sh"_s}}});
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().contains(u"iteration 3 is under way"), qPrintable(refused.error().text()));
}

void TestOwnerVerbs::checkIsRunAgainAndJudgesNothingThatStands()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const Status refused = run.command(u"recheck"_s, {{u"finding"_s, u"F1"_s}}); // no engine is there to do it
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().contains(u"assay repro"), qPrintable(refused.error().text()));
    for (int turn = 1; turn <= 2; ++turn) { // however often it was watched before
        QVERIFY(sendCommand(run.folder(), u"recheck"_s, {{u"finding"_s, u"F1"_s}}));
        QCOMPARE(run.go().value(), Outcome::BudgetSpent);
        const RunState state = run.state();
        QCOMPARE(rechecks(state), 3 * turn);
        QVERIFY(state.rechecks.isEmpty());
        QCOMPARE(state.finding(F1)->state, FindingState::Reproduced);
        QCOMPARE(state.proofs.last().answer, Answer::Present);
        QCOMPARE(state.proofs.last().tree, state.checkpoint().tree);
    }
    QVERIFY(sendCommand(run.folder(), u"recheck"_s, {{u"finding"_s, u"F7"_s}}));
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QVERIFY(run.entriesOf("command.refused"_L1).last().data[u"why"].toString().contains(u"no such finding"));
}

void TestOwnerVerbs::fixedFindingSeenAgainHasRegressed()
{
    // The check looks at a file outside, too: that is how the same tree answers differently later.
    QTemporaryDir outside;
    const QByteArray marker = QFile::encodeName(outside.filePath(u"broken-again"_s));
    TinyProject project;
    project.startRecordingAnew();
    QByteArray check = repro(1);
    check.replace("[ \"$(sh", "[ ! -e '" + marker + "' ] && [ \"$(sh");
    project.record(
        {.folder = u"1"_s,
         .purpose = u"audit"_s,
         .outbox = {{"audit.json", R"({"schema":"assay/audit/1","findings":[)" + finding("one", "c", "1.sh") + "]}"},
                    {"repros/1.sh", check}}});
    project.record({.folder = u"2"_s,
                    .purpose = u"task"_s,
                    .findings = {u"F1"_s},
                    .files = {{"greet.sh", "#!/bin/sh\necho \"hello${1:+ $1}\"\n"}},
                    .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"Greet by name"})"}},
                    .kept = true});
    RunOptions options = project.options();
    options.iterations = 2;
    options.contained = false;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QVERIFY2(run.state().finding(F1)->state == FindingState::Fixed, qPrintable(story(run.state())));
    QFile file(QString::fromUtf8(marker));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(sendCommand(run.folder(), u"recheck"_s, {{u"finding"_s, u"F1"_s}}));
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const RunState state = run.state();
    QCOMPARE(state.finding(F1)->state, FindingState::Regressed);
    QVERIFY(state.finding(F1)->reason.contains(u"the owner ran it again"));
    QCOMPARE(state.task(T1)->state, TaskState::Open);
}

void TestOwnerVerbs::runningSessionIsEndedAndTheRunGoesOn()
{
    QTemporaryDir dir;
    const QString marker = dir.filePath(u"at-work"_s), program = dir.filePath(u"agent"_s);
    QFile script(program);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\n: > '" + QFile::encodeName(marker) + "'\nexec sleep 600\n");
    script.close();
    QVERIFY(script.setPermissions(QFileDevice::Permissions(0x7755)));
    TinyProject project;
    RunOptions options = project.options();
    options.agent = u"command:"_s + program;
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    const auto end = QtConcurrent::run([&] { return run.go(); });
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(marker); }, 60000));
    QVERIFY(sendCommand(run.folder(), u"skip"_s, {}));
    QCOMPARE(end.result().value(), Outcome::BudgetSpent); // not stopped: the session is over, the run is not
    const RunState state = run.state();
    QCOMPARE(state.iterations.first().verdict, u"no result"_s);
    QCOMPARE(state.iterations.first().sessions.first().reason, u"ended-by-owner"_s);
    const QList<Entry> skipped = run.entriesOf("process.skipped"_L1);
    QCOMPARE(skipped.size(), 1);
    QCOMPARE(skipped.first().actor, u"owner"_s);
    QCOMPARE(skipped.first().data[u"processes"].toArray(), QJsonArray{u"agent session A1"_s});
}

void TestOwnerVerbs::nothingToEndIsSaid()
{
    TinyProject project;
    RunOptions options = project.options();
    options.iterations = 1;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QVERIFY(!run.command(u"skip"_s, {}));
    QVERIFY(sendCommand(run.folder(), u"skip"_s, {})); // taken up when nothing runs
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QVERIFY(run.entriesOf("command.refused"_L1).last().data[u"why"].toString().contains(u"no process runs"));
}

void TestOwnerVerbs::anEndedCheckMakesNoAuditClean()
{
    QTemporaryDir outside;
    const QString marker = outside.filePath(u"running"_s);
    TinyProject project;
    project.startRecordingAnew();
    QByteArray check = TestOwnerVerbs::slow(marker);
    project.record(
        {.folder = u"1"_s,
         .purpose = u"audit"_s,
         .outbox = {{"audit.json", R"({"schema":"assay/audit/1","findings":[)" + finding("one", "c", "1.sh") + "]}"},
                    {"repros/1.sh", check}}});
    RunOptions options = project.options();
    options.iterations = 1;
    options.contained = false;
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    const auto end = QtConcurrent::run([&] { return run.go(); });
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(marker); }, 60000));
    QVERIFY(sendCommand(run.folder(), u"skip"_s, {}));
    QCOMPARE(end.result().value(), Outcome::BudgetSpent);
    const RunState state = run.state();
    QVERIFY2(state.iterations.first().verdict == "no result"_L1, qPrintable(story(state)));
    QVERIFY(state.iterations.first().reason.contains(u"ended by the owner"));
}

void TestOwnerVerbs::anEndedGateIsMeasuredAgainByTheNextEngine()
{
    QTemporaryDir outside;
    const QString marker = outside.filePath(u"hangs"_s), running = outside.filePath(u"running"_s);
    QFile hangs(marker);
    QVERIFY(hangs.open(QIODevice::WriteOnly));
    TinyProject project;
    RunOptions options = project.options();
    options.contained = false;
    options.config
        = u"[[gate]]\nrun = \"if [ -e '%1' ]; then : > '%2'; sleep 600; fi; sh run.sh\"\nformat = \"tap\"\n"_s.arg(
            marker, running);
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    const auto end = QtConcurrent::run([&] { return run.go(); });
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(running); }, 60000));
    QVERIFY(sendCommand(run.folder(), u"skip"_s, {}));
    QCOMPARE(end.result().value(), Outcome::GateBroken);
    QVERIFY(hangs.remove()); // what was in its way is gone
    const auto again = run.go();
    QVERIFY2(again == Outcome::Converged, qPrintable(story(run.state())));
}

QTEST_GUILESS_MAIN(TestOwnerVerbs)
#include "tst_ownerverbs.moc"
