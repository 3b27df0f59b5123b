// The first and the last half, whatever the pieces.
#include "core/process/boundedcapture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;

class BoundedCaptureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheFirstAndTheLastHalf_data()
    {
        QTest::addColumn<int>("limit");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("kept");
        const auto cut = [](const char *first, int leftOut, const char *last) {
            return first + "\n\xe2\x80\xa6 "_ba + QByteArray::number(leftOut) + " bytes left out \xe2\x80\xa6\n" + last;
        };
        QTest::newRow("nothing") << 6 << ""_ba << ""_ba;
        QTest::newRow("less") << 6 << "abc"_ba << "abc"_ba;
        QTest::newRow("exactly") << 6 << "abcdef"_ba << "abcdef"_ba;
        QTest::newRow("one more") << 6 << "abcdefg"_ba << cut("abc", 1, "efg");
        QTest::newRow("around the ring once") << 6 << "abcdefghi"_ba << cut("abc", 3, "ghi");
        QTest::newRow("and on") << 6 << "abcdefghijk"_ba << cut("abc", 5, "ijk");
        QTest::newRow("odd limit") << 5 << "abcdefgh"_ba << cut("ab", 3, "fgh");
        QTest::newRow("no limit worth the name") << 0 << "abcdefgh"_ba << cut("a", 6, "h");
    }

    void keepsTheFirstAndTheLastHalf()
    {
        QFETCH(int, limit);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, kept);
        for (qsizetype piece = 1; piece <= bytes.size() + 1; ++piece) {
            BoundedCapture capture(limit);
            for (qsizetype at = 0; at < bytes.size(); at += piece)
                capture.append(QByteArrayView(bytes).sliced(at, std::min(piece, bytes.size() - at)));
            QCOMPARE(capture.total(), bytes.size());
            QCOMPARE(capture.take(), kept);
        }
    }

    void aTakenOneStartsAnew()
    {
        BoundedCapture capture(4);
        capture.append("abcdefgh");
        (void)capture.take();
        capture.append("xy");
        QCOMPARE(capture.take(), "xy");
        QCOMPARE(capture.total(), 0);
    }
};

QTEST_APPLESS_MAIN(BoundedCaptureTest)
#include "tst_boundedcapture.moc"
