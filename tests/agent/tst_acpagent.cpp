// An agent that speaks the Agent Client Protocol, as it should.
#include "tests/agent/acpstage.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace assay;
using namespace assay::test;

class TstAcpAgent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTurnIsHeardWhole();
    void whatIsOfferedIsNeitherFilesNorTerminals();
    void anAgentThatDecidesByItselfIsMadeToAsk();
    void eachStopReasonIsToldApart_data();
    void eachStopReasonIsToldApart();
    void whatKeepsItFromASessionIsToldApart_data();
    void whatKeepsItFromASessionIsToldApart();
    void permissionsAreAnsweredByTheOnceOptionOfTheirSide();
    void severalWaitAtOnceAndAreAnsweredInAnyOrder();
    void whileAPermissionWaitsTheSessionIsNotIdle();
    void aStopCancelsTheTurnAndAllThatWaits();
    void whatAPermissionCannotSayIsRefused();
    void whoKnowsNoDeskIsRefused();
    void theWordsBehindAcpNameAProgram();
};

void TstAcpAgent::aTurnIsHeardWhole()
{
    AcpStage stage;
    const SessionEnd end = stage.run(u"work"_s);
    QCOMPARE(toWord(end.reason), u"finished"_s);
    QCOMPARE(end.detail, u"it ended its turn"_s);
    QCOMPARE(end.inputTokens, 10);
    QCOMPARE(end.outputTokens, 5);
    QCOMPARE(end.cost, 0.75); // told twice, as a sum each time
    QCOMPARE(stage.left(u"prompt"_s), "Do this: naïve\n");
    QCOMPARE(stage.left(u"closed"_s), "standard input ended");
    QCOMPARE(stage.texts(u"message"_s), QStringList{u"I will look."_s});
    QCOMPARE(stage.texts(u"thought"_s), QStringList{u"Hm."_s});
    QCOMPARE(stage.texts(u"output"_s), QStringList{u"beside the protocol"_s});
    QList<QJsonObject> calls;
    for (const QJsonObject &event : std::as_const(stage.events)) {
        if (event[u"type"].toString() == "tool_call"_L1)
            calls << event;
        if (event[u"type"].toString() == "plan"_L1)
            QCOMPARE(event[u"entries"].toArray().size(), 2);
    }
    QCOMPARE(calls.size(), 2);
    QCOMPARE(calls.at(0)[u"kind"].toString(), u"read"_s);
    QCOMPARE(calls.at(0)[u"locations"][0][u"path"].toString(), u"a.py"_s);
    QCOMPARE(calls.at(0)[u"locations"][0][u"line"].toInt(), 3);
    QCOMPARE(calls.at(1)[u"status"].toString(), u"completed"_s);
    QCOMPARE(calls.at(1)[u"output"].toString(), u"whole"_s);
    QVERIFY(!calls.at(1).contains("title"_L1));
}

void TstAcpAgent::whatIsOfferedIsNeitherFilesNorTerminals()
{
    AcpStage stage;
    (void)stage.run(u"work"_s);
    const QJsonObject offered = QJsonDocument::fromJson(stage.left(u"initialize"_s)).object();
    QCOMPARE(offered[u"protocolVersion"].toInt(), 1);
    QCOMPARE(offered[u"clientCapabilities"][u"fs"][u"readTextFile"], QJsonValue(false));
    QCOMPARE(offered[u"clientCapabilities"][u"fs"][u"writeTextFile"], QJsonValue(false));
    QCOMPARE(offered[u"clientCapabilities"][u"terminal"], QJsonValue(false));
    const QJsonObject session = QJsonDocument::fromJson(stage.left(u"session"_s)).object();
    QCOMPARE(session[u"cwd"].toString(), stage.request.clone);
    QCOMPARE(session[u"mcpServers"], QJsonValue(QJsonArray()));
    QCOMPARE(session[u"additionalDirectories"][0].toString(), stage.request.outbox);
}

void TstAcpAgent::anAgentThatDecidesByItselfIsMadeToAsk()
{
    AcpStage stage;
    QCOMPARE(toWord(stage.run(u"modes"_s).reason), u"finished"_s);
    QCOMPARE(stage.left(u"mode"_s), "default");
}

