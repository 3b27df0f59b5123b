// Any program as an agent: what it is given, and what its end means.
#include "tests/agent/commandstage.h"

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

class CommandAgentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTaskIsOnStandardInputAndInAFile();
    void itKnowsWhereItIs();
    void theOwnersEnvironmentIsKeptWithoutGit();
    void linesBecomeOutputAndEventsArePassedOn();
    void eventsComeInTheCallersThread();
    void exitStatusesHaveTheirMeaning_data();
    void exitStatusesHaveTheirMeaning();
    void wordsAreHandedOnWithoutAShell();
    void relativeProgramsAreFoundBeforeTheCloneIsEntered();
    void programsThatAreNotThereAreUnavailable();
    void aProgramThatVanishedIsUnavailable();
    void aLinkInPlaceOfThePromptIsNotWrittenThrough();
};

void CommandAgentTest::theTaskIsOnStandardInputAndInAFile()
{
    CommandStage stage;
    const SessionEnd end = stage.runShell("cat > \"$ASSAY_OUTBOX/in\"; cp \"$ASSAY_PROMPT\" \"$ASSAY_OUTBOX/file\"");
    QCOMPARE(end.detail, u"exit status 0"_s);
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(stage.read(u"outbox/in"_s), "Do this: na\xc3\xafve\n"_ba);
    QCOMPARE(stage.read(u"outbox/file"_s), "Do this: na\xc3\xafve\n"_ba);
    QVERIFY(!QFileInfo::exists(stage.path(u"outbox.prompt.md"_s))); // gone with the session
    QCOMPARE(QDir(stage.path(u"outbox"_s)).entryList(QDir::Files).size(), 2);
}

void CommandAgentTest::itKnowsWhereItIs()
{
    CommandStage stage;
    QCOMPARE(
        stage.runShell("pwd; echo $ASSAY_OUTBOX; echo $ASSAY_RUN; echo $ASSAY_PURPOSE $ASSAY_SESSION $ASSAY_TREE_ID")
            .reason,
        SessionEndReason::Finished);
    QCOMPARE(stage.lines(u"stdout"_s),
             QStringList({stage.request.clone, stage.request.outbox, stage.request.runFolder,
                          u"gate A7 "_s + QString(40, u'c')}));
}

void CommandAgentTest::theOwnersEnvironmentIsKeptWithoutGit()
{
    CommandStage stage;
    qputenv("GIT_DIR", "/elsewhere");
    qputenv("CLAUDECODE", "1");
    qputenv("MY_TOKEN", "key \xff");
    const SessionEnd end = stage.runShell(
        "echo \"${GIT_DIR-unset} ${CLAUDECODE-unset}\"; printf '%s' \"$MY_TOKEN\" > $ASSAY_OUTBOX/token");
    qunsetenv("GIT_DIR");
    qunsetenv("CLAUDECODE");
    qunsetenv("MY_TOKEN");
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(stage.lines(u"stdout"_s), QStringList{u"unset unset"_s});
    QCOMPARE(stage.read(u"outbox/token"_s), "key \xff"_ba);
}

void CommandAgentTest::linesBecomeOutputAndEventsArePassedOn()
{
    CommandStage stage;
    const SessionEnd end = stage.runShell(
        "echo plain; echo; echo '{\"type\":\"message\",\"text\":\"hi\"}'; echo '{\"type\":\"dance\"}'\n"
        "echo '{\"type\":\"usage\",\"input_tokens\":7,\"output_tokens\":2,\"cost\":0.5}'\n"
        "echo '{\"type\":\"usage\",\"input_tokens\":1,\"output_tokens\":-5}'; echo '{half'; printf 'dos\\r\\nno end'; "
        "echo trouble >&2");
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(stage.lines(u"stdout"_s),
             QStringList({u"plain"_s, u""_s, u"{\"type\":\"dance\"}"_s, u"{half"_s, u"dos"_s, u"no end"_s}));
    QCOMPARE(stage.lines(u"stderr"_s), QStringList{u"trouble"_s});
    QVERIFY(stage.events.contains(QJsonObject({{u"type"_s, u"message"_s}, {u"text"_s, u"hi"_s}})));
    QCOMPARE(stage.events.size(), 6 + 1 + 3);
    QCOMPARE(end.inputTokens, 8);
    QCOMPARE(end.outputTokens, 2);
    QCOMPARE(end.cost, 0.5);
    QVERIFY(end.log.startsWith("plain\n"));
    QVERIFY(end.log.endsWith("no end\ntrouble\n"));
}

void CommandAgentTest::eventsComeInTheCallersThread()
{
    CommandStage stage;
    QCOMPARE(stage.runShell("echo a; sleep 0.05; echo b").reason, SessionEndReason::Finished);
    QCOMPARE(stage.events.size(), 2);
    QCOMPARE(stage.strangers, 0);
}

