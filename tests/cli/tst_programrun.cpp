#include "core/git/target.h"
#include "core/journal/journalreader.h"
#include "tests/cli/program.h"
#include "tests/support/tinyrun.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

namespace {

/// A tiny project with the words that start a run on it.
struct Stage {
    Program program;
    TinyProject project;
    QString folder = program.path("run");

    Stage()
    {
        QFile config(program.path("tiny.toml"));
        if (!config.open(QIODevice::WriteOnly) || config.write(project.options().config.toUtf8()) < 0)
            qFatal("no configuration");
    }
    [[nodiscard]] QStringList words(const QStringList &more = {}) const
    {
        return QStringList{u"run"_s,      project.target(), u"--agent"_s,   u"recorded:"_s + project.recording(),
                           u"--config"_s, u"tiny.toml"_s,   u"--run-dir"_s, u"run"_s}
        + more;
    }
    [[nodiscard]] Program::Ended run(const QStringList &more = {}) const { return program.run(words(more)); }
    [[nodiscard]] Program::Ended on(const QString &command, const QStringList &more = {}) const
    {
        return program.run(QStringList{command, u"run"_s} + more);
    }
    [[nodiscard]] RunState state() const
    {
        RunState state;
        const auto read = readJournal(RunFolder(folder).journal(), 0, true, [&](Entry &&entry) {
            state.apply(entry);
            return true;
        });
        if (!read)
            qWarning("%s", qPrintable(read.error().text()));
        return state;
    }
    /// Waits until the journal says so; false after 60 s.
    template <class Condition>
    [[nodiscard]] bool until(Condition &&condition) const
    {
        for (int i = 0; i < 1200; ++i) {
            if (QFile::exists(RunFolder(folder).journal()) && condition(state()))
                return true;
            QTest::qSleep(50);
        }
        return false;
    }
    /// An agent that never ends by itself and would not be asked to.
    [[nodiscard]] QStringList stubborn() const
    {
        QFile script(program.path("stubborn.sh"));
        if (!script.open(QIODevice::WriteOnly)
            || script.write("#!/bin/sh\ntrap '' TERM INT\nwhile :; do sleep 0.1; done\n") < 0)
            qFatal("no agent");
        script.setPermissions(QFileDevice::Permissions(0x7755));
        return {u"run"_s,      project.target(), u"--agent"_s,   u"command:./stubborn.sh"_s,
                u"--config"_s, u"tiny.toml"_s,   u"--run-dir"_s, u"run"_s};
    }
};

void verifyParts(const Program::Ended &ended, int status, const QStringList &parts)
{
    QVERIFY2(ended.status == status, (QByteArray::number(ended.status) + '\n' + ended.all()).constData());
    for (const QString &part : parts)
        QVERIFY2(ended.all().contains(part.toUtf8()), (part.toUtf8() + " is not in: " + ended.all()).constData());
}

bool sessionUnderWay(const RunState &state)
{
    const IterationFact *running = state.running();
    return running && !running->sessions.isEmpty() && !running->sessions.last().ended.isValid();
}

} // namespace

class TstProgramRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRunIsToldAndEndsWithItsBundle();
    void quietPrintsTheBundleAlone();
    void everyLineForProgramsIsAnObjectOfAKnownType();
    void onATerminalALineIsRewrittenInPlaceAndThereIsColour();
    void theOwnersRepositoryIsAsItWas();
    void interruptedItSaysHowToGoOnAndGoesOn();
    void aSecondCtrlCEndsAtOnce();
    void anotherProcessStopsIt();
    void aSpentBudgetIsRaisedAndTheRunGoesOn();
    void aRunWhoseAgentMovedGoesOnWithAnother();
    void inReviewTheRunWaitsAndIsAnswered();
    void waitingItTakesTheAnswerOfAnotherProcess();
    void stepByStepItEndsAfterEachIteration();
    void pausedItIsResumedByAnotherProcess();
    void whileAReviewIsHeldNothingIsWritten();
    void aChangedJournalIsNotGoneOnWith();
    void decisionsAreAnsweredByNumberDeferredAndDeclined();
    void theOwnerStillHasTheirWord();
    void aJournalIsPrintedFilteredAndVerified();
    void statusReadsWhatItCan();
    void aBundleIsExportedVerifiedAndRefutedWhenTouched();
    void secretsAreShownAndNotExportedUnlessAskedAgain();
    void aRewoundRunExportsBesideItsEarlierBundle();
    void guardsAreToldAsGuards();
    void skipTellsWhatItEnded();
    void defendTellsWhatNothingNotices();
    void whyTellsWhatALineIsFor();
    void cleaningFreesDeletesAndLeavesLiveRunsAlone();
};

