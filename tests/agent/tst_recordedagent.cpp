// A recorded session stands in for a live agent: played, stopped, sent back.
#include "tests/agent/recordingstage.h"

#include <QDirIterator>
#include <QElapsedTimer>

#include <thread>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class RecordedAgentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void activityPatchAndOutboxAreReplayed();
    void patchesOfEveryKindApply();
    void theClonesOwnRepositoryIsNeverAsked();
    void aPatchThatLeavesTheCloneIsRefused_data();
    void aPatchThatLeavesTheCloneIsRefused();
    void aPatchThatDoesNotFitFailsTheSession();
    void pausesAreKept();
    void aStopIsHonouredQuicklyAndChangesNothing();
    void aSecondRoundPlaysTheSameOutboxWithoutThePatch();
    void aSecondRoundPlaysItsRetryFolder();
    void theOutboxIsCopiedAsItIs();
    void linksInTheWayAreReplacedAndNotWrittenThrough();
    void brokenActivityFailsTheSessionByLine_data();
    void brokenActivityFailsTheSessionByLine();
    void theDemoReplaysFromItsFirstTreeToItsLast();
};

void RecordedAgentTest::activityPatchAndOutboxAreReplayed()
{
    Stage stage;
    stage.repo.write("a.txt", "one\nthree\n");
    stage.recordPatch();
    writeFile(stage.folder + u"/s1/activity.jsonl"_s,
              "{\"type\":\"message\",\"text\":\"hi\",\"after_ms\":1}\n\n{\"type\":\"usage\",\"input_tokens\":10,"
              "\"output_tokens\":3}\n"
              "{\"type\":\"usage\",\"input_tokens\":5,\"cost\":0.25}");
    writeFile(stage.folder + u"/s1/outbox/task.json"_s, "{}");
    const SessionEnd end = stage.run();
    QCOMPARE(end.detail, u"replayed s1"_s);
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(end.inputTokens, 15);
    QCOMPARE(end.outputTokens, 3);
    QCOMPARE(end.cost, 0.25);
    QCOMPARE(stage.events.size(), 3);
    QCOMPARE(stage.events.first(),
             QJsonObject({{u"type"_s, u"message"_s}, {u"text"_s, u"hi"_s}})); // the pause is no part of it
    QCOMPARE(readFile(stage.clone + u"/a.txt"_s), "one\nthree\n"_ba);
    QCOMPARE(readFile(stage.outbox + u"/task.json"_s), "{}"_ba);
}

void RecordedAgentTest::patchesOfEveryKindApply()
{
    Stage stage;
    QByteArray binary;
    for (int i = 0; i < 3000; ++i)
        binary.append(static_cast<char>(i * i));
    stage.repo.write("bin", binary);
    stage.repo.write("crlf.txt", "x\r\ny\r\n");
    stage.repo.commitAll(u"more"_s);
    stage.repo.write("bin", binary + "tail");
    stage.repo.write("crlf.txt", "x\r\nz  \r\n");
    stage.repo.write("new dir/na\xc3\xafve.sh", "#!/bin/sh\n", true);
    stage.repo.remove("sub/b.txt");
    QVERIFY(QFile::link(u"a.txt"_s, stage.clone + u"/link"_s));
    stage.recordPatch();
    const SessionEnd end = stage.run();
    QCOMPARE(end.detail, u"replayed s1"_s);
    QCOMPARE(readFile(stage.clone + u"/bin"_s), binary + "tail");
    QCOMPARE(readFile(stage.clone + u"/crlf.txt"_s), "x\r\nz  \r\n"_ba);
    QVERIFY(QFileInfo(stage.clone + u"/new dir/naïve.sh"_s).isExecutable());
    QVERIFY(!QFileInfo::exists(stage.clone + u"/sub/b.txt"_s));
    QCOMPARE(QFile::symLinkTarget(stage.clone + u"/link"_s), stage.clone + u"/a.txt"_s);
}

