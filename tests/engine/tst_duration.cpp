#include "core/engine/configfile.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

class tst_Duration : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void durationsAsOwnersWriteThem_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        const auto row = [](const char *text, qint64 milliseconds) { QTest::newRow(text) << milliseconds; };
        row("500ms", 500);
        row("90s", 90'000);
        row("10m", 600'000);
        row("2h", 7'200'000);
        row("1h30m", 5'400'000);
        row("1h30m5s250ms", 5'405'250);
        row("0s", 0);
        row(" 5m ", 300'000);
    }

    void durationsAsOwnersWriteThem()
    {
        QFETCH(qint64, milliseconds);
        const Result<std::chrono::milliseconds> duration = parseDuration(QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY(duration);
        QCOMPARE(duration->count(), milliseconds);
    }

    void whatIsNoDurationIsRefusedWithTheReason_data()
    {
        QTest::addColumn<QString>("what");
        const auto row = [](const char *text, const QString &what) { QTest::newRow(text) << what; };
        row("", u"a duration is expected"_s);
        row("90", u"not a duration: the unit is missing"_s);
        row("m", u"not a duration: a whole number is expected before each unit"_s);
        row("-5m", u"not a duration: a whole number is expected before each unit"_s);
        row("\u0661s", u"not a duration: a whole number is expected before each unit"_s);
        row("1h garbage", u"not a duration: a whole number is expected before each unit"_s);
        row("1.5h", u"not a duration: whole numbers with a unit are expected"_s);
        row("5 m", u"not a duration: whole numbers with a unit are expected"_s);
        row("5M", u"not a duration: \"M\" is no unit"_s);
        row("1d", u"not a duration: \"d\" is no unit"_s);
        row("30m1h", u"not a duration: the larger unit comes first, each one once"_s);
        row("1m1m", u"not a duration: the larger unit comes first, each one once"_s);
        row("5ms1s", u"not a duration: the larger unit comes first, each one once"_s);
        row("100000h", u"a duration of more than ten years"_s);
        row("9999999999999999999h", u"a duration of more than ten years"_s);
    }

    void whatIsNoDurationIsRefusedWithTheReason()
    {
        const QString text = QString::fromUtf8(QTest::currentDataTag());
        const Result<std::chrono::milliseconds> duration = parseDuration(text);
        QVERIFY(!duration);
        QTEST(duration.error().what, "what");
        QCOMPARE(duration.error().subject, u"\"%1\""_s.arg(text));
        QCOMPARE(duration.error().kind, ErrorKind::Usage);
        QVERIFY(!duration.error().remedy.isEmpty());
    }

    void durationsAsReadersSeeThem_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << qint64(0) << u"0.00 s"_s;
        QTest::newRow("half") << qint64(520) << u"0.52 s"_s;
        QTest::newRow("rounded") << qint64(1'996) << u"2.00 s"_s;
        QTest::newRow("below a minute") << qint64(59'994) << u"59.99 s"_s;
        QTest::newRow("rounded to a minute") << qint64(59'995) << u"1:00"_s;
        QTest::newRow("minutes") << qint64(125'000) << u"2:05"_s;
        QTest::newRow("below an hour") << qint64(3'599'499) << u"59:59"_s;
        QTest::newRow("rounded to an hour") << qint64(3'599'500) << u"1 h 00"_s;
        QTest::newRow("hours") << qint64(3'840'000) << u"1 h 04"_s;
        QTest::newRow("days") << qint64(100 * 3'600'000) << u"100 h 00"_s;
        QTest::newRow("negative") << qint64(-520) << u"-0.52 s"_s;
    }

    void durationsAsReadersSeeThem()
    {
        QFETCH(qint64, milliseconds);
        QTEST(formatDuration(std::chrono::milliseconds(milliseconds)), "text");
    }
};

QTEST_GUILESS_MAIN(tst_Duration)
#include "tst_duration.moc"
