// Whatever a program does as an agent, the session ends, memory stays flat, and nothing is left behind.
#include "tests/agent/commandstage.h"

#include <QElapsedTimer>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class MisbehavingAgentsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
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

void MisbehavingAgentsTest::aFloodIsBounded()
{
    CommandStage stage;
    stage.runShell("true"); // what a first start costs is not the flood's
    stage.events.clear();
    resetPeakMemory();
    const qint64 before = peakMemory();
    const SessionEnd end = stage.runPython(
        "block = b''.join(b'%063d\\n' % i for i in range(16384))\nfor _ in range(300): os.write(1, block)\n"
        "print('{\"type\":\"message\",\"text\":\"done\"}')");
    QCOMPARE(end.detail, u"exit status 0"_s);
    QVERIFY2(peakMemory() - before < (96 << 20), qPrintable(QString::number((peakMemory() - before) >> 20)));
    QVERIFY2(stage.events.size() <= 20'002, qPrintable(QString::number(stage.events.size())));
    // Every byte is either in an event or counted.
    qint64 seen = 0;
    for (const QString &line : stage.lines(u"stdout"_s).first(stage.lines(u"stdout"_s).size() - 1))
        seen += line.size() + 1;
    // Where the reader was slower than the flood, the event behind it is among what was counted.
    const QByteArray message = "{\"type\":\"message\",\"text\":\"done\"}\n";
    const bool messageSeen = std::ranges::any_of(
        stage.events, [](const QJsonObject &event) { return event.value("type"_L1) == "message"_L1; });
    QCOMPARE(seen + stage.events.last().value("cut"_L1).toInteger(),
             (qint64(300) << 20) + (messageSeen ? 0 : message.size()));
    QVERIFY(stage.lines(u"stdout"_s).last().contains(u"bytes of output left out"_s));
    QVERIFY(end.log.size() < (3 << 20));
}

void MisbehavingAgentsTest::aFloodOfEmptyLinesIsBounded()
{
    CommandStage stage;
    resetPeakMemory();
    const qint64 before = peakMemory();
    QCOMPARE(stage.runPython("for _ in range(32): os.write(1, b'\\n' * (1 << 20))").reason, SessionEndReason::Finished);
    QVERIFY2(peakMemory() - before < (96 << 20), qPrintable(QString::number((peakMemory() - before) >> 20)));
    QCOMPARE(stage.lines(u"stdout"_s).first(stage.lines(u"stdout"_s).size() - 1).size()
                 + stage.events.last().value("cut"_L1).toInteger(),
             qint64(32) << 20);
}

void MisbehavingAgentsTest::aSlowReaderLosesLinesAndIsToldHowMany()
{
    CommandStage stage;
    stage.slow = 1ms;
    QCOMPARE(stage.runPython("line = b'x' * 100000 + b'\\n'\nfor _ in range(1000): os.write(1, line)").reason,
             SessionEndReason::Finished);
    qint64 seen = 0;
    for (const QJsonObject &event : stage.events.first(stage.events.size() - 1))
        seen += event.value("text"_L1).toString().size() + event.value("cut"_L1).toInteger() + 1;
    QCOMPARE(seen + stage.events.last().value("cut"_L1).toInteger(), 1000 * 100001);
}

void MisbehavingAgentsTest::oneThatNeverEndsIsEndedByTheTimeOut()
{
    CommandStage stage;
    stage.policy.agentTimeout = 300ms;
    QElapsedTimer timer;
    timer.start();
    const SessionEnd end = stage.runPython("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('begun', "
                                           "flush=True)\nwhile True: time.sleep(1); print('.', flush=True)");
    QCOMPARE(end.reason, SessionEndReason::TimedOut);
    QVERIFY(timer.elapsed() < 20'000); // far from the stage's own limit
    QVERIFY2(end.detail.startsWith(u"ran longer than 0.3 s"_s), qPrintable(end.detail));
    QVERIFY(processesWith(stage.path(u"agent"_s).toUtf8()).isEmpty());
}

void MisbehavingAgentsTest::oneThatNeverEndsIsEndedByTheStop()
{
    CommandStage stage;
    StopSource stop;
    QElapsedTimer sinceStop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(400ms);
        sinceStop.start();
        stop.requestStop();
    });
    const SessionEnd end = stage.runPython(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('begun', flush=True)\ntime.sleep(1000)", stop.token());
    QCOMPARE(end.reason, SessionEndReason::Stopped);
    QVERIFY2(sinceStop.elapsed() < 2000, qPrintable(QString::number(sinceStop.elapsed())));
    QVERIFY(processesWith(stage.path(u"agent"_s).toUtf8()).isEmpty());
}

void MisbehavingAgentsTest::oneThatFallsSilentIsEndedAsIdle()
{
    CommandStage stage;
    stage.policy.agentIdle = 300ms;
    const SessionEnd end = stage.runShell("echo working; sleep 1000");
    QCOMPARE(end.reason, SessionEndReason::Idle);
    QCOMPARE(end.detail, u"printed nothing for 0.3 s; it printed last:\nworking"_s);
    // One that keeps talking is left alone, however long it takes.
    QCOMPARE(stage.runShell("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.1; done").reason,
             SessionEndReason::Finished);
}

void MisbehavingAgentsTest::closingItsOutputDoesNotEndIt()
{
    CommandStage stage;
    QCOMPARE(stage.runShell("echo last words; exec >&- 2>&-; sleep 0.3; : > $ASSAY_OUTBOX/late").reason,
             SessionEndReason::Finished);
    QVERIFY(QFileInfo::exists(stage.path(u"outbox/late"_s)));
    QCOMPARE(stage.lines(u"stdout"_s), QStringList{u"last words"_s});

    stage.policy.agentIdle = 300ms;
    QCOMPARE(stage.runShell("exec >&- 2>&-; sleep 1000").reason, SessionEndReason::Idle);
    QVERIFY(processesWith(stage.path(u"agent"_s).toUtf8()).isEmpty());
}

void MisbehavingAgentsTest::whatItLeavesBehindIsEnded()
{
    CommandStage stage;
    const SessionEnd end = stage.runPython(
        "if os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n  signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "  open(os.environ['ASSAY_OUTBOX'] + '/pid', 'w').write(str(os.getpid()))\n  time.sleep(1000)\n os._exit(0)\n"
        "os.wait()\nwhile not os.path.exists(os.environ['ASSAY_OUTBOX'] + '/pid') or not "
        "open(os.environ['ASSAY_OUTBOX'] + '/pid').read(): time.sleep(0.01)");
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(end.detail, u"exit status 0; 1 processes that it left behind were ended"_s);
    const int pid = stage.read(u"outbox/pid"_s).toInt();
    QVERIFY(pid > 0);
    QVERIFY(!isAlive(pid));
}

void MisbehavingAgentsTest::oneThatNeverReadsItsTaskMayFinish()
{
    CommandStage stage;
    stage.request.prompt = QString(4 << 20, u'x'); // more than a pipe holds: the writer meets a closed pipe
    QCOMPARE(stage.runShell("exec <&-; sleep 0.05; exit 0").reason, SessionEndReason::Finished);
    QCOMPARE(stage.runShell("exit 0").reason, SessionEndReason::Finished);
}

void MisbehavingAgentsTest::garbageIsShownAndNotLost()
{
    CommandStage stage;
    QCOMPARE(
        stage.runPython("os.write(1, bytes(range(256)) + b'\\n' + 'na\\u00efve \\U0001F600'.encode() + b' \\xc3\\n')")
            .reason,
        SessionEndReason::Finished);
    const QStringList lines = stage.lines(u"stdout"_s);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines.at(0).startsWith(u"\\x00\\x01"_s));
    QVERIFY(lines.at(0).endsWith(u"\\x08\t"_s));
    QVERIFY(lines.at(1).contains(u" !\"#"_s));
    QVERIFY(lines.at(1).endsWith(u"\\xfe\\xff"_s));
    QCOMPARE(lines.at(2), u"naïve \U0001F600 \\xc3"_s);
}