void RecordedAgentTest::theClonesOwnRepositoryIsNeverAsked()
{
    Stage stage;
    stage.repo.write("a.txt", "one\nthree\n");
    stage.recordPatch();
    // A repository that no git command survives.
    writeFile(stage.clone + u"/.git/config"_s, "[core\nbroken");
    int status = 0;
    stage.repo.git({u"status"_s}, &status);
    QVERIFY(status != 0);
    const SessionEnd end = stage.run();
    QCOMPARE(end.detail, u"replayed s1"_s);
    QCOMPARE(readFile(stage.clone + u"/a.txt"_s), "one\nthree\n"_ba);
}

void RecordedAgentTest::aPatchThatLeavesTheCloneIsRefused_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QString>("words");
    QTest::addRow("parent") << "../evil"_ba << u"invalid path '../evil'"_s;
    QTest::addRow("inside .git") << ".git/hooks/evil"_ba << u"invalid path '.git/hooks/evil'"_s;
    QTest::addRow("through a link") << "out/evil"_ba << u"beyond a symbolic link"_s;
}

void RecordedAgentTest::aPatchThatLeavesTheCloneIsRefused()
{
    QFETCH(QByteArray, path);
    QFETCH(QString, words);
    Stage stage;
    QVERIFY(QFile::link(stage.outbox, stage.clone + u"/out"_s));
    writeFile(stage.folder + u"/s1/change.patch"_s,
              "diff --git a/" + path + " b/" + path + "\nnew file mode 100644\n--- /dev/null\n+++ b/" + path
                  + "\n@@ -0,0 +1 @@\n+x\n");
    const SessionEnd end = stage.run();
    QCOMPARE(end.reason, SessionEndReason::Failed);
    QVERIFY2(end.detail.contains(words), qPrintable(end.detail));
    QVERIFY(!QFileInfo::exists(stage.clone + u'/' + QString::fromLatin1(path)));
}

void RecordedAgentTest::aPatchThatDoesNotFitFailsTheSession()
{
    Stage stage;
    stage.repo.write("a.txt", "one\nthree\n");
    stage.recordPatch();
    stage.repo.write("a.txt", "something else\n");
    writeFile(stage.folder + u"/s1/outbox/task.json"_s, "{}");
    const SessionEnd end = stage.run();
    QCOMPARE(end.reason, SessionEndReason::Failed);
    QVERIFY2(end.detail.contains(u"patch does not apply"_s), qPrintable(end.detail));
    QVERIFY(!QFileInfo::exists(stage.outbox + u"/task.json"_s));
}

void RecordedAgentTest::pausesAreKept()
{
    Stage stage;
    writeFile(stage.folder + u"/s1/activity.jsonl"_s,
              "{\"type\":\"message\",\"after_ms\":120}\n{\"type\":\"message\",\"after_ms\":80}\n");
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(stage.run().reason, SessionEndReason::Finished);
    QVERIFY2(timer.elapsed() >= 200, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(stage.events.size(), 2);
}

void RecordedAgentTest::aStopIsHonouredQuicklyAndChangesNothing()
{
    Stage stage;
    stage.repo.write("a.txt", "one\nthree\n");
    stage.recordPatch();
    writeFile(stage.folder + u"/s1/activity.jsonl"_s,
              "{\"type\":\"message\"}\n{\"type\":\"message\",\"after_ms\":60000}\n");
    writeFile(stage.folder + u"/s1/outbox/task.json"_s, "{}");
    StopSource stop;
    QElapsedTimer sinceStop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(150ms);
        sinceStop.start();
        stop.requestStop();
    });
    const SessionEnd end = stage.run(stop.token());
    const qint64 took = sinceStop.elapsed();
    QCOMPARE(end.reason, SessionEndReason::Stopped);
    QVERIFY2(took < 500, qPrintable(QString::number(took))); // promised: 100 ms; the rest is for a busy machine
    QCOMPARE(stage.events.size(), 1);
    QCOMPARE(readFile(stage.clone + u"/a.txt"_s), "one\ntwo\n"_ba);
    QVERIFY(!QFileInfo::exists(stage.outbox + u"/task.json"_s));

    // Stopped before it began.
    stage.events.clear();
    QCOMPARE(stage.run(stop.token()).reason, SessionEndReason::Stopped);
    QVERIFY(stage.events.isEmpty());
}

