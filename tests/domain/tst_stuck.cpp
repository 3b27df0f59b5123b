#include "core/domain/rules.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

class tst_Stuck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twoInARowWithoutNewEvidence_data()
    {
        // One letter group an attempt: task, then k = kept, 0 = no change, a lower-case letter = rolled back with that
        // signature; ! = the task was parked on it.
        QTest::addColumn<QString>("attempts");
        QTest::addColumn<bool>("stuck");
        QTest::newRow("nothing tried") << u""_s << false;
        QTest::newRow("a first rolled-back attempt is new") << u"1a"_s << false;
        QTest::newRow("one repetition is not two") << u"1a 1a"_s << false;
        QTest::newRow("two repetitions") << u"1a 1a 1a"_s << true;
        QTest::newRow("another signature is new") << u"1a 1a 1b"_s << false;
        QTest::newRow("an earlier but not the last signature is new") << u"1a 1b 1a"_s << false;
        QTest::newRow("each task's first attempt is new") << u"1a 2a 3a 4a"_s << false;
        QTest::newRow("two tasks repeating in turn") << u"1a 2b 1a 2b"_s << true;
        QTest::newRow("a kept one breaks the row") << u"1a 1a 2k 1a"_s << false;
        QTest::newRow("no change is never new, first attempt or not") << u"10 20"_s << true;
        QTest::newRow("one without change") << u"10"_s << false;
        QTest::newRow("no change after a new one") << u"1a 10"_s << false;
        QTest::newRow("no change then the old evidence again") << u"1a 10 1a"_s << true;
        QTest::newRow("no change then new evidence") << u"1a 10 1b"_s << false;
        QTest::newRow("first rolled-back attempt after one without change is new") << u"10 1a"_s << false;
        QTest::newRow("parking comes first and restarts the count") << u"1a 1a 1a!"_s << false;
        QTest::newRow("after parking the count begins at nothing") << u"1a 1a 1a! 20"_s << false;
        QTest::newRow("after parking two more are needed") << u"1a 1a 1a! 20 30"_s << true;
        QTest::newRow("evidence from before a parking is still known") << u"2b 1a 1a 1a! 2b 2b"_s << true;
        QTest::newRow("only the newest two decide") << u"10 20 3a"_s << false;
    }

    void twoInARowWithoutNewEvidence()
    {
        QFETCH(QString, attempts);
        QList<AttemptRecord> records;
        for (const QString &word : attempts.split(u' ', Qt::SkipEmptyParts)) {
            const QChar how = word.at(1);
            records.append({.task = TaskId(u"T"_s + word.at(0)),
                            .kept = how == u'k',
                            .noChange = how == u'0',
                            .signature = how.isLetter() && how != u'k' ? QString(how) : QString(),
                            .parked = word.endsWith(u'!')});
        }
        QTEST(isStuck(records), "stuck");
    }
};

QTEST_GUILESS_MAIN(tst_Stuck)
#include "tst_stuck.moc"