void TstProgramRun::aRunIsToldAndEndsWithItsBundle()
{
    const Stage stage;
    const auto ended = stage.run();
    verifyParts(ended, 0,
                {u"These commands will be executed"_s, u"sh run.sh"_s, u"no network, contained"_s,
                 u"gate at base: 1 passed"_s, u"1/20  audit"_s, u"F1 High: greet.sh forgets the name"_s,
                 u"T1 spot, attempt 1"_s, u"→ rolled back: checks"_s, u"T1 spot, attempt 2"_s,
                 u"→ kept: Greet by name"_s, u"teeth: 1 of 1"_s, u"→ clean"_s, u"Converged after 5/20 iterations"_s,
                 u"1 test was green while 1 High finding was real; 2 pass now and it is gone."_s, u"Undefended"_s,
                 u"decide"_s, u"shellcheck style"_s, u"assay verify"_s});
    const QString bundle = QString::fromUtf8(ended.lines().last());
    QCOMPARE(bundle, stage.folder + u"/bundle"_s);
    QVERIFY(QFile::exists(bundle + u"/MANIFEST.json"_s));
    QVERIFY(!ended.out.contains('\x1b'));
    QVERIFY2(ended.err.isEmpty(), ended.err.constData());
    // What is executed is told before anything is.
    QVERIFY(ended.out.indexOf("These commands") < ended.out.indexOf("gate at base"));
    verifyParts(stage.on(u"resume"_s), 0, {u"nothing to go on with"_s, bundle});
    QCOMPARE(stage.state().iterations.size(), 5);
}

void TstProgramRun::quietPrintsTheBundleAlone()
{
    const Stage stage;
    const auto ended = stage.run({u"--quiet"_s});
    QCOMPARE(ended.status, 0);
    QCOMPARE(ended.out, stage.folder.toUtf8() + "/bundle\n");
    QVERIFY2(ended.err.isEmpty(), ended.err.constData());
}

void TstProgramRun::everyLineForProgramsIsAnObjectOfAKnownType()
{
    const Stage stage;
    const auto ended = stage.run({u"--json"_s});
    QCOMPARE(ended.status, 0);
    QVERIFY(ended.err.isEmpty());
    const QList<QJsonObject> objects = ended.objects();
    qint64 seq = 1, proofs = 0, progress = 0;
    for (const QJsonObject &object : objects) {
        const QString type = object[u"type"].toString();
        QVERIFY2((QStringList{u"entry"_s, u"progress"_s, u"result"_s}).contains(type), qPrintable(type));
        proofs += object.contains(u"proof") ? 1 : 0;
        progress += object.contains(u"iteration") ? 1 : 0;
        if (type != "entry"_L1)
            continue;
        QCOMPARE(object[u"entry"][u"seq"].toInteger(), ++seq); // 1 is run.created, which was there before
        QVERIFY(!object[u"entry"][u"kind"].toString().isEmpty());
        QCOMPARE(object[u"entry"][u"hash"].toString().size(), 64);
    }
    QVERIFY(seq > 50 && proofs > 5 && progress > 0); // progress is told by the clock: a quick run tells little
    const QJsonObject result = objects.last();
    QCOMPARE(result[u"type"].toString(), u"result"_s);
    QCOMPARE(result[u"command"].toString(), u"run"_s);
    QCOMPARE(result[u"exit"].toInt(-1), 0);
    QCOMPARE(result[u"outcome"].toString(), u"converged"_s);
    QCOMPARE(result[u"bundle"].toString(), stage.folder + u"/bundle"_s);
    QCOMPARE(result[u"prompts"].toArray().size(), 1);
    QCOMPARE(result[u"undefended"][0].toString(), u"F2"_s);
}

void TstProgramRun::onATerminalALineIsRewrittenInPlaceAndThereIsColour()
{
    Stage stage;
    const auto ended = stage.program.runOnTerminal(stage.words({u"--no-export"_s}));
    QVERIFY2(ended.status == 0, ended.out.constData());
    static const QRegularExpression live(u"\\r\\x1b\\[K[1-5]/20 · "_s); // which ones are seen is a matter of speed
    QVERIFY2(live.match(QString::fromUtf8(ended.out)).hasMatch(), ended.out.constData());
    QVERIFY(ended.out.contains("\x1b[32m"));
    // Whatever is printed next takes the live line away first.
    for (const QByteArray &line : ended.lines())
        QVERIFY2(!line.contains(" · ") || line.lastIndexOf("\x1b[K") > line.lastIndexOf(" · ")
                     || line.contains("not run"),
                 line.constData());
    QVERIFY(stage.program.runOnTerminal({u"status"_s, u"run"_s}).out.contains("\x1b["));
    QVERIFY(!stage.program.runOnTerminal({u"status"_s, u"run"_s, u"--no-color"_s}).out.contains("\x1b["));
    stage.program.set("NO_COLOR", u"1"_s);
    QVERIFY(!stage.program.runOnTerminal({u"status"_s, u"run"_s}).out.contains("\x1b["));
    // A locale that is not UTF-8 gets marks that it can show.
    stage.program.set("LC_ALL", u"C"_s);
    const auto ascii = stage.program.run({u"status"_s, u"run"_s});
    QVERIFY2(ascii.err.isEmpty(), ascii.err.constData());
    QVERIFY(!ascii.out.contains("●") && ascii.out.contains("# present"));
}

