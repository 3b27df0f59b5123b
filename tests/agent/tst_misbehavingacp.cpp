// What a session does with an ACP agent that does not keep to the protocol, or to anything.
#include "tests/agent/acpstage.h"

#include <QElapsedTimer>

using namespace assay;
using namespace assay::test;

class TstMisbehavingAcp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoStopsTalkingIsIdle();
    void whoNeverAnswersIsIdle();
    void whoNeverExitsIsEndedAfterItsResult();
    void aFloodIsBoundedAndHeardToItsEnd();
    void malformedLinesAreKeptInTheLogAndSkipped();
    void linesOfFiftyMegabytesAreHeardAndLongerOnesSkipped();
    void whatIsInterleavedIsToldApart();
    void whoIgnoresACancelIsEndedWithinTwoSeconds();
    void whatWasForkedTwiceIsEnded();
};

void TstMisbehavingAcp::whoStopsTalkingIsIdle()
{
    AcpStage stage;
    stage.policy.agentIdle = 2s;
    const SessionEnd end = stage.run(u"silent"_s);
    QCOMPARE(toWord(end.reason), u"idle"_s);
    QVERIFY2(end.detail.startsWith(u"its turn was not over; printed nothing for 2 s"), qPrintable(end.detail));
    QCOMPARE(stage.texts(u"message"_s), QStringList{u"I begin"_s});
}

void TstMisbehavingAcp::whoNeverAnswersIsIdle()
{
    AcpStage stage;
    stage.policy.agentIdle = 1s;
    const SessionEnd end = stage.run(u"mute"_s);
    QCOMPARE(toWord(end.reason), u"idle"_s);
    QVERIFY2(end.detail.startsWith(u"it never answered initialize: does it speak"), qPrintable(end.detail));
}

void TstMisbehavingAcp::whoNeverExitsIsEndedAfterItsResult()
{
    AcpStage stage;
    QElapsedTimer time;
    time.start();
    const SessionEnd end = stage.run(u"never-exits"_s);
    QCOMPARE(toWord(end.reason), u"finished"_s); // the result is there: how it goes does not matter
    QVERIFY2(time.elapsed() >= 3000 && time.elapsed() < 60000, qPrintable(QString::number(time.elapsed())));
    QCOMPARE(processesWith(QFile::encodeName(stage.path(u"outbox"_s))).size(), 0);
}

void TstMisbehavingAcp::aFloodIsBoundedAndHeardToItsEnd()
{
    AcpStage stage;
    stage.keeps = false;
    qint64 told = 0;
    stage.sees = [&](const QJsonObject &event) { told += event[u"text"].toString().size(); };
    resetPeakMemory();
    const qint64 before = peakMemory();
    const SessionEnd end = stage.run(u"flood 300"_s); // megabytes
    // Nothing of the protocol was lost: the answer behind the flood arrived.
    QCOMPARE(toWord(end.reason), u"finished"_s);
    QVERIFY2(told > (60 << 20) && told < (70 << 20), qPrintable(QString::number(told)));
    QVERIFY2(peakMemory() - before < (150 << 20), qPrintable(QString::number((peakMemory() - before) >> 20)));
}

void TstMisbehavingAcp::malformedLinesAreKeptInTheLogAndSkipped()
{
    AcpStage stage;
    QCOMPARE(toWord(stage.run(u"malformed"_s).reason), u"finished"_s);
    QCOMPARE(stage.texts(u"output"_s),
             (QStringList{u"Loading the model..."_s, u"{\"jsonrpc\":\"2.0\",\"id\":3,\"res"_s, u"\\xff\\xfe\\x00"_s,
                          u"[]"_s, u"{}"_s}));
    QCOMPARE(stage.texts(u"message"_s), QStringList{u"still here"_s});
}

void TstMisbehavingAcp::linesOfFiftyMegabytesAreHeardAndLongerOnesSkipped()
{
    AcpStage stage;
    QCOMPARE(toWord(stage.run(u"long-lines"_s).reason), u"finished"_s);
    const QStringList messages = stage.texts(u"message"_s);
    QCOMPARE(messages.size(), 2);
    QCOMPARE(messages.at(0), QString(64 << 10, u'y')); // shown in part
    QCOMPARE(messages.at(1), u"still here"_s);
    QJsonObject skipped;
    for (const QJsonObject &event : std::as_const(stage.events)) {
        if (event[u"type"].toString() == "output"_L1)
            skipped = event;
    }
    QCOMPARE(skipped[u"text"].toString().size() + skipped[u"cut"].toInteger(), qint64(70) << 20);
}

void TstMisbehavingAcp::whatIsInterleavedIsToldApart()
{
    AcpStage stage;
    stage.desk.decide = [](const PermissionRequest &) { return true; };
    QCOMPARE(toWord(stage.run(u"interleaves"_s).reason), u"finished"_s);
    QStringList heard;
    for (const QJsonObject &event : std::as_const(stage.events)) {
        if (event[u"type"].toString() != "usage"_L1)
            heard << event[u"text"].toString();
    }
    QCOMPARE(heard,
             (QStringList{u"one "_s, u"execute (asked): make"_s, u"execute (allowed, by the script): make"_s, u"two "_s,
                          u"thinking"_s, u"yes"_s}));
}

void TstMisbehavingAcp::whoIgnoresACancelIsEndedWithinTwoSeconds()
{
    AcpStage stage;
    StopSource stop;
    QElapsedTimer time;
    stage.sees = [&](const QJsonObject &) {
        if (!stop.stopRequested())
            time.start();
        stop.requestStop();
    };
    const SessionEnd end = stage.run(u"ignores-cancel"_s, stop.token());
    QCOMPARE(toWord(end.reason), u"stopped"_s);
    QVERIFY2(time.elapsed() >= 1500 && time.elapsed() < 10000, qPrintable(QString::number(time.elapsed())));
    QCOMPARE(processesWith("acpagent.py ignores-cancel").size(), 0);
}

void TstMisbehavingAcp::whatWasForkedTwiceIsEnded()
{
    AcpStage stage;
    const SessionEnd end = stage.run(u"double-forks 98765"_s);
    QCOMPARE(toWord(end.reason), u"finished"_s);
    QCOMPARE(processesWith("sleep 98765").size(), 0);
}

QTEST_GUILESS_MAIN(TstMisbehavingAcp)
#include "tst_misbehavingacp.moc"
