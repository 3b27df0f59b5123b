// The gate's cases as a reader asks about them, and the view over the demo's reports.
#include "tests/ui/toldrun.h"
#include "ui/views/gateoutline.h"
#include "ui/views/gateview.h"
#include "ui/views/outlineview.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::ui;
using namespace assay::test;

namespace {

GateReportRef report(char tree, const QList<std::pair<QString, CaseResult>> &cases)
{
    CommandReport command{
        .command = u"make check"_s, .format = ReportFormat::Pytest, .exitStatus = 0, .countsKnown = true};
    for (const auto &[name, result] : cases) {
        command.cases.append({.name = name, .result = result, .seconds = 0.5});
        (result == CaseResult::Passed ? command.passed : command.failed) += 1;
    }
    return std::make_shared<const GateReport>(
        GateReport{.tree = ObjectId(QByteArray(40, tree)), .commands = {command}});
}

/// Base: a and b pass, c fails, d passes. Then b fails, c passes, d is gone, e is new.
GateQuestion question()
{
    const GateReportRef base = report('b',
                                      {{u"t.A.a"_s, CaseResult::Passed},
                                       {u"t.A.b"_s, CaseResult::Passed},
                                       {u"t.A.c"_s, CaseResult::Failed},
                                       {u"t.B.d"_s, CaseResult::Passed}});
    const GateReportRef now = report('c',
                                     {{u"t.A.a"_s, CaseResult::Passed},
                                      {u"t.A.b"_s, CaseResult::Failed},
                                      {u"t.A.c"_s, CaseResult::Passed},
                                      {u"t.B.e"_s, CaseResult::Passed}});
    return {.shown = now, .base = base, .history = {base, nullptr, now}};
}

QString dump(const QList<OutlineNode> &nodes, int depth = 0)
{
    QString text;
    for (const OutlineNode &node : nodes) {
        QStringList cells;
        for (const OutlineCell &cell : node.cells)
            cells.append(cell.text.isEmpty() ? u"-"_s : cell.text);
        text += QString(2 * depth, u' ') + cells.join(u" | "_s) + u'\n' + dump(node.children, depth + 1);
    }
    return text;
}

QString said(const QWidget &view)
{
    QStringList texts;
    for (const QLabel *one : view.findChildren<QLabel *>()) {
        if (one->isVisible())
            texts.append(one->text());
    }
    return texts.join(u'\n');
}

} // namespace

class GateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void casesAgainstBaseWithTheirHistory()
    {
        QCOMPARE(dump(GateOutline::of(gateCases(question()), GateFilter::All, {}, {}, {})),
                 uR"(make check | 1 failed, 3 passed | - | - | - | 0.00 s | exit 0
  t.A | 1 failed, 2 passed | - | - | - | 1.50 s
    a | ✓ passed | - | - | ✓·✓ | 0.50 s | -
    b | failed | newly failing | - | ✓·● | 0.50 s | -
    c | ✓ passed | newly passing | - | ●·✓ | 0.50 s | -
  t.B | 1 passed | - | - | - | 0.50 s
    e | ✓ passed | added | - | ··✓ | 0.50 s | -
    d | not there | vanished | - | ✓·· | - | -
)"_s);
    }

    void filtersShowWhatIsAskedFor_data()
    {
        QTest::addColumn<int>("filter");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("failing or vanished") << int(GateFilter::Failing) << QString() << QStringList{u"b"_s, u"d"_s};
        QTest::newRow("changed") << int(GateFilter::Changed) << QString()
                                 << QStringList{u"b"_s, u"c"_s, u"e"_s, u"d"_s};
        QTest::newRow("by name") << int(GateFilter::All) << u"a.B"_s << QStringList{u"b"_s};
        QTest::newRow("toothed") << int(GateFilter::Teeth) << QString() << QStringList{u"e"_s};
        QTest::newRow("suspect") << int(GateFilter::Suspect) << QString() << QStringList{u"c"_s};
        QTest::newRow("unstable") << int(GateFilter::Unstable) << QString() << QStringList{u"a"_s};
    }
    void filtersShowWhatIsAskedFor()
    {
        QFETCH(int, filter);
        QFETCH(QString, text);
        QFETCH(QStringList, names);
        GateQuestion asked = question();
        asked.teeth = {{.iteration = 1, .test = u"B.e"_s, .finding = FindingId(u"F1"_s), .teeth = Teeth::Toothed}};
        asked.suspects = {{.iteration = 1, .test = u"t.A.c"_s, .named = true, .accepted = true}};
        asked.unstable = {u"make check\x1ft.A.a"_s};
        const QList<OutlineNode> nodes
            = GateOutline::of(gateCases(asked), GateFilter(filter), text, asked.teeth, asked.suspects);
        QStringList found;
        for (const OutlineNode &group : nodes.first().children) {
            for (const OutlineNode &one : group.children)
                found.append(one.cells.first().text);
        }
        QCOMPARE(found, names);
    }

    void whatTheEngineComparedDecides()
    {
        // The engine ran b again and found it wavering: its comparison does not list it.
        GateQuestion asked = question();
        asked.checkpoint = asked.base;
        asked.recorded = GateComparison{.added = {u"t.B.e"_s}};
        const GateCases cases = gateCases(asked);
        QCOMPARE(cases.commands.first().cases.at(1).sinceCheckpoint, CaseChange::None);
        QCOMPARE(cases.commands.first().cases.at(1).sinceBase, CaseChange::NewlyFailing);
        QCOMPARE(cases.commands.first().cases.at(3).sinceCheckpoint, CaseChange::Added);
    }

    void tenThousandCasesAreRowsInTime()
    {
        QList<std::pair<QString, CaseResult>> many;
        for (int i = 0; i < 10'000; ++i)
            many.append({u"pkg.module%1.Case.test_%2"_s.arg(i / 100).arg(i), CaseResult::Passed});
        GateQuestion asked{.shown = report('c', many), .base = report('b', many)};
        for (int i = 0; i < 16; ++i)
            asked.history.append(asked.base);
        for (int i = 0; i < 500; ++i)
            asked.teeth.append({.iteration = 1, .test = many.at(i).first, .teeth = Teeth::Toothed});
        OutlineModel model(GateOutline::headings());
        QElapsedTimer clock;
        clock.start();
        model.show(GateOutline::of(gateCases(asked), GateFilter::All, {}, asked.teeth, {}));
        QVERIFY2(clock.elapsed() < 5'000, qPrintable(QString::number(clock.elapsed()))); // quadratic would be minutes
        QCOMPARE(model.rowCount(model.index(0, 0)), 100);
    }

    void historyKeepsTheBaseAndTheNewest()
    {
        ToldRun run;
        const auto measured = [&](int iteration, const QString &label, char tree) {
            run.tell(u"gate.reported"_s, 0, iteration,
                     {{u"label"_s, label},
                      {u"tree"_s, ToldRun::tree(tree)},
                      {u"tests"_s, u"new"_s},
                      {u"counts_known"_s, true}});
        };
        measured(0, u"baseline-1"_s, 'b');
        measured(0, u"baseline-2"_s, 'b');
        for (int n = 1; n < 6; ++n) {
            measured(n, u"candidate"_s, char('0' + n));
            measured(n, u"teeth"_s, 'f');
        }
        QList<int> iterations;
        for (const GateFact *gate : gateHistory(run.state, 3))
            iterations.append(gate->iteration);
        QCOMPARE(iterations, (QList<int>{0, 4, 5}));
    }

    void theDemosReportIsATreeOfCases()
    {
        RunDocument document{RunFolder(QStringLiteral(ASSAY_DEMO_RUN))};
        OwnerDesk desk(document.folder());
        GateView view({document, desk});
        view.resize(1'000, 700);
        view.show();
        auto *outline = view.findChild<OutlineView *>();
        QAbstractItemModelTester tester(outline->outline(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_VERIFY(outline->outline()->rowCount() == 1 && !view.isReading());
        QVERIFY2(said(view).contains(u"37 passed"_s), qPrintable(said(view)));
        QVERIFY2(said(view).contains(u"Since base: 6 added"_s), qPrintable(said(view)));
        QVERIFY2(said(view).contains(u"6 of 7 judged tests have teeth"_s), qPrintable(said(view)));

        // The suspect test says what it said under the old file and under the new one.
        QVERIFY(view.reveal(u"tests.test_transactions.TransactionTest.test_error_inside_transaction"_s));
        auto *evidence = view.findChild<EvidencePane *>();
        QTRY_VERIFY2(evidence->text().contains(u"under the old test, the new code: failed"_s)
                         && evidence->text().contains(u"under the new test, the new code: passed"_s),
                     qPrintable(evidence->text()));
        QVERIFY(evidence->text().contains(u"iteration 4, candidate"_s)); // its history has the failure

        // The rolled-back candidate's report, as the timeline asks for it.
        qint64 seq = 0;
        for (const GateFact &gate : document.state().gates) {
            if (gate.iteration == 4 && gate.label == "candidate"_L1)
                seq = gate.seq;
        }
        QVERIFY(view.reveal(QString::number(seq)));
        QTRY_VERIFY2(said(view).contains(u"1 newly failing"_s), qPrintable(said(view)));
        QVERIFY(!view.reveal(u"999999"_s));

        // The output of the command is evidence.
        outline->setCurrentIndex(outline->outline()->index(0, 0));
        QTRY_VERIFY2(evidence->text().contains(u"Ran 31 tests"_s), qPrintable(evidence->text()));
        QCOMPARE(view.badge().text, u"37"_s);
    }

    void filterByKeysKeepsWhatWasChosen()
    {
        RunDocument document{RunFolder(QStringLiteral(ASSAY_DEMO_RUN))};
        OwnerDesk desk(document.folder());
        GateView view({document, desk});
        view.resize(1'000, 700);
        view.show();
        auto *outline = view.findChild<OutlineView *>();
        QTRY_VERIFY(outline->outline()->rowCount() == 1 && !view.isReading());
        QVERIFY(view.reveal(u"tests.test_transactions.TransactionTest.test_error_inside_transaction"_s));
        const QStringList chosen = outline->chosenPath();
        QTest::keyClicks(view.findChild<QLineEdit *>(), u"error_inside"_s);
        QCOMPARE(outline->chosenPath(), chosen);
        QCOMPARE(outline->outline()->rowCount(outline->outline()->index(0, 0)), 1);
        QTest::keyClicks(view.findChild<QLineEdit *>(), u"zzz"_s);
        QCOMPARE(outline->outline()->rowCount(outline->outline()->index(0, 0)), 0);
        QCOMPARE(outline->chosenPath(), QStringList());
    }
};

QTEST_MAIN(GateTest)
#include "tst_gate.moc"