void MisbehavingAgentsTest::escapeSequencesNeverReachATerminal()
{
    CommandStage stage;
    const SessionEnd end
        = stage.runShell("printf '\\033[31mred\\033]0;title\\007\\n'; printf 'bad \\033[2J\\n' >&2; exit 1");
    QCOMPARE(stage.lines(u"stdout"_s), QStringList{u"\\x1b[31mred\\x1b]0;title\\x07"_s});
    QCOMPARE(end.detail, u"exit status 1; it printed last:\nbad \\x1b[2J"_s);
}

void MisbehavingAgentsTest::aHugeLineIsCut()
{
    CommandStage stage;
    stage.runShell("true");
    resetPeakMemory();
    const qint64 before = peakMemory();
    QCOMPARE(stage.runPython("for _ in range(50): os.write(1, b'y' * (1 << 20))\nos.write(1, b'\\nshort\\n')").reason,
             SessionEndReason::Finished);
    QVERIFY2(peakMemory() - before < (48 << 20), qPrintable(QString::number((peakMemory() - before) >> 20)));
    QCOMPARE(stage.events.size(), 2);
    const QJsonObject huge = stage.events.first();
    QCOMPARE(huge.value("text"_L1).toString().size() + huge.value("cut"_L1).toInteger(), 50 << 20);
    QCOMPARE(huge.value("text"_L1).toString().size(), 64 << 10);
    QCOMPARE(stage.events.last().value("text"_L1).toString(), u"short"_s);
    QVERIFY(!stage.events.last().contains("cut"_L1));
}

void MisbehavingAgentsTest::aHugeEventIsPassedOnUpToTheLimit()
{
    CommandStage stage;
    QCOMPARE(
        stage.runPython("for n in (1 << 21, 50 << 20): print('{\"type\":\"message\",\"text\":\"' + 'z' * n + '\"}')")
            .reason,
        SessionEndReason::Finished);
    QCOMPARE(stage.events.size(), 2);
    QCOMPARE(stage.events.first().value("text"_L1).toString().size(), 1 << 21);
    QCOMPARE(stage.events.last().value("type"_L1).toString(), u"output"_s); // cut, so no event any more
}

QTEST_GUILESS_MAIN(MisbehavingAgentsTest)
#include "tst_misbehavingagents.moc"
