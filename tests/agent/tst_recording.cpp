// Which folders are recordings, and which session of one fits a request.
#include "tests/agent/recordingstage.h"

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

class RecordingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSessionIsChosenByPurposeTreeFindingsAndAttempts_data();
    void aSessionIsChosenByPurposeTreeFindingsAndAttempts();
    void aMissingSessionNamesTheOneWantedAndThoseThereAre();
    void foldersThatAreNoRecordingAreRefused_data();
    void foldersThatAreNoRecordingAreRefused();
    void theDemoIsARecording();
    void agentsAreMadeFromTheirSpec();
};

void RecordingTest::aSessionIsChosenByPurposeTreeFindingsAndAttempts_data()
{
    QTest::addColumn<SessionPurpose>("purpose");
    QTest::addColumn<QByteArray>("tree");
    QTest::addColumn<QStringList>("findings");
    QTest::addColumn<int>("attempts");
    QTest::addColumn<QString>("chosen");
    QTest::addRow("audit") << SessionPurpose::Audit << kTree << QStringList{} << 0 << u"audit"_s;
    QTest::addRow("later audit") << SessionPurpose::Audit << kOtherTree << QStringList{} << 0 << u"late"_s;
    QTest::addRow("first attempt") << SessionPurpose::Task << kTree << QStringList{u"F1"_s, u"F2"_s} << 0 << u"first"_s;
    QTest::addRow("as a set") << SessionPurpose::Task << kTree << QStringList{u"F2"_s, u"F1"_s} << 0 << u"first"_s;
    QTest::addRow("second attempt") << SessionPurpose::Task << kTree << QStringList{u"F1"_s, u"F2"_s} << 1
                                    << u"second"_s;
    QTest::addRow("gate") << SessionPurpose::Gate << kTree << QStringList{u"F1"_s, u"F2"_s} << 0 << u"gate"_s;
    QTest::addRow("too few findings") << SessionPurpose::Task << kTree << QStringList{u"F1"_s} << 0 << QString();
    QTest::addRow("too many findings") << SessionPurpose::Task << kTree << QStringList{u"F1"_s, u"F2"_s, u"F3"_s} << 0
                                       << QString();
    QTest::addRow("third attempt") << SessionPurpose::Task << kTree << QStringList{u"F1"_s, u"F2"_s} << 2 << QString();
    QTest::addRow("another tree") << SessionPurpose::Task << kOtherTree << QStringList{u"F1"_s, u"F2"_s} << 0
                                  << QString();
    QTest::addRow("another purpose") << SessionPurpose::Evaluation << kTree << QStringList{} << 0 << QString();
}

void RecordingTest::aSessionIsChosenByPurposeTreeFindingsAndAttempts()
{
    QFETCH(SessionPurpose, purpose);
    QFETCH(QByteArray, tree);
    QFETCH(QStringList, findings);
    QFETCH(int, attempts);
    QFETCH(QString, chosen);
    Stage stage;
    const QByteArray both = "\"F1\", \"F2\"";
    writeFile(stage.folder + u"/recording.toml"_s,
              kHead + sessionTable("audit", "audit", kTree, "", 0) + sessionTable("late", "audit", kOtherTree, "", 0)
                  + sessionTable("first", "task", kTree, both, 0) + sessionTable("second", "task", kTree, both, 1)
                  + sessionTable("gate", "gate", kTree, both, 0));
    for (const QString &name : {u"audit"_s, u"late"_s, u"first"_s, u"second"_s, u"gate"_s})
        QDir().mkpath(stage.folder + u'/' + name);
    stage.request.purpose = purpose;
    stage.request.checkpointTree = ObjectId(tree);
    stage.request.findings.clear();
    for (const QString &id : findings)
        stage.request.findings << FindingId(id);
    stage.request.countedAttempts = attempts;
    const SessionEnd end = stage.run();
    if (chosen.isEmpty())
        QCOMPARE(end.reason, SessionEndReason::NoRecording);
    else
        QCOMPARE(end.detail, u"replayed "_s + chosen);
}

void RecordingTest::aMissingSessionNamesTheOneWantedAndThoseThereAre()
{
    Stage stage;
    stage.request.countedAttempts = 2;
    const SessionEnd end = stage.run();
    QCOMPARE(end.reason, SessionEndReason::NoRecording);
    const QString tree = QString::fromLatin1(kTree);
    QCOMPARE(
        end.detail,
        u"no recording for this session: wanted task on tree %1 for F1, F2, after 2 attempts rolled back; %2 has:\n"
        "  task on tree %1 for F1, F2, after 1 attempt rolled back"_s.arg(tree, stage.folder));
    QVERIFY(stage.events.isEmpty());
}

