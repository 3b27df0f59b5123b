// What the overview says of a run, from hand-made runs and over the demo's.
#include "tests/ui/toldrun.h"
#include "ui/look/metrics.h"
#include "ui/models/gatechart.h"
#include "ui/views/evidencepane.h"
#include "ui/views/factbutton.h"
#include "ui/views/gatechart.h"
#include "ui/views/outlineview.h"
#include "ui/views/overviewview.h"
#include "ui/views/overviewwords.h"
#include "ui/views/proofoutline.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::ui;
using namespace assay::test;

namespace {

void configure(ToldRun &run, bool guarded, bool contained)
{
    run.tell(
        u"run.configured"_s, 10, 0,
        {{u"policy"_s,
          QJsonObject{{u"gate"_s, guarded ? QJsonArray{QJsonObject{{u"command"_s, u"make check"_s}}} : QJsonArray()}}},
         {u"toolchain"_s, QJsonObject{{u"contained"_s, contained}}}});
}

void measure(ToldRun &run, int iteration, const QString &label, char tree, int passed, int failed)
{
    run.tell(u"gate.reported"_s, 100, iteration,
             {{u"label"_s, label},
              {u"tree"_s, ToldRun::tree(tree)},
              {u"tests"_s, u"new"_s},
              {u"counts_known"_s, true},
              {u"passed"_s, passed},
              {u"failed"_s, failed}});
}

void find(ToldRun &run, int number, const QString &severity)
{
    const QString n = QString::number(number);
    run.tell(u"finding.claimed"_s, 200, 1,
             {{u"claim"_s, u"c"_s + n},
              {u"title"_s, u"Wrong "_s + n},
              {u"severity"_s, severity},
              {u"cause"_s, u"cause"_s},
              {u"checks"_s, QJsonArray{QJsonObject{{u"id"_s, u"C"_s + n}, {u"name"_s, u"check"_s}}}}});
    run.tell(u"finding.judged"_s, 210, 1,
             {{u"claim"_s, u"c"_s + n}, {u"id"_s, u"F"_s + n}, {u"state"_s, u"reproduced"_s}});
}

void watch(ToldRun &run, int iteration, const QString &check, const QString &role, char tree,
           const QStringList &answers)
{
    for (qsizetype i = 0; i < answers.size(); ++i) {
        run.tell(u"proof.run"_s, 300, iteration,
                 {{u"subject"_s, check},
                  {u"role"_s, role},
                  {u"tree"_s, ToldRun::tree(tree)},
                  {u"k"_s, i + 1},
                  {u"n"_s, answers.size()},
                  {u"answer"_s, answers.at(i)},
                  {u"exit"_s, answers.at(i) == "present"_L1 ? 1 : 0}});
    }
}

/// Base is green with 31; F1 and F2 are High, F3 is Low. F1 is fixed in iteration 2, F2 is flaky now.
ToldRun halfway()
{
    ToldRun run;
    configure(run, true, true);
    measure(run, 0, u"baseline-1"_s, 'b', 31, 0);
    run.iteration(1, u"audit"_s, 150);
    find(run, 1, u"high"_s);
    find(run, 2, u"high"_s);
    find(run, 3, u"low"_s);
    for (const auto &check : {u"C1"_s, u"C2"_s, u"C3"_s})
        watch(run, 1, check, u"repro"_s, 'b', {u"present"_s, u"present"_s, u"present"_s});
    run.end(1, u"findings filed"_s, 400);
    run.iteration(2, u"task"_s, 500, {{u"task"_s, u"T1"_s}, {u"attempt"_s, 1}, {u"tree"_s, ToldRun::tree('b')}});
    watch(run, 2, u"C1"_s, u"acceptance"_s, 'c', {u"absent"_s, u"absent"_s, u"absent"_s});
    watch(run, 2, u"C2"_s, u"standing"_s, 'c', {u"present"_s, u"absent"_s, u"present"_s});
    measure(run, 2, u"candidate"_s, 'c', 33, 1);
    run.tell(u"checkpoint.made"_s, 600, 2,
             {{u"tree"_s, ToldRun::tree('c')}, {u"commit"_s, ToldRun::tree('d')}, {u"title"_s, u"One"_s}});
    run.tell(u"finding.judged"_s, 610, 2, {{u"id"_s, u"F1"_s}, {u"state"_s, u"fixed"_s}});
    run.end(2, u"kept"_s, 620);
    return run;
}

QString dump(const RunState &state)
{
    QStringList lines;
    for (const OutlineNode &heading : ProofOutline::of(state, proofMatrix(state), 2)) {
        lines.append(heading.cells.first().text);
        for (const OutlineNode &row : heading.children) {
            QStringList cells;
            for (const OutlineCell &cell : row.cells)
                cells.append(cell.text);
            lines.append(u"  "_s + cells.join(u" | "_s));
        }
    }
    return lines.join(u'\n');
}

} // namespace

class OverviewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSentenceSaysWhatTheTestsDidNotSee()
    {
        ToldRun run;
        QCOMPARE(OverviewWords::sentence(RunState()), QString());
        QCOMPARE(OverviewWords::sentence(run.state), u"The run is being set up; nothing was measured yet."_s);
        measure(run, 0, u"baseline-1"_s, 'b', 1, 0);
        QCOMPARE(OverviewWords::sentence(run.state), u"1 test was green; nothing was audited yet."_s);
        QCOMPARE(OverviewWords::sentence(halfway().state),
                 u"31 tests were green while 2 High findings were real; 33 pass now, 1 fail and 1 of them is left."_s);
    }

    void theMatrixGivesBaseBeforeAndNow()
    {
        QCOMPARE(dump(halfway().state), uR"(Findings (3)
  F1 Wrong 1 | High | present 3 of 3 | present 3 of 3 | absent 3 of 3 | undefended
  F2 Wrong 2 | High | present 3 of 3 | present 3 of 3 | inconclusive, present 2 of 3 | open
  1 more, in Audit)"_s);
    }

    void onlyTheNewestRunsCount()
    {
        ToldRun run = halfway();
        run.iteration(3, u"audit"_s, 700);
        watch(run, 3, u"C2"_s, u"standing"_s, 'c', {u"present"_s});
        const QList<MatrixRow> rows = proofMatrix(run.state);
        QCOMPARE(rows.at(1).now.mark, Mark::Present);
        QCOMPARE(rows.at(1).now.n, 1);
        QCOMPARE(rows.at(1).now.proof, run.state.lastSeq);
        QCOMPARE(rows.at(2).now.mark, Mark::NotRun);
    }

    void whatIsNotKnownToBeGoodIsSaid()
    {
        ToldRun run = halfway();
        QStringList texts;
        for (const OverviewFact &fact : OverviewWords::facts(run.state))
            texts.append(glyph(fact.meaning) + u' ' + fact.text);
        QCOMPARE(texts, (QStringList{u"● 2 findings are left"_s, u"? 1 fixed finding is undefended"_s}));
        configure(run, false, false);
        run.tell(u"claim.made"_s, 900, 2, {{u"type"_s, u"tests"_s}, {u"text"_s, u"all green"_s}});
        run.tell(u"claim.judged"_s, 910, 2, {{u"claim"_s, 0}, {u"result"_s, u"refuted"_s}});
        texts.clear();
        for (const OverviewFact &fact : OverviewWords::facts(run.state))
            texts.append(glyph(fact.meaning) + u' ' + fact.text);
        QVERIFY(texts.contains(u"? Unguarded: no gate, only checks judge"_s));
        QVERIFY(texts.contains(u"? Not contained: gate and checks could reach your files and the network"_s));
        QVERIFY(texts.contains(u"≠ 1 claim of the agent was refuted"_s));
    }

    void thereIsAlwaysANextStep()
    {
        ToldRun run;
        QVERIFY(!OverviewWords::next(run.state, StandingWords::of(run.state, true)).isEmpty());
        QVERIFY(!OverviewWords::next(halfway().state, StandingWords::of(halfway().state, true)).isEmpty());
        run.iteration(1, u"audit"_s, 100);
        QVERIFY(OverviewWords::next(run.state, StandingWords::of(run.state, true)).contains(u"becomes the backlog"_s));
        QCOMPARE(OverviewWords::next(run.state, StandingWords::of(run.state, false)), u"Resume goes on from here."_s);
    }

    void barsOfTheGateHistory_data()
    {
        QTest::addColumn<int>("points");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("bars");
        QTest::addColumn<int>("hidden");
        QTest::addColumn<int>("barWidth");
        QTest::newRow("none") << 0 << 200 << 0 << 0 << 0;
        QTest::newRow("few are not wider than that") << 2 << 400 << 2 << 0 << 40;
        QTest::newRow("more share the room") << 6 << 200 << 6 << 0 << 30;
        QTest::newRow("too many: base and the newest") << 100 << 200 << 8 << 92 << 21;
    }
    void barsOfTheGateHistory()
    {
        QFETCH(int, points);
        QFETCH(int, width);
        QFETCH(int, bars);
        QFETCH(int, hidden);
        QFETCH(int, barWidth);
        QList<GatePoint> all;
        for (int i = 0; i < points; ++i)
            all.append({.checkpoint = i, .iteration = i, .seq = i, .passed = 10 * (i + 1), .failed = i == 1 ? 1 : 0});
        const GateChartLayout layout = layoutOf(all, {width, 120});
        QCOMPARE(layout.bars.size(), bars);
        QCOMPARE(layout.hidden, hidden);
        if (bars == 0)
            return;
        QCOMPARE(layout.bars.first().point, 0);
        QCOMPARE(layout.bars.last().point, points - 1);
        QCOMPARE(layout.bars.first().passed.width(), barWidth);
        QCOMPARE(layout.barAt(layout.bars.last().column.center()), bars - 1);
        QVERIFY(layout.bars.last().column.right() < width);
        for (const GateChartLayout::Bar &bar : layout.bars) {
            QCOMPARE(bar.passed.bottom() + 1, 120 - GateChartLayout::labelHeight);
            QVERIFY(bar.passed.height() >= 2 && bar.failed.top() >= GateChartLayout::valueHeight - 2);
            QCOMPARE(bar.failed.height() > 0, all.at(bar.point).failed > 0);
        }
    }

    void barsAreNamedAndLeadToTheirReport()
    {
        GateChart chart;
        chart.resize(240, 120);
        chart.show(gatePoints(halfway().state));
        chart.QWidget::show();
        QAccessibleInterface *tree = QAccessible::queryAccessibleInterface(&chart);
        QCOMPARE(tree->childCount(), 2);
        QCOMPARE(tree->child(0)->text(QAccessible::Name), u"Base: 31 passed"_s);
        QCOMPARE(tree->child(1)->text(QAccessible::Name), u"Checkpoint 1, iteration 2: 33 passed, 1 failed"_s);
        QSignalSpy entered(&chart, &GateChart::entered);
        QTest::keyClick(&chart, Qt::Key_Left);
        QTest::keyClick(&chart, Qt::Key_Left);
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(entered.first().first().toLongLong(), gatePoints(halfway().state).first().seq);
    }

    void theDemoIsUnderstoodInTenSeconds()
    {
        RunDocument document{RunFolder(QStringLiteral(ASSAY_DEMO_RUN))};
        OwnerDesk desk(document.folder());
        OverviewView view({document, desk});
        view.resize(1'000, 640);
        view.show();
        auto *matrix = view.findChild<OutlineView *>();
        QAbstractItemModelTester tester(matrix->outline(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_VERIFY(matrix->outline()->rowCount() >= 2);
        QStringList labels, buttons;
        for (const QLabel *one : view.findChildren<QLabel *>())
            labels.append(one->text());
        for (const FactButton *one : view.findChildren<FactButton *>())
            buttons.append(one->text());
        QVERIFY2(labels.contains(
                     u"31 tests were green while 4 High findings were real; 37 pass now and none of them is left."_s),
                 qPrintable(labels.join(u'\n')));
        QVERIFY2(buttons.contains(u"2 claims of the agent were refuted"_s), qPrintable(buttons.join(u'\n')));
        QVERIFY2(buttons.contains(u"1 fixed finding is undefended"_s), qPrintable(buttons.join(u'\n')));

        // The call to action leads to the front card, a fact to where more is known of it.
        QSignalSpy asked(&view, &RunView::asked);
        QVERIFY(view.focusWidgetOnEntry()->inherits("QPushButton"));
        QTest::keyClick(view.focusWidgetOnEntry(), Qt::Key_Space);
        QCOMPARE(asked.takeFirst(), (QVariantList{u"decisions"_s, u"P1"_s}));
        for (FactButton *one : view.findChildren<FactButton *>()) {
            if (one->text().contains(u"refuted"_s))
                QTest::mouseClick(one, Qt::LeftButton);
        }
        QCOMPARE(asked.takeFirst(), (QVariantList{u"timeline"_s, u"7"_s}));

        // A row's runs and their output; Enter on a test asks the gate.
        QVERIFY(view.reveal(u"F3"_s));
        auto *evidence = view.findChild<EvidencePane *>();
        QTRY_VERIFY2(evidence->text().contains(u"REPRODUCED:"_s) && evidence->text().contains(u"run 3 of 3: absent"_s),
                     qPrintable(evidence->text()));
        QVERIFY(!view.reveal(u"F99"_s));
        const QModelIndex tests = matrix->outline()->index(matrix->outline()->rowCount() - 1, 0);
        matrix->setCurrentIndex(matrix->outline()->index(0, 0, tests));
        QTest::keyClick(matrix, Qt::Key_Return);
        QCOMPARE(asked.takeFirst().first().toString(), u"gate"_s);
    }

    void theProofsHaveTheRoom()
    {
        RunDocument document{RunFolder(QStringLiteral(ASSAY_DEMO_RUN))};
        OwnerDesk desk(document.folder());
        OverviewView view({document, desk});
        view.resize(1'055, 624); // in a window of 1180 by 760
        view.show();
        auto *matrix = view.findChild<OutlineView *>();
        QTRY_VERIFY(matrix->outline()->rowCount() >= 2);
        const auto *evidence = view.findChild<EvidencePane *>();
        QVERIFY(!evidence->isVisible()); // nothing is chosen: nothing stands empty
        const int top = matrix->mapTo(&view, QPoint()).y();
        QTRY_VERIFY(top + matrix->height() > view.height() - 2 * groupGap);
        QVERIFY(view.reveal(u"F6"_s));
        QTRY_VERIFY(evidence->isVisible());
        QTRY_VERIFY(matrix->viewport()->rect().contains(matrix->visualRect(matrix->currentIndex()).center()));

        view.resize(575, 624); // of 700
        QTRY_COMPARE(matrix->horizontalScrollBar()->maximum(), 0); // Base, Before and Now are all seen
        QVERIFY(matrix->columnWidth(ProofOutline::What) >= 100);
        view.resize(1'055, 624);
        QTRY_VERIFY(matrix->columnWidth(ProofOutline::What) >= 200);
    }

    void nothingIsAnsweredInThePast()
    {
        RunDocument document{RunFolder(QStringLiteral(ASSAY_DEMO_RUN))};
        OwnerDesk desk(document.folder());
        OverviewView view({document, desk});
        view.show();
        QTRY_VERIFY(document.isLoaded());
        document.showAsOf(200);
        QTRY_COMPARE(document.asOf(), 200);
        auto *call = view.findChild<QPushButton *>();
        QVERIFY(call->isVisible() && !call->isEnabled());
        QVERIFY(call->toolTip().contains(u"now"_s));
    }
};

QTEST_MAIN(OverviewTest)
#include "tst_overview.moc"