void TstAcpAgent::eachStopReasonIsToldApart_data()
{
    QTest::addColumn<QString>("stop");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("said");
    QTest::newRow("done") << u"end_turn"_s << u"finished"_s << u"it ended its turn"_s;
    QTest::newRow("tokens") << u"max_tokens"_s << u"failed"_s << u"limit of tokens"_s;
    QTest::newRow("requests") << u"max_turn_requests"_s << u"failed"_s << u"limit of requests"_s;
    QTest::newRow("refusal") << u"refusal"_s << u"failed"_s << u"refused to go on"_s;
    QTest::newRow("cancelled") << u"cancelled"_s << u"failed"_s << u"which Assay did not ask for"_s;
    QTest::newRow("unknown") << u"bored"_s << u"failed"_s << u"not known: \"bored\""_s;
}

void TstAcpAgent::eachStopReasonIsToldApart()
{
    QFETCH(const QString, stop);
    QFETCH(const QString, said);
    AcpStage stage;
    const SessionEnd end = stage.run(u"stop-reason "_s + stop);
    QTEST(toWord(end.reason), "reason");
    QVERIFY2(end.detail.contains(said), qPrintable(end.detail));
}

void TstAcpAgent::whatKeepsItFromASessionIsToldApart_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("said");
    QTest::newRow("login")
        << u"login"_s << u"unavailable"_s
        << u"Scripted is not logged in. It offers: API key: set SCRIPTED_KEY; Log in (in a terminal, "
           "with: login)"_s;
    QTest::newRow("version") << u"version"_s << u"unavailable"_s
                             << u"version 2 of the Agent Client Protocol, expected 1"_s;
    QTest::newRow("session refused") << u"new-error"_s << u"failed"_s
                                     << u"Scripted answered session/new with error -32603 (Internal error: no disk)"_s;
    QTest::newRow("prompt refused") << u"rpc-error"_s << u"failed"_s
                                    << u"answered session/prompt with error -32603 (the model is gone)"_s;
    QTest::newRow("no agent") << u"no-agent"_s << u"failed"_s
                              << u"it never answered initialize: does it speak the Agent Client Protocol"_s;
    QTest::newRow("exit") << u"exits 0"_s << u"failed"_s << u"its turn was not over; exit status 0"_s;
    QTest::newRow("crash") << u"exits 3"_s << u"failed"_s << u"its turn was not over; exit status 3"_s;
    QTest::newRow("no quota") << u"exits 75"_s << u"unavailable"_s << u"its turn was not over; exit status 75"_s;
}

void TstAcpAgent::whatKeepsItFromASessionIsToldApart()
{
    QFETCH(const QString, mode);
    QFETCH(const QString, said);
    AcpStage stage;
    const SessionEnd end = stage.run(mode);
    QTEST(toWord(end.reason), "reason");
    QVERIFY2(end.detail.contains(said), qPrintable(end.detail));
}

void TstAcpAgent::permissionsAreAnsweredByTheOnceOptionOfTheirSide()
{
    AcpStage stage;
    stage.desk.decide = [](const PermissionRequest &request) { return request.command == "make 1"_L1; };
    QCOMPARE(toWord(stage.run(u"ask 3"_s).reason), u"finished"_s);
    QCOMPARE(stage.left(u"answers"_s), "no yes no");
    // The call was told before: its request names it alone.
    QCOMPARE(stage.desk.asked.size(), 3);
    QCOMPARE(stage.desk.asked.at(1).kind, u"execute"_s);
    QCOMPARE(stage.desk.asked.at(1).title, u"run 1"_s);
    QCOMPARE(stage.texts(u"permission"_s).size(), 6);
    QCOMPARE(stage.texts(u"permission"_s).at(3), u"execute (allowed, by the script): run 1"_s);
}

void TstAcpAgent::severalWaitAtOnceAndAreAnsweredInAnyOrder()
{
    AcpStage stage;
    stage.desk.whenPolled = [](ScriptedDesk &desk) {
        if (desk.asked.size() < 3)
            return;
        desk.answer(desk.asked.at(2).key, true);
        desk.answer(desk.asked.at(0).key, false);
        desk.answer(desk.asked.at(1).key, true);
    };
    QCOMPARE(toWord(stage.run(u"ask 3"_s).reason), u"finished"_s);
    QCOMPARE(stage.left(u"answers"_s), "no yes yes");
}