void RecordedAgentTest::aSecondRoundPlaysTheSameOutboxWithoutThePatch()
{
    Stage stage;
    stage.repo.write("a.txt", "one\nthree\n");
    stage.recordPatch();
    writeFile(stage.folder + u"/s1/outbox/task.json"_s, "{}");
    writeFile(stage.folder + u"/s1/activity.jsonl"_s, "{\"type\":\"message\"}\n");
    QCOMPARE(stage.run().detail, u"replayed s1"_s);
    writeFile(stage.outbox + u"/task.json"_s, "changed");
    writeFile(stage.outbox + u"/kept"_s, "of the first round");
    stage.request.outboxErrors = {u"/summary missing"_s};
    QCOMPARE(stage.run().detail, u"replayed s1"_s);
    QCOMPARE(readFile(stage.outbox + u"/task.json"_s), "{}"_ba);
    QCOMPARE(readFile(stage.outbox + u"/kept"_s), "of the first round"_ba);
    QCOMPARE(readFile(stage.clone + u"/a.txt"_s), "one\nthree\n"_ba);
    QCOMPARE(stage.events.size(), 2);
}

void RecordedAgentTest::aSecondRoundPlaysItsRetryFolder()
{
    Stage stage;
    stage.repo.write("a.txt", "one\nthree\n");
    QDir().mkpath(stage.folder + u"/s1/retry"_s);
    stage.recordPatch(u"s1/retry"_s);
    writeFile(stage.folder + u"/s1/outbox/task.json"_s, "{");
    writeFile(stage.folder + u"/s1/retry/outbox/task.json"_s, "{}");
    QCOMPARE(stage.run().detail, u"replayed s1"_s);
    QCOMPARE(readFile(stage.outbox + u"/task.json"_s), "{"_ba);
    QCOMPARE(readFile(stage.clone + u"/a.txt"_s), "one\ntwo\n"_ba);
    stage.request.outboxErrors = {u"task.json not JSON"_s};
    QCOMPARE(stage.run().detail, u"replayed s1/retry"_s);
    QCOMPARE(readFile(stage.outbox + u"/task.json"_s), "{}"_ba);
    QCOMPARE(readFile(stage.clone + u"/a.txt"_s), "one\nthree\n"_ba);
}

void RecordedAgentTest::theOutboxIsCopiedAsItIs()
{
    Stage stage;
    const QString from = stage.folder + u"/s1/outbox"_s;
    writeFile(from + u"/repros/a b.py"_s, "#!", 0755);
    writeFile(from + u"/repros/plain"_s, "x", 0644);
    QVERIFY(QFile::link(u"/etc/hostname"_s, from + u"/link"_s));
    QVERIFY(QFile::link(u"nowhere"_s, from + u"/dangling"_s));
    QCOMPARE(stage.run().reason, SessionEndReason::Finished);
    QVERIFY(QFileInfo(stage.outbox + u"/repros/a b.py"_s).isExecutable());
    QVERIFY(!QFileInfo(stage.outbox + u"/repros/plain"_s).isExecutable());
    QCOMPARE(QFile::symLinkTarget(stage.outbox + u"/link"_s), u"/etc/hostname"_s);
    QVERIFY(QFileInfo(stage.outbox + u"/dangling"_s).isSymLink());
}

void RecordedAgentTest::linksInTheWayAreReplacedAndNotWrittenThrough()
{
    Stage stage;
    writeFile(stage.folder + u"/s1/outbox/task.json"_s, "new");
    writeFile(stage.folder + u"/s1/outbox/checks/c"_s, "new");
    const QString outside = stage.repo.sibling(u"outside"_s);
    writeFile(outside + u"/file"_s, "old");
    QVERIFY(QFile::link(outside + u"/file"_s, stage.outbox + u"/task.json"_s));
    QVERIFY(QFile::link(outside, stage.outbox + u"/checks"_s));
    QCOMPARE(stage.run().reason, SessionEndReason::Finished);
    QCOMPARE(readFile(outside + u"/file"_s), "old"_ba);
    QVERIFY(!QFileInfo::exists(outside + u"/c"_s));
    QCOMPARE(readFile(stage.outbox + u"/task.json"_s), "new"_ba);
    QCOMPARE(readFile(stage.outbox + u"/checks/c"_s), "new"_ba);
}