void TstProgramRun::theOwnersRepositoryIsAsItWas()
{
    Stage stage;
    stage.project.repository().write("dirty file", "untracked");
    const auto before = fingerprintFolder(stage.project.target());
    verifyParts(stage.run({u"--no-export"_s}), 0, {u"changed there and left alone"_s, u"dirty file"_s});
    const auto after = fingerprintFolder(stage.project.target());
    QVERIFY(before && after);
    QCOMPARE(after->text(), before->text());
}

void TstProgramRun::interruptedItSaysHowToGoOnAndGoesOn()
{
    const Stage stage;
    const auto process = stage.program.start(stage.words());
    QVERIFY(stage.until([](const RunState &state) { return state.iterations.size() >= 2; }));
    ::kill(pid_t(process->processId()), SIGINT);
    const auto stopped = Program::wait(*process, 20);
    verifyParts(stopped, 8, {u"stopping"_s, u"Stopped"_s, u"assay resume "_s + stage.folder});
    const qsizetype kept = stage.state().proofs.size();
    QVERIFY(kept > 0);
    verifyParts(stage.on(u"status"_s), 0, {u"Stopped"_s, u"assay resume"_s});
    const auto resumed = stage.on(u"resume"_s);
    verifyParts(resumed, 0, {u"These commands will be executed"_s, u"Converged"_s});
    // An interrupted session is numbered; nothing else is done twice.
    const RunState state = stage.state();
    QCOMPARE(state.countedIterations(), 5);
    QVERIFY(state.proofs.size() >= kept);
}

void TstProgramRun::aSecondCtrlCEndsAtOnce()
{
    const Stage stage;
    const auto process = stage.program.start(stage.stubborn());
    QVERIFY(stage.until(sessionUnderWay));
    ::kill(pid_t(process->processId()), SIGINT);
    QTest::qSleep(60); // the agent ignores being asked: the engine gives it 300 ms
    ::kill(pid_t(process->processId()), SIGINT);
    const auto ended = Program::wait(*process, 5);
    QCOMPARE(ended.status, 130);
    QVERIFY(ended.err.contains("ended at once"));
    verifyParts(stage.on(u"status"_s), 0, {u"Cut off"_s, u"resume"_s});
}