void TstAcpAgent::whileAPermissionWaitsTheSessionIsNotIdle()
{
    AcpStage stage;
    stage.policy.agentIdle = 1s;
    const auto asked = std::chrono::steady_clock::now();
    stage.desk.whenPolled = [&](ScriptedDesk &desk) {
        if (!desk.asked.isEmpty() && std::chrono::steady_clock::now() - asked > 3s)
            desk.answer(desk.asked.first().key, true);
    };
    QCOMPARE(toWord(stage.run(u"ask 1"_s).reason), u"finished"_s);
    QCOMPARE(stage.left(u"answers"_s), "yes");
}

void TstAcpAgent::aStopCancelsTheTurnAndAllThatWaits()
{
    AcpStage stage;
    StopSource stop;
    stage.desk.whenAsked = [&] {
        if (stage.desk.asked.size() == 5)
            stop.requestStop();
    };
    const SessionEnd end = stage.run(u"ask 5"_s, stop.token());
    QCOMPARE(toWord(end.reason), u"stopped"_s);
    QCOMPARE(stage.left(u"answers"_s), "cancelled cancelled cancelled cancelled cancelled");
    QCOMPARE(stage.left(u"cancelled"_s), "yes");
    QCOMPARE(stage.desk.withdrawn.size(), 5);
}

void TstAcpAgent::whatAPermissionCannotSayIsRefused()
{
    AcpStage stage;
    QCOMPARE(toWord(stage.run(u"ask-odd"_s).reason), u"finished"_s);
    // Only "always": refused unasked. No options: cancelled. Taken back: cancelled. Files: no such method.
    QCOMPARE(stage.left(u"answers"_s), "no cancelled cancelled -32601");
    QCOMPARE(stage.desk.asked.size(), 1);
    QCOMPARE(stage.desk.withdrawn.size(), 1);
}

void TstAcpAgent::whoKnowsNoDeskIsRefused()
{
    AcpStage stage;
    stage.request.permissions = nullptr;
    QCOMPARE(toWord(stage.run(u"ask 2"_s).reason), u"finished"_s);
    QCOMPARE(stage.left(u"answers"_s), "no no");
    QCOMPARE(stage.texts(u"permission"_s).first(), u"execute (rejected, nobody can be asked): run 0"_s);
}

void TstAcpAgent::theWordsBehindAcpNameAProgram()
{
    ProcessHost host;
    QVERIFY(AcpAgent::find({}, host).error().text().contains(u"claude, codex, gemini, opencode"_s));
    QCOMPARE(AcpAgent::find(u"no-such-program-here"_s, host).error().kind, ErrorKind::AgentUnavailable);
    const QByteArray path = qgetenv("PATH");
    QTemporaryDir bin;
    const auto restored = qScopeGuard([&] { qputenv("PATH", path); });
    qputenv("PATH", QFile::encodeName(bin.path()) + ":/usr/bin:/bin");
    const auto missing = AcpAgent::find(u"gemini"_s, host);
    QVERIFY(!missing);
    QVERIFY2(
        missing.error().text().contains(u"Gemini CLI is not found. Install it (npm install -g @google/gemini-cli)"),
        qPrintable(missing.error().text()));
    QFile program(bin.filePath(u"gemini"_s));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\necho gemini 1.2.3\n");
    program.close();
    QVERIFY(program.setPermissions(QFileDevice::Permissions(0x7755)));
    const auto found = AcpAgent::find(u"gemini --model 'a b'"_s, host);
    QVERIFY(found);
    QCOMPARE(found->name, u"acp:gemini"_s);
    QCOMPARE(found->version, u"1.2.3"_s);
    QCOMPARE(found->arguments, (QStringList{u"--acp"_s, u"--model"_s, u"a b"_s}));
}

QTEST_GUILESS_MAIN(TstAcpAgent)
#include "tst_acpagent.moc"
