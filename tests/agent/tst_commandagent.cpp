// Any program as an agent, well-behaved or not.
#include "core/agent/commandagent.h"
#include "core/process/processhost.h"
#include "tests/support/processtest.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

#include <sys/stat.h>

using namespace assay;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A clone, an outbox, and a program made of a script.
class Stage {
public:
    Stage()
    {
        for (const QString &name : {u"clone"_s, u"outbox"_s})
            QDir(m_dir.path()).mkpath(name);
        request.id = u"A7"_s;
        request.purpose = SessionPurpose::Gate;
        request.checkpointTree = ObjectId(QByteArray(40, 'c'));
        request.prompt = u"Do this: naïve\n"_s;
        request.clone = path(u"clone"_s);
        request.outbox = path(u"outbox"_s);
        request.runFolder = m_dir.path();
        policy.agentTimeout = 60s;
        policy.agentIdle = 0s;
    }
    [[nodiscard]] QString path(const QString &name) const { return m_dir.path() + u'/' + name; }
    [[nodiscard]] QByteArray read(const QString &name) const { return test::readFile(QFile::encodeName(path(name))); }

    QString script(const QByteArray &text)
    {
        const QString name = path(u"agent"_s);
        [&] {
            QFile file(name);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(text);
            file.close();
            QCOMPARE(::chmod(QFile::encodeName(name).constData(), 0755), 0);
        }();
        return name;
    }
    SessionEnd runShell(const QByteArray &text, StopToken stop = {}) { return run(script("#!/bin/sh\n" + text + "\n"), std::move(stop)); }
    SessionEnd runPython(const QByteArray &text, StopToken stop = {})
    {
        return run(script("#!/usr/bin/env -S python3 -S\nimport os, signal, sys, time\n" + text + "\n"), std::move(stop));
    }
    SessionEnd run(const QString &line, StopToken stop = {})
    {
        auto command = CommandAgent::parse(line);
        if (!command)
            return {SessionEndReason::Failed, u"parse: "_s + command.error().text(), -1, -1, -1, {}};
        CommandAgent agent(std::move(*command), host, policy);
        return agent.run(request, [this](const QJsonObject &event) {
            if (std::this_thread::get_id() != thread)
                strangers += 1;
            if (slow > 0ms)
                std::this_thread::sleep_for(slow);
            events << event;
        }, std::move(stop));
    }
    /// The output lines of a stream, in order.
    [[nodiscard]] QStringList lines(const QString &stream) const
    {
        QStringList lines;
        for (const QJsonObject &event : events) {
            if (event.value("type"_L1).toString() == "output"_L1 && event.value("stream"_L1).toString() == stream)
                lines << event.value("text"_L1).toString();
        }
        return lines;
    }

    ProcessHost host;
    Policy policy;
    SessionRequest request;
    QList<QJsonObject> events;
    std::thread::id thread = std::this_thread::get_id();
    int strangers = 0; ///< events handed over in another thread
    std::chrono::milliseconds slow{0};

private:
    QTemporaryDir m_dir;
};

} // namespace

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
    void aFloodIsBounded();
    void aFloodOfEmptyLinesIsBounded();
    void aSlowReaderLosesLinesAndIsToldHowMany();
    void oneThatNeverEndsIsEndedByTheTimeOut();
    void oneThatNeverEndsIsEndedByTheStop();
    void oneThatFallsSilentIsEndedAsIdle();
    void closingItsOutputDoesNotEndIt();
    void whatItLeavesBehindIsEnded();
    void oneThatNeverReadsItsTaskMayFinish();
    void garbageIsShownAndNotLost();
    void escapeSequencesNeverReachATerminal();
    void aHugeLineIsCut();
    void aHugeEventIsPassedOnUpToTheLimit();
};

void CommandAgentTest::theTaskIsOnStandardInputAndInAFile()
{
    Stage stage;
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
    Stage stage;
    QCOMPARE(stage.runShell("pwd; echo $ASSAY_OUTBOX; echo $ASSAY_RUN; echo $ASSAY_PURPOSE $ASSAY_SESSION $ASSAY_TREE_ID").reason, SessionEndReason::Finished);
    QCOMPARE(stage.lines(u"stdout"_s), QStringList({stage.request.clone, stage.request.outbox, stage.request.runFolder,
                                                   u"gate A7 "_s + QString(40, u'c')}));
}

