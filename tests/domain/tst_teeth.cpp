#include "core/domain/gatereport.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

namespace {

GateReport withCase(const TestCase &testCase, const QString &broken = {})
{
    CommandReport command;
    command.command = u"python3 -m unittest -v"_s;
    command.broken = broken;
    command.cases = {testCase};
    GateReport report;
    report.commands = {command};
    return report;
}

} // namespace

class tst_Teeth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneTestOnTheOldCode_data()
    {
        QTest::addColumn<QString>("result");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("teeth");
        QTest::addColumn<QString>("seen");
        QTest::newRow("failed there") << u"failed"_s << u"AssertionError: 0 != 1\nmore"_s << u"toothed"_s
                                      << u"failed: AssertionError: 0 != 1"_s;
        QTest::newRow("raised there") << u"error"_s << u"PoolTimeout: none left"_s << u"toothed"_s
                                      << u"error: PoolTimeout: none left"_s;
        QTest::newRow("failed without a word") << u"failed"_s << u""_s << u"toothed"_s << u"failed"_s;
        QTest::newRow("passed there") << u"passed"_s << u""_s << u"toothless"_s << u"passed"_s;
        QTest::newRow("skipped there") << u"skipped"_s << u""_s << u"not-comparable"_s << u"skipped"_s;
        QTest::newRow("an import error is never teeth")
            << u"error"_s << u"ImportError: cannot import name 'Pool'"_s << u"not-comparable"_s
            << u"could not import there: ImportError: cannot import name 'Pool'"_s;
        QTest::newRow("nor a missing module, where the runner calls it failed")
            << u"failed"_s
            << u"def test():\n>   import tally.new\nE   ModuleNotFoundError: No module named 'tally.new'"_s
            << u"not-comparable"_s << u"could not import there: def test():"_s;
        QTest::newRow("a message about an import error is")
            << u"failed"_s << u"AssertionError: ImportError not raised"_s << u"toothed"_s
            << u"failed: AssertionError: ImportError not raised"_s;
    }

    void oneTestOnTheOldCode()
    {
        QFETCH(QString, result);
        QFETCH(QString, message);
        const TestCase testCase{
            .name = u"tests.C.test_it"_s, .result = *caseResultFromWord(result), .message = message};
        QString seen;
        QTEST(toWord(judgeTeeth(withCase(testCase), u"tests.C.test_it"_s, &seen)), "teeth");
        QTEST(seen, "seen");
    }

    void aTestThatDidNotRunThereIsNotComparable()
    {
        QString seen;
        const TestCase other{.name = u"tests.C.test_other"_s, .result = CaseResult::Failed};
        QCOMPARE(judgeTeeth(withCase(other), u"tests.C.test_it"_s, &seen), Teeth::NotComparable);
        QCOMPARE(seen, u"not among the 1 cases that ran there"_s);
        QCOMPARE(judgeTeeth(withCase(other, u"no test ran"_s), u"tests.C.test_it"_s, &seen), Teeth::NotComparable);
        QCOMPARE(seen, u"python3 -m unittest -v: no test ran"_s);
    }

    void aBrokenCommandGivesNoTeeth()
    {
        QString seen;
        const TestCase testCase{.name = u"tests.C.test_it"_s, .result = CaseResult::Failed};
        QCOMPARE(judgeTeeth(withCase(testCase, u"timed out"_s), u"tests.C.test_it"_s, &seen), Teeth::NotComparable);
        QCOMPARE(seen, u"python3 -m unittest -v: timed out"_s);
    }

    void aModuleThatCouldNotBeLoadedHasNoTeeth()
    {
        // unittest reports the module as a case of its own, whose last part may be what the agent wrote.
        const TestCase loader{.name = u"unittest.loader._FailedTest.test_it"_s, .result = CaseResult::Error};
        QCOMPARE(judgeTeeth(withCase(loader), u"test_it"_s), Teeth::NotComparable);
    }

    void oneFailingParameterIsEnough()
    {
        GateReport report = withCase({.name = u"tests/test_p.py::test_sum[1]"_s, .result = CaseResult::Passed});
        QCOMPARE(judgeTeeth(report, u"tests/test_p.py::test_sum"_s), Teeth::Toothless);
        report.commands.first().cases.append({.name = u"tests/test_p.py::test_sum[2]"_s, .result = CaseResult::Failed});
        QCOMPARE(judgeTeeth(report, u"tests/test_p.py::test_sum"_s), Teeth::Toothed);
        QCOMPARE(judgeTeeth(report, u"tests/test_p.py::test_sum[1]"_s), Teeth::Toothless);
    }
};

QTEST_GUILESS_MAIN(tst_Teeth)
#include "tst_teeth.moc"