void TstProgramRun::anotherProcessStopsIt()
{
    const Stage stage;
    verifyParts(stage.program.run({u"stop"_s, u"run"_s}), 2, {u"no such run"_s});
    const auto process = stage.program.start(stage.stubborn());
    QVERIFY(stage.until(sessionUnderWay));
    verifyParts(stage.on(u"status"_s), 0, {u"an engine works on it"_s, u"iteration 1"_s});
    verifyParts(stage.on(u"resume"_s), 0, {u"Sent"_s}); // it is not paused: the engine has nothing to do about it
    QElapsedTimer taken;
    taken.start();
    verifyParts(stage.on(u"stop"_s), 0, {u"Stopped"_s, u"assay resume"_s});
    QVERIFY2(taken.elapsed() < 10'000, qPrintable(QString::number(taken.elapsed())));
    QCOMPARE(Program::wait(*process, 5).status, 8);
    verifyParts(stage.on(u"stop"_s), 0, {u"No engine works on it"_s});
}

void TstProgramRun::aSpentBudgetIsRaisedAndTheRunGoesOn()
{
    const Stage stage;
    verifyParts(stage.run({u"--budget"_s, u"2"_s}), 3, {u"Budget spent"_s, u"2 of 2"_s, u"T1 is open"_s});
    verifyParts(stage.on(u"resume"_s), 3, {u"Budget spent"_s});
    verifyParts(stage.on(u"resume"_s, {u"--budget"_s, u"0"_s}), 2, {u"no number from 1 to"_s});
    verifyParts(stage.on(u"resume"_s, {u"--budget"_s, u"5"_s}), 0, {u"Converged after 5/5 iterations"_s});
}

void TstProgramRun::aRunWhoseAgentMovedGoesOnWithAnother()
{
    const Stage stage;
    verifyParts(stage.run({u"--budget"_s, u"2"_s}), 3, {});
    const QString recording = stage.project.recording(), moved = recording + u"-moved"_s;
    QVERIFY(QDir().rename(recording, moved));
    verifyParts(stage.on(u"resume"_s, {u"--budget"_s, u"5"_s}), 2, {recording, u"--agent recorded:DIR"_s});
    verifyParts(stage.on(u"resume"_s, {u"--agent"_s, u"recorded:"_s + recording}), 2, {recording});
    verifyParts(stage.on(u"resume"_s, {u"--agent"_s, u"recorded:"_s + moved}), 0,
                {moved, u"Converged after 5/5 iterations"_s});
    const auto journal = stage.on(u"journal"_s, {u"--json"_s});
    QVERIFY2(journal.out.contains("the owner named another agent"), journal.out.constData());
}

void TstProgramRun::inReviewTheRunWaitsAndIsAnswered()
{
    const Stage stage;
    verifyParts(stage.run({u"--supervise"_s, u"review"_s}), 4,
                {u"waits for you"_s, u"Waiting for the owner"_s, u"assay decide"_s});
    verifyParts(stage.on(u"review"_s, {u"send-back"_s}), 2, {u"--comment"_s});
    verifyParts(stage.on(u"review"_s, {u"accept"_s}), 0, {u"Recorded"_s, u"assay resume"_s});
    verifyParts(stage.on(u"review"_s, {u"accept"_s}), 2, {u"no candidate waits"_s});
    verifyParts(stage.on(u"resume"_s), 4, {u"→ kept: Greet by name"_s});
    verifyParts(stage.on(u"review"_s, {u"reject"_s, u"--comment"_s, u"not like that"_s}), 0, {});
    // The recording has no second attempt: the agent is unavailable.
    verifyParts(stage.on(u"resume"_s), 7, {u"→ rolled back: review"_s, u"not like that"_s});
}

void TstProgramRun::waitingItTakesTheAnswerOfAnotherProcess()
{
    const Stage stage;
    const auto process
        = stage.program.start(stage.words({u"--supervise"_s, u"review"_s, u"--wait"_s, u"--no-export"_s}));
    for (int reviews = 1; reviews <= 2; ++reviews) {
        QVERIFY(stage.until([&](const RunState &state) {
            const auto open = state.openPrompts();
            return std::any_of(open.begin(), open.end(),
                               [](const Prompt *prompt) { return prompt->subject == "review"_L1; });
        }));
        verifyParts(stage.on(u"review"_s, {u"accept"_s}), 0, {u"taken it up"_s});
    }
    const auto ended = Program::wait(*process, 60);
    verifyParts(ended, 0, {u"answered by owner: accept"_s, u"Converged"_s});
}

void TstProgramRun::stepByStepItEndsAfterEachIteration()
{
    const Stage stage;
    verifyParts(stage.run({u"--supervise"_s, u"step"_s}), 4, {u"1/20  audit"_s, u"resume"_s});
    QCOMPARE(stage.state().iterations.size(), 1);
    verifyParts(stage.on(u"resume"_s), 4, {u"2/20"_s});
    QCOMPARE(stage.state().iterations.size(), 2);
}

void TstProgramRun::pausedItIsResumedByAnotherProcess()
{
    const Stage stage;
    const auto process = stage.program.start(stage.words({u"--supervise"_s, u"step"_s, u"--wait"_s, u"--no-export"_s}));
    const auto paused = [](const RunState &state) { return state.phase == RunPhase::Paused; };
    QVERIFY(stage.until(paused));
    verifyParts(stage.on(u"status"_s), 0, {u"Paused"_s});
    QCOMPARE(stage.state().iterations.size(), 1);
    verifyParts(stage.on(u"resume"_s), 0, {u"taken it up"_s});
    QVERIFY(stage.until([&](const RunState &state) { return state.iterations.size() == 2 && paused(state); }));
    // One step of the third iteration, not all of it.
    const auto steps = [](const RunState &state) {
        return state.iterations.size() == 3 ? state.iterations.last().steps.size() : -1;
    };
    verifyParts(stage.on(u"resume"_s, {u"--step"_s}), 0, {u"taken it up"_s});
    QVERIFY(stage.until([&](const RunState &state) { return steps(state) >= 0 && paused(state); }));
    const qsizetype before = steps(stage.state());
    QVERIFY(stage.state().running());
    verifyParts(stage.on(u"resume"_s, {u"--step"_s}), 0, {u"taken it up"_s});
    QVERIFY(stage.until([&](const RunState &state) { return steps(state) > before && paused(state); }));
    QVERIFY(stage.state().running());
    verifyParts(stage.on(u"stop"_s), 0, {});
    QCOMPARE(Program::wait(*process, 20).status, 8);
    verifyParts(stage.on(u"pause"_s), 2, {u"nothing to pause"_s});
    verifyParts(stage.on(u"resume"_s, {u"--step"_s}), 2, {u"no pause to step from"_s});
}

void TstProgramRun::whileAReviewIsHeldNothingIsWritten()
{
    const Stage stage;
    const auto process
        = stage.program.start(stage.words({u"--supervise"_s, u"review"_s, u"--wait"_s, u"--no-export"_s}));
    QVERIFY(stage.until([](const RunState &state) {
        return std::ranges::any_of(state.prompts, [](const Prompt &prompt) { return prompt.subject == "review"_L1; });
    }));
    QTest::qSleep(500); // the step that holds may still be about to be written
    const qint64 held = stage.state().lastSeq;
    QTest::qSleep(1000);
    QCOMPARE(stage.state().lastSeq, held);
    verifyParts(stage.on(u"review"_s, {u"accept"_s}), 0, {});
    QVERIFY(stage.until([&](const RunState &state) { return state.checkpoints.size() == 2; }));
    verifyParts(stage.on(u"stop"_s), 0, {});
    QCOMPARE(Program::wait(*process, 20).status, 8);
}

void TstProgramRun::aChangedJournalIsNotGoneOnWith()
{
    const Stage stage;
    verifyParts(stage.run({u"--supervise"_s, u"step"_s}), 4, {});
    QFile journal(RunFolder(stage.folder).journal());
    QVERIFY(journal.open(QIODevice::ReadWrite));
    QByteArray bytes = journal.readAll();
    const qsizetype at = bytes.indexOf("\"actor\":\"agent:A1\"");
    QVERIFY(at > 0);
    bytes[at + 9] = 'b';
    journal.seek(0);
    QCOMPARE(journal.write(bytes), bytes.size());
    journal.close();
    verifyParts(stage.on(u"resume"_s), 1, {u"journal.jsonl"_s, u"changed after it was written"_s});
    verifyParts(stage.on(u"export"_s), 1, {u"changed after it was written"_s});
    QFile after(journal.fileName());
    QVERIFY(after.open(QIODevice::ReadOnly));
    QCOMPARE(after.readAll(), bytes);
}

void TstProgramRun::decisionsAreAnsweredByNumberDeferredAndDeclined()
{
    const Stage stage;
    QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
    verifyParts(stage.on(u"decide"_s, {u"P9"_s, u"1"_s}), 2, {u"P9"_s, u"P1"_s});
    verifyParts(stage.on(u"decide"_s, {u"P1"_s, u"3"_s}), 2, {u"none of its options"_s, u"none, many"_s});
    verifyParts(stage.on(u"decide"_s, {u"P1"_s, u"--decline"_s}), 2, {u"needs a reason"_s});
    verifyParts(stage.on(u"decide"_s, {u"P1"_s, u"--decline"_s, u"--defer"_s}), 2, {u"exclude each other"_s});
    verifyParts(stage.on(u"decide"_s, {u"P1"_s, u"--defer"_s}), 0, {u"Recorded"_s});
    verifyParts(stage.on(u"status"_s), 0, {u"deferred"_s});
    verifyParts(stage.on(u"decide"_s, {u"P1"_s, u"2"_s, u"--reason"_s, u"we sell abroad"_s, u"--json"_s}), 0,
                {u"\"how\":\"recorded\""_s});
    const RunState state = stage.state();
    QCOMPARE(state.prompts.first().answer, u"many"_s);
    QCOMPARE(state.prompts.first().answerReason, u"we sell abroad"_s);
    QCOMPARE(state.prompts.first().answeredBy, u"owner"_s);
    verifyParts(stage.on(u"decide"_s, {u"P1"_s, u"1"_s}), 2, {u"answered"_s, u"many"_s});
}

void TstProgramRun::theOwnerStillHasTheirWord()
{
    const Stage stage;
    verifyParts(stage.run({u"--budget"_s, u"2"_s}), 3, {});
    verifyParts(stage.on(u"note"_s, {u"mind the quotes"_s}), 0, {u"Recorded"_s});
    verifyParts(stage.program.run({u"note"_s, u"run"_s, u"-"_s}, "from\nstandard input\n"), 0, {});
    QCOMPARE(stage.state().notes.size(), 2);
    QCOMPARE(stage.state().notes.last().text, u"from\nstandard input"_s);
    verifyParts(stage.on(u"task"_s, {u"T2"_s}), 2, {u"--park"_s});
    verifyParts(stage.on(u"task"_s, {u"T9"_s, u"--unpark"_s}), 2, {u"T9"_s, u"T1, T2"_s});
    verifyParts(stage.on(u"task"_s, {u"T2"_s, u"--park"_s, u"--reason"_s, u"later"_s}), 0, {});
    QCOMPARE(stage.state().task(TaskId(u"T2"_s))->state, TaskState::Parked);
    verifyParts(stage.on(u"task"_s, {u"T2"_s, u"--unpark"_s}), 0, {});
    verifyParts(stage.on(u"task"_s, {u"T2"_s, u"--rank"_s, u"1"_s}), 0, {});
    QCOMPARE(stage.state().task(TaskId(u"T2"_s))->ownerRank, 1);
    verifyParts(stage.on(u"finding"_s, {u"F2"_s, u"--cause"_s, u"arguments-ignored"_s}), 0, {});
    QCOMPARE(stage.state().finding(FindingId(u"F2"_s))->cause, u"arguments-ignored"_s);
    verifyParts(stage.on(u"finding"_s, {u"F2"_s, u"--merge-into"_s, u"words"_s}), 0, {});
    QCOMPARE(stage.state().finding(FindingId(u"F1"_s))->cause, u"words"_s);
    verifyParts(stage.on(u"finding"_s, {u"F9"_s, u"--merge-into"_s, u"words"_s}), 2, {u"F9"_s});
    verifyParts(stage.on(u"finding"_s, {u"F2"_s, u"--decline"_s, u"--reason"_s, u"documented"_s}), 0, {});
    QVERIFY(stage.state().finding(FindingId(u"F2"_s))->declined);
    verifyParts(stage.on(u"budget"_s), 2, {u"--iterations"_s});
    verifyParts(stage.on(u"budget"_s, {u"--iterations"_s, u"9"_s}), 0, {});
    QCOMPARE(stage.state().policy[u"budget"][u"iterations"].toInt(), 9);
    verifyParts(stage.on(u"rewind"_s, {u"7"_s}), 2, {u"0 ("_s});
    verifyParts(stage.on(u"rewind"_s, {u"0"_s, u"--reason"_s, u"afresh"_s}), 0, {});
    verifyParts(stage.on(u"submit"_s), 2, {u"--task"_s});
    verifyParts(stage.on(u"submit"_s, {u"--task"_s, u"T1"_s}), 0, {});
    QCOMPARE(stage.state().submitted.text(), u"T1"_s);
}

void TstProgramRun::aJournalIsPrintedFilteredAndVerified()
{
    const Stage stage;
    QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
    const auto all = stage.on(u"journal"_s);
    QCOMPARE(all.lines().size(), stage.state().lastSeq);
    const auto family = stage.on(u"journal"_s, {u"--kind"_s, u"finding"_s, u"--kind"_s, u"run.created"_s, u"--json"_s});
    QVERIFY(family.objects().size() > 4);
    for (const QJsonObject &object : family.objects()) {
        const QString kind = object[u"entry"][u"kind"].toString();
        QVERIFY2(kind == "run.created"_L1 || kind.startsWith("finding."_L1), qPrintable(kind));
    }
    verifyParts(stage.on(u"journal"_s, {u"--kind"_s, u"finding.juged"_s}), 2, {u"finding.judged"_s});
    verifyParts(stage.on(u"journal"_s, {u"--verify"_s}), 0, {u"proven"_s, u"Verified"_s});
    // An edit that leaves each line readable.
    QFile journal(RunFolder(stage.folder).journal());
    QVERIFY(journal.open(QIODevice::ReadOnly));
    QByteArray bytes = journal.readAll();
    journal.close();
    bytes.replace("greet.sh forgets", "greet.sh forgave");
    QVERIFY(journal.open(QIODevice::WriteOnly | QIODevice::Truncate) && journal.write(bytes) == bytes.size());
    journal.close();
    verifyParts(stage.on(u"journal"_s, {u"--verify"_s}), 9, {u"refuted"_s, u"Refuted"_s});
}

void TstProgramRun::statusReadsWhatItCan()
{
    const Stage stage;
    QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
    const QString journal = RunFolder(stage.folder).journal();
    // Read-only: no lock, no file is made.
    runProgram(u"chmod"_s, {u"-R"_s, u"a-w"_s, stage.folder}, stage.program.path("."));
    const auto before = fingerprintFolder(stage.folder);
    verifyParts(stage.on(u"status"_s), 0, {u"Converged"_s, u"F1"_s});
    QCOMPARE(fingerprintFolder(stage.folder)->text(), before->text());
    runProgram(u"chmod"_s, {u"-R"_s, u"u+w"_s, stage.folder}, stage.program.path("."));

    QFile file(journal);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    file.close();
    const auto write = [&](const QByteArray &bytes) {
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        file.close();
    };
    // A torn end is what a crash leaves: the rest is told, nothing is wrong.
    write(whole.chopped(20));
    verifyParts(stage.on(u"status"_s), 0, {u"F1"_s});
    // Damage in the middle: told up to there, and said so.
    const qsizetype middle = whole.indexOf('\n', whole.size() / 2) + 1;
    write(whole.left(middle) + "this is no entry\n" + whole.mid(middle));
    const auto damaged = stage.on(u"status"_s);
    QVERIFY2(damaged.status == 1, damaged.all().constData());
    verifyParts(damaged, 1, {u"before the damage"_s, u"journal --verify"_s, u"F1"_s});
    // A newer version's entries are passed over, and said so; writing to it is refused.
    QByteArrayList lines = whole.split('\n');
    lines.removeLast();
    const auto head = decodeEntry(lines.last(), true);
    QVERIFY(head);
    Entry newer{.seq = head->seq + 1,
                .kind = u"dream.dreamt"_s,
                .at = head->at,
                .actor = u"engine"_s,
                .data = {},
                .prev = head->hash};
    write(whole + encodeEntry(newer));
    verifyParts(stage.on(u"status"_s), 0, {u"dream.dreamt"_s, u"newer"_s, u"F1"_s});
    const auto refused = stage.on(u"note"_s, {u"x"_s});
    QVERIFY2(refused.status == 1 || refused.status == 2, refused.all().constData());
    QVERIFY(refused.err.contains("dream.dreamt"));
    verifyParts(stage.program.run({u"status"_s, u"--all"_s}), 0, {});
}

void TstProgramRun::aBundleIsExportedVerifiedAndRefutedWhenTouched()
{
    const Stage stage;
    QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
    QVERIFY(!QFile::exists(stage.folder + u"/bundle"_s));
    const auto exported = stage.on(u"export"_s, {u"--to"_s, u"out"_s});
    verifyParts(exported, 0, {u"proven"_s, u"assay verify"_s});
    QCOMPARE(QString::fromUtf8(exported.lines().last()), stage.program.path("out"));
    QCOMPARE(stage.state().exported(), stage.program.path("out"));
    verifyParts(stage.on(u"export"_s, {u"--to"_s, u"out"_s}), 2, {u"out"_s});
    const QStringList verify{u"verify"_s, u"out"_s, u"--target"_s, stage.project.target()};
    verifyParts(stage.program.run(verify), 0, {u"Verified"_s});
    const auto told = stage.program.run(verify + QStringList{u"--json"_s});
    QCOMPARE(told.objects().last()[u"exit"].toInt(-1), 0);
    QVERIFY(told.objects().first().contains(u"proof"));
    const auto absent = stage.program.run({u"repro"_s, u"out"_s, u"--target"_s, stage.project.target()});
    verifyParts(absent, 1, {u"F1"_s, u"present"_s, u"REPRODUCED"_s});
    verifyParts(stage.program.run({u"verify"_s, u"out"_s, u"--target"_s, u"nowhere"_s}), 2,
                {u"nowhere"_s, u"no such folder"_s});
    QFile patch(stage.program.path("out") + u"/fixes.patch"_s);
    QVERIFY(patch.open(QIODevice::ReadWrite));
    const QByteArray byte = patch.read(1);
    patch.seek(0);
    patch.write(QByteArray(1, char(byte.at(0) ^ 1)));
    patch.close();
    verifyParts(stage.program.run(verify), 9, {u"Refuted"_s, u"fixes.patch"_s});
}

void TstProgramRun::secretsAreShownAndNotExportedUnlessAskedAgain()
{
    const Stage stage;
    QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
    const QString token = u"ghp"_s + u"_0123456789abcdefABCDEF0123456789abcd"_s; // put together: no secret of this file
    QCOMPARE(stage.on(u"note"_s, {u"log in with "_s + token}).status, 0);
    const auto refused = stage.on(u"export"_s);
    verifyParts(refused, 10, {u"secret"_s, u"journal.jsonl:"_s, u"a token: "_s, u"ghp_████"_s, u"--with-secrets"_s});
    QVERIFY(!refused.all().contains(token.toUtf8()));
    QVERIFY(!QFile::exists(stage.folder + u"/bundle"_s));
    const auto told = stage.on(u"export"_s, {u"--json"_s}).objects();
    QVERIFY(!told.isEmpty());
    QCOMPARE(told.first()[u"secret"][u"kind"], u"a token"_s);
    QVERIFY(told.first()[u"secret"][u"line"].toInt() > 0);
    verifyParts(stage.on(u"export"_s, {u"--with-secrets"_s}), 0, {u"a token: "_s, u"proven"_s});
}

void TstProgramRun::aRewoundRunExportsBesideItsEarlierBundle()
{
    const Stage stage;
    QCOMPARE(stage.run().status, 0);
    const QString first = stage.folder + u"/bundle"_s;
    const auto before = fingerprintFolder(first);
    verifyParts(stage.on(u"rewind"_s, {u"1"_s, u"--reason"_s, u"once more"_s}), 0, {});
    const auto status = stage.on(u"status"_s);
    QVERIFY2(!status.out.contains(first.toUtf8()), status.all().constData()); // it is of another checkpoint
    const auto resumed = stage.on(u"resume"_s);
    verifyParts(resumed, 0, {u"Converged"_s, u"Earlier bundles stay"_s});
    QCOMPARE(QString::fromUtf8(resumed.lines().last()), first + u"-2"_s);
    QCOMPARE(fingerprintFolder(first)->text(), before->text());
    verifyParts(stage.program.run({u"verify"_s, first + u"-2"_s, u"--target"_s, stage.project.target()}), 0,
                {u"Verified"_s, u"digest"_s});
    QCOMPARE(QString::fromUtf8(stage.on(u"export"_s).lines().last()), first + u"-3"_s);
}

void TstProgramRun::guardsAreToldAsGuards()
{
    Stage stage;
    stage.project.startRecordingAnew();
    const QByteArray shows = "#!/bin/sh\n[ -f \"$ASSAY_TREE/greet.sh\" ] || exit 2\n"
                             "[ \"$(sh \"$ASSAY_TREE/greet.sh\" Ann)\" = 'hello Ann' ] && exit 0\n"
                             "echo 'REPRODUCED: no name'\nexit 1\n";
    const QByteArray guards = "#!/bin/sh\n[ \"$(sh \"$ASSAY_TREE/greet.sh\")\" = hello ] && exit 0\n"
                              "echo 'REPRODUCED: no hello'\nexit 1\n";
    stage.project.record({.folder = u"1-audit"_s,
                          .purpose = u"audit"_s,
                          .outbox = {{"audit.json", R"({"schema":"assay/audit/1","surfaces":[],"findings":[
 {"title":"greet.sh forgets the name","severity":"high","root_cause":"arguments","where":[{"path":"greet.sh","line":2}],
  "observed":"hello","expected":"hello Ann","repro":"repros/greet.sh",
  "checks":[{"name":"without a name it says hello","file":"repros/plain.sh"}]}]})"},
                                     {"repros/greet.sh", shows},
                                     {"repros/plain.sh", guards}}});
    QCOMPARE(stage.run({u"--budget"_s, u"1"_s}).status, 3);
    const auto told = stage.on(u"repro"_s);
    verifyParts(told, 1,
                {u"F1    present      greet.sh forgets the name"_s,
                 u"C2    absent       guard of F1: without a name it says hello"_s});
    const QJsonObject result = stage.on(u"repro"_s, {u"--json"_s}).objects().last();
    QCOMPARE(result[u"repros"][0][u"role"].toString(), u"acceptance"_s);
    QCOMPARE(result[u"repros"][1][u"role"].toString(), u"guard"_s);
    QCOMPARE(result[u"repros"][1][u"check"].toString(), u"C2"_s);
}