void RecordingTest::foldersThatAreNoRecordingAreRefused_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<QString>("words");
    const QByteArray good = sessionTable("s1", "task", kTree, "\"F1\"", 0);
    const auto row = [](const char *name, const QByteArray &toml, const QString &words) {
        QTest::addRow("%s", name) << toml << words;
    };
    row("no TOML", kHead + "[[session]\n", u"recording.toml: is not TOML at line 5, column "_s);
    row("other format", "format = \"assay/recording/2\"\n",
        u"found format \"assay/recording/2\", expected \"assay/recording/1\""_s);
    row("no format", "agent = \"x\"\n", u"found format \"\""_s);
    row("no session", kHead, u"has no [[session]]"_s);
    row("unknown key", kHead + "titel = \"x\"\n" + good, u"unknown key \"titel\" at line 5"_s);
    row("unknown key in session", kHead + good + "prompt = \"x\"\n", u"unknown key \"prompt\" at line 11"_s);
    row("missing folder", kHead + sessionTable("s2", "task", kTree, "", 0),
        u"names the folder s2, which does not exist"_s);
    row("outside", kHead + sessionTable("../s1", "task", kTree, "", 0), u"has no usable \"folder\""_s);
    row("purpose", kHead + sessionTable("s1", "fix", kTree, "", 0),
        u"found purpose \"fix\" in the [[session]] at line 5"_s);
    row("tree", kHead + sessionTable("s1", "task", "abc", "", 0), u"found tree \"abc\""_s);
    row("attempt", kHead + sessionTable("s1", "task", kTree, "", -1), u"has no usable \"attempt\""_s);
    row("findings", kHead + sessionTable("s1", "task", kTree, "3", 0), u"have an entry that is no text"_s);
    row("session is no table", kHead + "session = [1]\n", u"expected a [[session]] table"_s);
}

void RecordingTest::foldersThatAreNoRecordingAreRefused()
{
    QFETCH(QByteArray, toml);
    QFETCH(QString, words);
    Stage stage;
    writeFile(stage.folder + u"/recording.toml"_s, toml);
    const auto recording = Recording::load(stage.folder);
    QVERIFY(!recording);
    QCOMPARE(recording.error().kind, ErrorKind::Usage);
    QVERIFY2(recording.error().text().contains(words), qPrintable(recording.error().text()));
}

void RecordingTest::theDemoIsARecording()
{
    const auto demo = Recording::load(QStringLiteral(ASSAY_SOURCE_DIR "/resources/demo/recording"));
    QVERIFY2(demo, demo ? "" : qPrintable(demo.error().text()));
    QCOMPARE(demo->sessions().size(), 8);
    QCOMPARE(demo->agent(), u"recorded"_s);
    QCOMPARE(demo->version(), u"1"_s);
}

void RecordingTest::agentsAreMadeFromTheirSpec()
{
    Stage stage;
    const auto recorded = makeAgent(u"recorded:"_s + stage.folder, stage.host, {});
    QVERIFY(recorded);
    QCOMPARE((*recorded)->name(), u"scribe"_s);
    QCOMPARE((*recorded)->version(), u"4"_s);
    const auto command = makeAgent(u"command:sh -c true"_s, stage.host, {});
    QVERIFY(command);
    QCOMPARE((*command)->name(), u"sh"_s);

    const auto none = makeAgent(u"recorded:"_s + stage.folder + u"/none"_s, stage.host, {});
    QVERIFY(!none);
    QVERIFY(none.error().text().contains(u"/none: does not exist"_s));
    const auto empty = makeAgent(u"recorded:"_s + stage.outbox, stage.host, {});
    QVERIFY(!empty);
    QVERIFY(empty.error().text().contains(u"is no recording: its recording.toml cannot be read"_s));
    for (const QString &spec : {u""_s, u"clyde"_s, u"recorded:"_s, u"command:"_s, u"oracle:x"_s, u"command:  "_s}) {
        const auto agent = makeAgent(spec, stage.host, {});
        QVERIFY2(!agent, qPrintable(spec));
        QCOMPARE(agent.error().kind, ErrorKind::Usage);
    }
}

QTEST_GUILESS_MAIN(RecordingTest)
#include "tst_recording.moc"