void CommandAgentTest::theOwnersEnvironmentIsKeptWithoutGit()
{
    Stage stage;
    qputenv("GIT_DIR", "/elsewhere");
    qputenv("CLAUDECODE", "1");
    qputenv("MY_TOKEN", "key \xff");
    const SessionEnd end = stage.runShell("echo \"${GIT_DIR-unset} ${CLAUDECODE-unset}\"; printf '%s' \"$MY_TOKEN\" > $ASSAY_OUTBOX/token");
    qunsetenv("GIT_DIR");
    qunsetenv("CLAUDECODE");
    qunsetenv("MY_TOKEN");
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(stage.lines(u"stdout"_s), QStringList{u"unset unset"_s});
    QCOMPARE(stage.read(u"outbox/token"_s), "key \xff"_ba);
}

void CommandAgentTest::linesBecomeOutputAndEventsArePassedOn()
{
    Stage stage;
    const SessionEnd end = stage.runShell("echo plain; echo; echo '{\"type\":\"message\",\"text\":\"hi\"}'; echo '{\"type\":\"dance\"}'\n"
                                          "echo '{\"type\":\"usage\",\"input_tokens\":7,\"output_tokens\":2,\"cost\":0.5}'\n"
                                          "echo '{\"type\":\"usage\",\"input_tokens\":1,\"output_tokens\":-5}'; echo '{half'; printf 'dos\\r\\nno end'; echo trouble >&2");
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(stage.lines(u"stdout"_s), QStringList({u"plain"_s, u""_s, u"{\"type\":\"dance\"}"_s, u"{half"_s, u"dos"_s, u"no end"_s}));
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
    Stage stage;
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
    QTest::addRow("failed") << "echo out; echo one >&2; echo two >&2; exit 3"_ba << SessionEndReason::Failed << u"exit status 3; it printed last:\none\ntwo"_s;
    QTest::addRow("failed, nothing on standard error") << "seq 1 9; exit 1"_ba << SessionEndReason::Failed << u"exit status 1; it printed last:\n5\n6\n7\n8\n9"_s;
    QTest::addRow("failed in silence") << "exit 1"_ba << SessionEndReason::Failed << u"exit status 1; it printed nothing"_s;
    QTest::addRow("no quota") << "echo over quota >&2; exit 75"_ba << SessionEndReason::Unavailable << u"exit status 75; it printed last:\nover quota"_s;
    QTest::addRow("signal") << "kill -9 $$"_ba << SessionEndReason::Failed << u"ended by signal 9; it printed nothing"_s;
}

void CommandAgentTest::exitStatusesHaveTheirMeaning()
{
    QFETCH(QByteArray, script);
    QFETCH(SessionEndReason, reason);
    QFETCH(QString, detail);
    Stage stage;
    const SessionEnd end = stage.runShell(script);
    QCOMPARE(end.detail, detail);
    QCOMPARE(end.reason, reason);
}

void CommandAgentTest::wordsAreHandedOnWithoutAShell()
{
    Stage stage;
    const QString program = stage.script("#!/bin/sh\nfor a in \"$@\"; do echo \"[$a]\"; done\n");
    QCOMPARE(stage.run(program + u" 'a b' \"\" $HOME * ; naïve"_s).reason, SessionEndReason::Finished);
    QCOMPARE(stage.lines(u"stdout"_s), QStringList({u"[a b]"_s, u"[]"_s, u"[$HOME]"_s, u"[*]"_s, u"[;]"_s, u"[naïve]"_s}));
}

void CommandAgentTest::relativeProgramsAreFoundBeforeTheCloneIsEntered()
{
    Stage stage;
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
    QVERIFY2(unknown.error().text().startsWith(u"no-such-agent: the agent's program is not found. Install it"_s), qPrintable(unknown.error().text()));

    Stage stage;
    const QString program = stage.script("#!/bin/sh\n");
    QFile::setPermissions(program, QFile::ReadOwner);
    const auto noRunBit = CommandAgent::parse(program);
    QVERIFY(!noRunBit);
    QVERIFY2(noRunBit.error().text().contains(u"a file without a run bit, expected an executable file. chmod +x "_s + program), qPrintable(noRunBit.error().text()));

    const auto folder = CommandAgent::parse(stage.path(u"clone"_s));
    QVERIFY(!folder);
    QVERIFY(folder.error().text().contains(u"is no file"_s));
}

void CommandAgentTest::aProgramThatVanishedIsUnavailable()
{
    Stage stage;
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
    Stage stage;
    QFile victim(stage.path(u"victim"_s));
    QVERIFY(victim.open(QIODevice::WriteOnly));
    victim.write("mine");
    victim.close();
    QVERIFY(QFile::link(victim.fileName(), stage.path(u"outbox.prompt.md"_s)));
    QCOMPARE(stage.runShell("cat > $ASSAY_OUTBOX/in").reason, SessionEndReason::Finished);
    QCOMPARE(stage.read(u"victim"_s), "mine"_ba);
    QCOMPARE(stage.read(u"outbox/in"_s), "Do this: na\xc3\xafve\n"_ba);
}