void TstProgramRun::skipTellsWhatItEnded()
{
    Stage stage;
    const auto live = stage.program.start(stage.stubborn());
    QVERIFY(stage.until(sessionUnderWay));
    verifyParts(stage.on(u"skip"_s), 0, {u"Ended: agent session A1"_s});
    verifyParts(stage.on(u"stop"_s), 0, {});
    Program::wait(*live, 10);
}

void TstProgramRun::defendTellsWhatNothingNotices()
{
    const Stage stage;
    QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
    verifyParts(stage.on(u"defend"_s), 0,
                {u"defended    count.sh "_s, u"F2 is present"_s, u"F1 is present"_s, u"0 of 2 hunks undefended"_s});
    const QList<QJsonObject> one = stage.on(u"defend"_s, {u"--path"_s, u"greet.sh"_s, u"--json"_s}).objects();
    QCOMPARE(one.size(), 2);
    QCOMPARE(one.first()[u"hunk"][u"reused"].toBool(), true);
    QCOMPARE(one.last()[u"hunks"].toInt(), 1);
    verifyParts(stage.on(u"defend"_s, {u"--path"_s, u"nowhere"_s}), 2, {u"nowhere"_s, u"tests aside"_s});
}

void TstProgramRun::whyTellsWhatALineIsFor()
{
    const Stage stage;
    QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
    verifyParts(stage.on(u"why"_s, {u"greet.sh:2"_s}), 0,
                {u"greet.sh:2 came with checkpoint 1 (iteration 3, T1): "_s,
                 u"F1 High: greet.sh forgets the name (fixed)"_s,
                 u"test that fails without the fix: greets by name"_s});
    verifyParts(stage.on(u"why"_s, {u"count.sh:2"_s, u"--base"_s}), 0,
                {u"count.sh:2 went with checkpoint 2 (iteration 4, T2): "_s, u"undefended"_s});
    verifyParts(stage.on(u"why"_s, {u"greet.sh:1"_s}), 0, {u"greet.sh:1 is base's own line"_s});
    QCOMPARE(stage.on(u"why"_s, {u"greet.sh:2"_s, u"--json"_s}).objects().last()[u"task"].toString(), u"T1"_s);
    verifyParts(stage.on(u"why"_s, {u"greet.sh"_s}), 2, {u"src/queue.py:17"_s});
    verifyParts(stage.on(u"why"_s, {u"greet.sh:99"_s}), 2, {u"it has 2 lines, no line 99"_s});
}

