#include "core/domain/rules.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

class tst_Answer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reproContract_data()
    {
        QTest::addColumn<int>("exitStatus");
        QTest::addColumn<int>("signal");
        QTest::addColumn<bool>("timedOut");
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("reasonSays");

        const QByteArray line = "looking\nREPRODUCED: the row is gone\n";
        QTest::newRow("exit 1 with the line is present") << 1 << 0 << false << line << u"present"_s << QString();
        QTest::newRow("the line may be the first")
            << 1 << 0 << false << QByteArray("REPRODUCED: x") << u"present"_s << QString();
        QTest::newRow("the line may be empty after the colon")
            << 1 << 0 << false << QByteArray("a\nREPRODUCED:") << u"present"_s << QString();
        QTest::newRow("exit 0 without the line is absent")
            << 0 << 0 << false << QByteArray("fine\n") << u"absent"_s << QString();
        QTest::newRow("a word inside a line is no line")
            << 1 << 0 << false << QByteArray("not REPRODUCED: x\n") << u"inconclusive"_s << u"status 1 without"_s;
        QTest::newRow("a second mention that begins a line counts")
            << 1 << 0 << false << QByteArray("not REPRODUCED: x\nREPRODUCED: y\n") << u"present"_s << QString();
        QTest::newRow("lower case is no line")
            << 1 << 0 << false << QByteArray("reproduced: x\n") << u"inconclusive"_s << u"status 1 without"_s;
        QTest::newRow("an indented line does not begin so")
            << 1 << 0 << false << QByteArray(" REPRODUCED: x\n") << u"inconclusive"_s << u"status 1 without"_s;
        QTest::newRow("a crash with status 1 is no evidence")
            << 1 << 0 << false << QByteArray("Traceback\n") << u"inconclusive"_s << u"status 1 without"_s;
        QTest::newRow("exit 0 with the line contradicts itself")
            << 0 << 0 << false << line << u"inconclusive"_s << u"status 0 instead of 1"_s;
        QTest::newRow("exit 2 means files are missing")
            << 2 << 0 << false << line << u"inconclusive"_s << u"status 2"_s;
        QTest::newRow("exit 127 did not start")
            << 127 << 0 << false << QByteArray() << u"inconclusive"_s << u"status 127"_s;
        QTest::newRow("a signal is no answer") << 1 << 11 << false << line << u"inconclusive"_s << u"signal 11"_s;
        QTest::newRow("a time-out is no answer") << 1 << 0 << true << line << u"inconclusive"_s << u"time limit"_s;
        QTest::newRow("a time-out is named before the kill")
            << 0 << 9 << true << QByteArray() << u"inconclusive"_s << u"time limit"_s;
    }

    void reproContract()
    {
        QFETCH(int, exitStatus);
        QFETCH(int, signal);
        QFETCH(bool, timedOut);
        QFETCH(QByteArray, output);
        const AnswerJudgement judged = judgeAnswer(exitStatus, signal, timedOut, output);
        QTEST(toWord(judged.answer), "answer");
        QFETCH(QString, reasonSays);
        QCOMPARE(judged.reason.isEmpty(), reasonSays.isEmpty());
        QVERIFY2(judged.reason.contains(reasonSays), qPrintable(judged.reason));
    }

    void differentAnswersAreFlaky()
    {
        using enum Answer;
        QCOMPARE(unanimous({Present, Present, Present}), Present);
        QCOMPARE(unanimous({Absent, Absent}), Absent);
        QCOMPARE(unanimous({Inconclusive, Inconclusive}), Inconclusive);
        QCOMPARE(unanimous({Present, Present, Absent}), std::nullopt);
        QCOMPARE(unanimous({Present, Inconclusive, Present}), std::nullopt);
        QCOMPARE(unanimous({}), Inconclusive);
    }

    void onlyWatchedFindingsAreFiled()
    {
        using enum FindingState;
        for (const FindingState state : {Reproduced, Fixed, Regressed})
            QVERIFY2(isFiled(state), qPrintable(toWord(state)));
        for (const FindingState state : {Claimed, NotReproduced, Flaky, Inconclusive, ControlRefused, Duplicate})
            QVERIFY2(!isFiled(state), qPrintable(toWord(state)));
    }

    void exitStatusesAreTheDocumentedOnes()
    {
        const QList<std::pair<QString, int>> documented{
            {u"converged"_s, 0}, {u"failed"_s, 1},      {u"budget-spent"_s, 3},      {u"waiting-for-owner"_s, 4},
            {u"stuck"_s, 5},     {u"gate-broken"_s, 6}, {u"agent-unavailable"_s, 7}, {u"stopped"_s, 8},
        };
        for (const auto &[word, status] : documented) {
            const std::optional<Outcome> outcome = outcomeFromWord(word);
            QVERIFY2(outcome, qPrintable(word));
            QCOMPARE(exitStatusOf(*outcome), status);
        }
    }
};

QTEST_GUILESS_MAIN(tst_Answer)
#include "tst_answer.moc"