void RecordedAgentTest::brokenActivityFailsTheSessionByLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("words");
    QTest::addRow("not JSON") << "hello"_ba << u"activity.jsonl, line 2 is not JSON"_s;
    QTest::addRow("no type") << "{\"text\":\"x\"}"_ba << u"activity.jsonl, line 2: found type \"\""_s;
    QTest::addRow("unknown type") << "{\"type\":\"dance\"}"_ba << u"activity.jsonl, line 2: found type \"dance\""_s;
}

void RecordedAgentTest::brokenActivityFailsTheSessionByLine()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, words);
    Stage stage;
    writeFile(stage.folder + u"/s1/activity.jsonl"_s, "{\"type\":\"message\"}\n" + line + '\n');
    const SessionEnd end = stage.run();
    QCOMPARE(end.reason, SessionEndReason::Failed);
    QVERIFY2(end.detail.contains(words), qPrintable(end.detail));
}

void RecordedAgentTest::theDemoReplaysFromItsFirstTreeToItsLast()
{
    // Given the demo's library as a clone, as the loop lays it.
    ScratchRepository repo;
    const QDir tally(QStringLiteral(ASSAY_SOURCE_DIR "/resources/demo/tally"));
    QDirIterator files(tally.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        if (!file.contains("/__pycache__/"_L1))
            repo.write(tally.relativeFilePath(file).toUtf8(), readFile(file), QFileInfo(file).isExecutable());
    }
    const QString outbox = repo.sibling(u"outbox"_s);
    ProcessHost host;
    const auto agent = makeAgent(QStringLiteral("recorded:" ASSAY_SOURCE_DIR "/resources/demo/recording"), host, {});
    QVERIFY(agent);

    struct Step {
        SessionPurpose purpose;
        QStringList findings;
        int attempt;
        bool kept;
    };
    const QStringList cause{u"F1"_s, u"F2"_s, u"F4"_s, u"F5"_s};
    for (const Step &step : QList<Step>{{SessionPurpose::Audit, {}, 0, false},
                                        {SessionPurpose::Task, cause, 0, false},
                                        {SessionPurpose::Task, cause, 1, true},
                                        {SessionPurpose::Task, {u"F3"_s}, 0, false},
                                        {SessionPurpose::Task, {u"F3"_s}, 1, true},
                                        {SessionPurpose::Gate, cause, 0, true},
                                        {SessionPurpose::Task, {u"F6"_s}, 0, true},
                                        {SessionPurpose::Audit, {}, 0, false}}) {
        repo.commitAll(u"checkpoint"_s);
        SessionRequest request;
        request.purpose = step.purpose;
        request.checkpointTree = ObjectId(repo.git({u"rev-parse"_s, u"HEAD^{tree}"_s}).trimmed());
        for (const QString &id : step.findings)
            request.findings << FindingId(id);
        request.countedAttempts = step.attempt;
        request.clone = repo.path();
        request.outbox = outbox;
        QDir(outbox).removeRecursively();
        QVERIFY(QDir().mkpath(outbox));
        // When a session replays, it finds its place, and leaves its form and, in a task, a change.
        const SessionEnd end = (*agent)->run(request, [](const QJsonObject &) {}, {});
        QVERIFY2(end.reason == SessionEndReason::Finished, qPrintable(end.detail));
        const bool audit = step.purpose == SessionPurpose::Audit;
        QVERIFY(QFileInfo::exists(outbox + (audit ? u"/audit.json"_s : u"/task.json"_s)));
        QCOMPARE(repo.git({u"status"_s, u"--porcelain"_s}).isEmpty(), audit);
        if (!step.kept)
            repo.git({u"reset"_s, u"-q"_s, u"--hard"_s});
    }
}

QTEST_GUILESS_MAIN(RecordedAgentTest)
#include "tst_recordedagent.moc"