void TstProgramRun::cleaningFreesDeletesAndLeavesLiveRunsAlone()
{
    Stage stage;
    QStringList words = stage.words({u"--no-export"_s});
    words.remove(words.indexOf(u"--run-dir"_s), 2); // into the runs folder
    QCOMPARE(stage.program.run(words).status, 0);
    const QStringList names = QDir(stage.program.runs()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(names.size(), 1);
    static const QRegularExpression named(u"^repo-\\d{4}-\\d\\d-\\d\\d-[0-9a-f]{6}$"_s);
    QVERIFY2(named.match(names.first()).hasMatch(), qPrintable(names.first()));
    verifyParts(stage.program.run({u"status"_s, names.first().chopped(1)}), 2, {u"Did you mean "_s + names.first()});
    const RunFolder folder(stage.program.runs() + u'/' + names.first());
    QVERIFY(QFile::exists(folder.prepared()));
    verifyParts(stage.program.run({u"clean"_s}), 0, {names.first(), u"freed"_s});
    QVERIFY(!QFile::exists(folder.prepared()));
    verifyParts(stage.program.run({u"status"_s}), 0, {u"Converged"_s});
    verifyParts(stage.program.run({u"status"_s, u"--all"_s}), 0, {names.first(), u"converged"_s});
    verifyParts(stage.program.run({u"clean"_s, u"--delete"_s}), 2, {u"--yes"_s});
    QVERIFY(QFile::exists(folder.journal()));

    const auto live = stage.program.start(stage.stubborn());
    QVERIFY(stage.until(sessionUnderWay));
    verifyParts(stage.on(u"clean"_s, {u"--delete"_s, u"--yes"_s}), 0, {u"live, left alone"_s});
    QVERIFY(QFile::exists(RunFolder(stage.folder).journal()));
    verifyParts(stage.on(u"stop"_s), 0, {});
    Program::wait(*live, 10);

    verifyParts(stage.program.run({u"clean"_s, u"--all"_s, u"--delete"_s, u"--yes"_s}), 0,
                {names.first(), u"deleted"_s});
    QVERIFY(!QFile::exists(folder.path()));
    verifyParts(stage.program.run({u"status"_s}), 2, {u"no run yet"_s});
}

QTEST_GUILESS_MAIN(TstProgramRun)
#include "tst_programrun.moc"