void CommandAgentTest::exitStatusesHaveTheirMeaning_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<SessionEndReason>("reason");
    QTest::addColumn<QString>("detail");
    QTest::addRow("finished") << "exit 0"_ba << SessionEndReason::Finished << u"exit status 0"_s;
    QTest::addRow("failed") << "echo out; echo one >&2; echo two >&2; exit 3"_ba << SessionEndReason::Failed
                            << u"exit status 3; it printed last:\none\ntwo"_s;
    QTest::addRow("failed, nothing on standard error")
        << "seq 1 9; exit 1"_ba << SessionEndReason::Failed << u"exit status 1; it printed last:\n5\n6\n7\n8\n9"_s;
    QTest::addRow("failed in silence") << "exit 1"_ba << SessionEndReason::Failed
                                       << u"exit status 1; it printed nothing"_s;
    QTest::addRow("no quota") << "echo over quota >&2; exit 75"_ba << SessionEndReason::Unavailable
                              << u"exit status 75; it printed last:\nover quota"_s;
    QTest::addRow("signal") << "kill -9 $$"_ba << SessionEndReason::Failed
                            << u"ended by signal 9; it printed nothing"_s;
}

void CommandAgentTest::exitStatusesHaveTheirMeaning()
{
    QFETCH(QByteArray, script);
    QFETCH(SessionEndReason, reason);
    QFETCH(QString, detail);
    CommandStage stage;
    const SessionEnd end = stage.runShell(script);
    QCOMPARE(end.detail, detail);
    QCOMPARE(end.reason, reason);
}

void CommandAgentTest::wordsAreHandedOnWithoutAShell()
{
    CommandStage stage;
    const QString program = stage.script("#!/bin/sh\nfor a in \"$@\"; do echo \"[$a]\"; done\n");
    QCOMPARE(stage.run(program + u" 'a b' \"\" $HOME * ; naïve"_s).reason, SessionEndReason::Finished);
    QCOMPARE(stage.lines(u"stdout"_s),
             QStringList({u"[a b]"_s, u"[]"_s, u"[$HOME]"_s, u"[*]"_s, u"[;]"_s, u"[naïve]"_s}));
}

void CommandAgentTest::relativeProgramsAreFoundBeforeTheCloneIsEntered()
{
    CommandStage stage;
    stage.script("#!/bin/sh\necho ours\n");
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(stage.path(u"."_s)));
    const SessionEnd end = stage.run(u"./agent"_s);
    QVERIFY(QDir::setCurrent(before));
    QCOMPARE(end.detail, u"exit status 0"_s);
    QCOMPARE(stage.lines(u"stdout"_s), QStringList{u"ours"_s});
}

void CommandAgentTest::programsThatAreNotThereAreUnavailable()
{
    const auto unknown = CommandAgent::parse(u"no-such-agent --now"_s);
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().kind, ErrorKind::AgentUnavailable);
    QVERIFY2(unknown.error().text().startsWith(u"no-such-agent: the agent's program is not found. Install it"_s),
             qPrintable(unknown.error().text()));

    CommandStage stage;
    const QString program = stage.script("#!/bin/sh\n");
    QFile::setPermissions(program, QFile::ReadOwner);
    const auto noRunBit = CommandAgent::parse(program);
    QVERIFY(!noRunBit);
    QVERIFY2(noRunBit.error().text().contains(u"a file without a run bit, expected an executable file. chmod +x "_s
                                              + program),
             qPrintable(noRunBit.error().text()));

    const auto folder = CommandAgent::parse(stage.path(u"clone"_s));
    QVERIFY(!folder);
    QVERIFY(folder.error().text().contains(u"is no file"_s));
}

void CommandAgentTest::aProgramThatVanishedIsUnavailable()
{
    CommandStage stage;
    const QString program = stage.script("#!/no/such/interpreter\n");
    const SessionEnd missing = stage.run(program);
    QCOMPARE(missing.reason, SessionEndReason::Unavailable);
    QVERIFY2(missing.detail.startsWith(program + u" did not start: "_s), qPrintable(missing.detail));

    auto command = CommandAgent::parse(program);
    QVERIFY(command);
    QVERIFY(QFile::remove(program));
    CommandAgent agent(std::move(*command), stage.host, stage.policy);
    QCOMPARE(agent.run(stage.request, [](const QJsonObject &) {}, {}).reason, SessionEndReason::Unavailable);
}

void CommandAgentTest::aLinkInPlaceOfThePromptIsNotWrittenThrough()
{
    CommandStage stage;
    QFile victim(stage.path(u"victim"_s));
    QVERIFY(victim.open(QIODevice::WriteOnly));
    victim.write("mine");
    victim.close();
    QVERIFY(QFile::link(victim.fileName(), stage.path(u"outbox.prompt.md"_s)));
    QCOMPARE(stage.runShell("cat > $ASSAY_OUTBOX/in").reason, SessionEndReason::Finished);
    QCOMPARE(stage.read(u"victim"_s), "mine"_ba);
    QCOMPARE(stage.read(u"outbox/in"_s), "Do this: na\xc3\xafve\n"_ba);
}

QTEST_GUILESS_MAIN(CommandAgentTest)
#include "tst_commandagent.moc"