void CommandAgentTest::aFloodIsBounded()
{
    Stage stage;
    stage.runShell("true"); // what a first start costs is not the flood's
    stage.events.clear();
    test::resetPeakMemory();
    const qint64 before = test::peakMemory();
    const SessionEnd end = stage.runPython("block = b''.join(b'%063d\\n' % i for i in range(16384))\nfor _ in range(300): os.write(1, block)\n"
                                           "print('{\"type\":\"message\",\"text\":\"done\"}')");
    QCOMPARE(end.detail, u"exit status 0"_s);
    QVERIFY2(test::peakMemory() - before < (96 << 20), qPrintable(QString::number((test::peakMemory() - before) >> 20)));
    QVERIFY2(stage.events.size() <= 20'002, qPrintable(QString::number(stage.events.size())));
    // Every byte is either in an event or counted.
    qint64 seen = 0;
    for (const QString &line : stage.lines(u"stdout"_s).first(stage.lines(u"stdout"_s).size() - 1))
        seen += line.size() + 1;
    QCOMPARE(seen + stage.events.last().value("cut"_L1).toInteger(), qint64(300) << 20);
    QVERIFY(stage.lines(u"stdout"_s).last().contains(u"bytes of output left out"_s));
    QVERIFY(end.log.size() < (3 << 20));
}

void CommandAgentTest::aFloodOfEmptyLinesIsBounded()
{
    Stage stage;
    test::resetPeakMemory();
    const qint64 before = test::peakMemory();
    QCOMPARE(stage.runPython("for _ in range(32): os.write(1, b'\\n' * (1 << 20))").reason, SessionEndReason::Finished);
    QVERIFY2(test::peakMemory() - before < (96 << 20), qPrintable(QString::number((test::peakMemory() - before) >> 20)));
    QCOMPARE(stage.lines(u"stdout"_s).first(stage.lines(u"stdout"_s).size() - 1).size() + stage.events.last().value("cut"_L1).toInteger(), qint64(32) << 20);
}

void CommandAgentTest::aSlowReaderLosesLinesAndIsToldHowMany()
{
    Stage stage;
    stage.slow = 1ms;
    QCOMPARE(stage.runPython("line = b'x' * 100000 + b'\\n'\nfor _ in range(1000): os.write(1, line)").reason, SessionEndReason::Finished);
    qint64 seen = 0;
    for (const QJsonObject &event : stage.events.first(stage.events.size() - 1))
        seen += event.value("text"_L1).toString().size() + event.value("cut"_L1).toInteger() + 1;
    QCOMPARE(seen + stage.events.last().value("cut"_L1).toInteger(), 1000 * 100001);
}

void CommandAgentTest::oneThatNeverEndsIsEndedByTheTimeOut()
{
    Stage stage;
    stage.policy.agentTimeout = 300ms;
    const SessionEnd end = stage.runPython("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('begun', flush=True)\nwhile True: time.sleep(1); print('.', flush=True)");
    QCOMPARE(end.reason, SessionEndReason::TimedOut);
    QVERIFY2(end.detail.startsWith(u"ran longer than 0.3 s"_s), qPrintable(end.detail));
    QVERIFY(test::processesWith(stage.path(u"agent"_s).toUtf8()).isEmpty());
}

void CommandAgentTest::oneThatNeverEndsIsEndedByTheStop()
{
    Stage stage;
    StopSource stop;
    QElapsedTimer sinceStop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(400ms);
        sinceStop.start();
        stop.requestStop();
    });
    const SessionEnd end = stage.runPython("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('begun', flush=True)\ntime.sleep(1000)", stop.token());
    QCOMPARE(end.reason, SessionEndReason::Stopped);
    QVERIFY2(sinceStop.elapsed() < 2000, qPrintable(QString::number(sinceStop.elapsed())));
    QVERIFY(test::processesWith(stage.path(u"agent"_s).toUtf8()).isEmpty());
}

void CommandAgentTest::oneThatFallsSilentIsEndedAsIdle()
{
    Stage stage;
    stage.policy.agentIdle = 300ms;
    const SessionEnd end = stage.runShell("echo working; sleep 1000");
    QCOMPARE(end.reason, SessionEndReason::Idle);
    QCOMPARE(end.detail, u"printed nothing for 0.3 s; it printed last:\nworking"_s);
    // One that keeps talking is left alone, however long it takes.
    QCOMPARE(stage.runShell("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.1; done").reason, SessionEndReason::Finished);
}

void CommandAgentTest::closingItsOutputDoesNotEndIt()
{
    Stage stage;
    QCOMPARE(stage.runShell("echo last words; exec >&- 2>&-; sleep 0.3; : > $ASSAY_OUTBOX/late").reason, SessionEndReason::Finished);
    QVERIFY(QFileInfo::exists(stage.path(u"outbox/late"_s)));
    QCOMPARE(stage.lines(u"stdout"_s), QStringList{u"last words"_s});

    stage.policy.agentIdle = 300ms;
    QCOMPARE(stage.runShell("exec >&- 2>&-; sleep 1000").reason, SessionEndReason::Idle);
    QVERIFY(test::processesWith(stage.path(u"agent"_s).toUtf8()).isEmpty());
}

void CommandAgentTest::whatItLeavesBehindIsEnded()
{
    Stage stage;
    const SessionEnd end = stage.runPython("if os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n  signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
                                           "  open(os.environ['ASSAY_OUTBOX'] + '/pid', 'w').write(str(os.getpid()))\n  time.sleep(1000)\n os._exit(0)\n"
                                           "os.wait()\nwhile not os.path.exists(os.environ['ASSAY_OUTBOX'] + '/pid') or not open(os.environ['ASSAY_OUTBOX'] + '/pid').read(): time.sleep(0.01)");
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(end.detail, u"exit status 0; 1 processes that it left behind were ended"_s);
    const int pid = stage.read(u"outbox/pid"_s).toInt();
    QVERIFY(pid > 0);
    QVERIFY(!test::isAlive(pid));
}

void CommandAgentTest::oneThatNeverReadsItsTaskMayFinish()
{
    Stage stage;
    stage.request.prompt = QString(4 << 20, u'x'); // more than a pipe holds: the writer meets a closed pipe
    QCOMPARE(stage.runShell("exec <&-; sleep 0.05; exit 0").reason, SessionEndReason::Finished);
    QCOMPARE(stage.runShell("exit 0").reason, SessionEndReason::Finished);
}

void CommandAgentTest::garbageIsShownAndNotLost()
{
    Stage stage;
    QCOMPARE(stage.runPython("os.write(1, bytes(range(256)) + b'\\n' + 'na\\u00efve \\U0001F600'.encode() + b' \\xc3\\n')").reason, SessionEndReason::Finished);
    const QStringList lines = stage.lines(u"stdout"_s);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines.at(0).startsWith(u"\\x00\\x01"_s));
    QVERIFY(lines.at(0).endsWith(u"\\x08\t"_s));
    QVERIFY(lines.at(1).contains(u" !\"#"_s));
    QVERIFY(lines.at(1).endsWith(u"\\xfe\\xff"_s));
    QCOMPARE(lines.at(2), u"naïve \U0001F600 \\xc3"_s);
}

void CommandAgentTest::escapeSequencesNeverReachATerminal()
{
    Stage stage;
    const SessionEnd end = stage.runShell("printf '\\033[31mred\\033]0;title\\007\\n'; printf 'bad \\033[2J\\n' >&2; exit 1");
    QCOMPARE(stage.lines(u"stdout"_s), QStringList{u"\\x1b[31mred\\x1b]0;title\\x07"_s});
    QCOMPARE(end.detail, u"exit status 1; it printed last:\nbad \\x1b[2J"_s);
}

void CommandAgentTest::aHugeLineIsCut()
{
    Stage stage;
    stage.runShell("true");
    test::resetPeakMemory();
    const qint64 before = test::peakMemory();
    QCOMPARE(stage.runPython("for _ in range(50): os.write(1, b'y' * (1 << 20))\nos.write(1, b'\\nshort\\n')").reason, SessionEndReason::Finished);
    QVERIFY2(test::peakMemory() - before < (48 << 20), qPrintable(QString::number((test::peakMemory() - before) >> 20)));
    QCOMPARE(stage.events.size(), 2);
    const QJsonObject huge = stage.events.first();
    QCOMPARE(huge.value("text"_L1).toString().size() + huge.value("cut"_L1).toInteger(), 50 << 20);
    QCOMPARE(huge.value("text"_L1).toString().size(), 64 << 10);
    QCOMPARE(stage.events.last().value("text"_L1).toString(), u"short"_s);
    QVERIFY(!stage.events.last().contains("cut"_L1));
}

void CommandAgentTest::aHugeEventIsPassedOnUpToTheLimit()
{
    Stage stage;
    QCOMPARE(stage.runPython("for n in (1 << 21, 50 << 20): print('{\"type\":\"message\",\"text\":\"' + 'z' * n + '\"}')").reason, SessionEndReason::Finished);
    QCOMPARE(stage.events.size(), 2);
    QCOMPARE(stage.events.first().value("text"_L1).toString().size(), 1 << 21);
    QCOMPARE(stage.events.last().value("type"_L1).toString(), u"output"_s); // cut, so no event any more
}

QTEST_GUILESS_MAIN(CommandAgentTest)
#include "tst_commandagent.moc"
