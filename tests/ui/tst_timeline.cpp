#include "tests/ui/toldrun.h"
#include "ui/models/timelinelayout.h"
#include "ui/views/runwords.h"
#include "ui/views/timelinelane.h"

#include <QAccessible>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::ui;
using namespace assay::test;

namespace {

/// Audit 1 (10 s), attempt 2 rolled back (4 s), a night, attempt 3 kept (6 s) with a refuted claim and a question.
ToldRun night()
{
    ToldRun run;
    run.iteration(1, u"audit"_s, 2'000);
    run.step(1, u"session"_s, 2'000, 9'000, u"pass"_s);
    run.tell(u"prompt.filed"_s, 9'000, 1,
             {{u"id"_s, u"P1"_s}, {u"type"_s, u"decision"_s}, {u"title"_s, u"Which one?"_s}});
    run.end(1, u"findings filed"_s, 12'000);
    run.iteration(2, u"task"_s, 12'000, {{u"task"_s, u"T1"_s}, {u"attempt"_s, 1}});
    run.step(2, u"gate"_s, 12'000, 16'000, u"fail"_s);
    run.end(2, u"rolled back"_s, 16'000);
    run.tell(u"run.closed"_s, 16'500);
    run.tell(u"run.opened"_s, 8 * 3'600'000);
    run.iteration(3, u"task"_s, 8 * 3'600'000 + 100, {{u"task"_s, u"T1"_s}, {u"attempt"_s, 2}});
    run.tell(u"claim.made"_s, 8 * 3'600'000 + 200, 3, {{u"text"_s, u"31 passed"_s}, {u"type"_s, u"tests"_s}});
    run.tell(u"claim.judged"_s, 8 * 3'600'000 + 300, 3,
             {{u"claim"_s, 0}, {u"result"_s, u"refuted"_s}, {u"seen"_s, u"30 passed"_s}});
    run.tell(u"checkpoint.made"_s, 8 * 3'600'000 + 6'000, 3,
             {{u"tree"_s, ToldRun::tree('c')}, {u"commit"_s, ToldRun::tree('d')}, {u"title"_s, u"Mended"_s}});
    run.end(3, u"kept"_s, 8 * 3'600'000 + 6'100);
    return run;
}

Timeline timelineOf(const ToldRun &run, bool goesOn = true)
{
    Moments moments;
    moments.follow(run.heads);
    return ui::timelineOf(run.state, moments.all(), run.state.lastAt, goesOn);
}

QString dump(const Timeline &line)
{
    QStringList rows;
    for (const TimelineBlock &block : line.blocks)
        rows.append(u"%1 %2–%3%4 %5"_s.arg(block.iteration)
                        .arg(block.from)
                        .arg(block.to)
                        .arg(block.above ? u" above"_s : QString(), RunWords::verdict(block.verdict, true)));
    for (const TimelineMark &mark : line.marks)
        rows.append(u"%1 %2"_s.arg(mark.at).arg(RunWords::mark(mark)));
    for (const TimeScale::Break &one : line.breaks)
        rows.append(u"break %1–%2"_s.arg(one.from).arg(one.to));
    return rows.join(u'\n');
}

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { qputenv("TZ", "UTC"); }

    void pixelsAndTimesGoBothWays_data()
    {
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<int>("x");
        // 100 ms a pixel; 60 s … 360 s is cut to 24 pixels.
        QTest::newRow("begin") << qint64(0) << 0;
        QTest::newRow("before the break") << qint64(30'000) << 300;
        QTest::newRow("its begin") << qint64(60'000) << 600;
        QTest::newRow("its end") << qint64(360'000) << 624;
        QTest::newRow("after it") << qint64(370'000) << 724;
        QTest::newRow("the end") << qint64(400'000) << 1024;
    }
    void pixelsAndTimesGoBothWays()
    {
        QFETCH(qint64, ms);
        QFETCH(int, x);
        const TimeScale scale{.breaks = {{60'000, 360'000}}, .span = 400'000, .pixelsPerMs = 0.01};
        QCOMPARE(scale.x(ms), x);
        QCOMPARE(scale.at(x), ms == 360'000 ? 360'000 : ms);
    }

    void insideABreakTimeStandsStill()
    {
        const TimeScale scale{.breaks = {{60'000, 360'000}}, .span = 400'000, .pixelsPerMs = 0.01};
        QCOMPARE(scale.x(200'000), 600);
        QCOMPARE(scale.at(610), 60'000);
        QCOMPARE(scale.at(-50), 0);
        QCOMPARE(scale.at(5'000), 400'000);
        QCOMPARE(scale.worked(), 100'000);
    }

    void fittedScaleFillsTheWindow_data()
    {
        QTest::addColumn<qint64>("span");
        QTest::addColumn<int>("width");
        QTest::newRow("seconds") << qint64(30'000) << 900;
        QTest::newRow("a day") << qint64(86'400'000) << 640;
        QTest::newRow("narrow") << qint64(86'400'000) << 30;
    }
    void fittedScaleFillsTheWindow()
    {
        QFETCH(qint64, span);
        QFETCH(int, width);
        TimeScale scale{.span = span};
        scale.pixelsPerMs = scale.fitting(width);
        QCOMPARE(scale.width(), width);
    }

    void whatIsUnderTheMouseStaysThere()
    {
        TimeScale scale{.breaks = {{60'000, 360'000}}, .span = 400'000};
        scale.pixelsPerMs = scale.fitting(800);
        const qint64 held = scale.at(500);
        int scroll = 0;
        for (int i = 0; i < 5; ++i)
            scroll = scale.zoom(1.5, 500, scroll, 800);
        QVERIFY(scale.width() > 4'000);
        QVERIFY(std::abs(scale.at(500 + scroll) - held) < 200);
        for (int i = 0; i < 20; ++i)
            scroll = scale.zoom(1 / 1.5, 500, scroll, 800);
        QCOMPARE(scale.width(), 800); // never smaller than the window
        QCOMPARE(scroll, 0);
        for (int i = 0; i < 60; ++i)
            scroll = scale.zoom(1.5, 500, scroll, 800);
        QCOMPARE(scale.pixelsPerMs, TimeScale::closest);
    }

    void clockTicksAreRoundAndApart()
    {
        const TimeScale scale{.span = 60'000, .pixelsPerMs = 0.02};
        const QList<TimeTick> ticks = ticksOf(scale, ToldRun::begin().addMSecs(700), 0, 1'200, 80);
        QStringList texts;
        for (const TimeTick &tick : ticks)
            texts.append(u"%1 %2"_s.arg(tick.x).arg(tick.text));
        QCOMPARE(texts.first(2), (QStringList{u"86 12:00:05"_s, u"186 12:00:10"_s}));
        for (qsizetype i = 1; i < ticks.size(); ++i)
            QVERIFY(ticks.at(i).x - ticks.at(i - 1).x >= 80);
        // A year of break costs nothing.
        const TimeScale years{.breaks = {{30'000, 31'536'000'000}}, .span = 31'536'030'000, .pixelsPerMs = 0.02};
        QVERIFY(ticksOf(years, ToldRun::begin(), 0, years.width(), 80).size() < 20);
    }

    void iterationsMarksAndTheNightBetween()
    {
        QCOMPARE(dump(timelineOf(night())), uR"(0 0–2000 running
1 2000–12000 findings filed
2 12000–16000 above rolled back
3 28800100–28806100 kept
9000 Question P1 waits for you: Which one?
28800300 A claim was refuted; seen: 30 passed
28806000 Checkpoint 1: Mended
break 16000–28800100)"_s);
    }

    void cutOffIterationIsNotAsWideAsTheNight()
    {
        ToldRun run;
        run.iteration(1, u"audit"_s, 1'000);
        run.step(1, u"session"_s, 1'000, 5'000, u"pass"_s);
        run.tell(u"run.opened"_s, 3'600'000);
        run.end(1, u"interrupted"_s, 3'600'100);
        const Timeline line = timelineOf(run);
        QCOMPARE(line.breaks, (QList<TimeScale::Break>{{5'000, 3'600'000}}));
        TimeScale scale{.breaks = line.breaks, .span = line.span, .pixelsPerMs = 0.1};
        QCOMPARE(layoutOf(line, scale).blocks.at(1).width(), 400 + TimeScale::breakWidth + 10 - 1);
    }

    void asOfAPastEntryLaterMarksAreNotThere()
    {
        ToldRun all = night();
        ToldRun early;
        early.iteration(1, u"audit"_s, 2'000);
        early.end(1, u"clean"_s, 8'000);
        Moments moments;
        moments.follow(all.heads);
        QVERIFY(ui::timelineOf(early.state, moments.all(), early.state.lastAt, true).marks.isEmpty());
        // Another journal is read anew.
        moments.follow(early.heads);
        QCOMPARE(moments.all().size(), 1);
        QCOMPARE(moments.endOf(1), early.state.lastSeq);
        QCOMPARE(moments.endOf(2), 0);
    }

    void layoutHasRowsAndFindsWhatIsUnderAPlace()
    {
        const Timeline line = timelineOf(night());
        TimeScale scale{.breaks = line.breaks, .span = line.span, .pixelsPerMs = 0.02};
        const TimelineLayout layout = layoutOf(line, scale);
        QCOMPARE(layout.blocks.at(1), QRect(40, TimelineLayout::laneTop, 199, TimelineLayout::blockHeight));
        QCOMPARE(layout.blocks.at(2), QRect(240, TimelineLayout::aboveTop, 79, TimelineLayout::blockHeight));
        QCOMPARE(layout.steps.at(1).first(),
                 QRect(40, TimelineLayout::laneTop + TimelineLayout::headHeight, 140, TimelineLayout::stepsHeight));
        QCOMPARE(layout.blockAt({41, TimelineLayout::laneTop + 3}), 1);
        QCOMPARE(layout.blockAt({250, TimelineLayout::laneTop + 3}), -1);
        QCOMPARE(layout.blockAt({250, TimelineLayout::aboveTop + 3}), 2);
        QCOMPARE(layout.groupAt({180, TimelineLayout::marksTop + 4}), 0);
        QCOMPARE(layout.groupAt({180, TimelineLayout::laneTop}), -1);
        // Far out, what stands too close is one group, and a block is never thinner than can be hit.
        scale.pixelsPerMs = scale.fitting(60);
        const TimelineLayout far = layoutOf(line, scale);
        QVERIFY(far.groups.size() < layout.groups.size());
        for (const QRect &block : far.blocks)
            QVERIFY(block.width() >= TimelineLayout::leastWidth);
    }

    void laneIsWalkedByKeys()
    {
        TimelineLane lane;
        lane.resize(800, lane.sizeHint().height());
        lane.show(timelineOf(night()), {u"Set-up"_s, u"1 · audit"_s, u"2 · T1"_s, u"3 · T1, attempt 2"_s});
        lane.QWidget::show();
        QSignalSpy chose(&lane, &TimelineLane::chose), entered(&lane, &TimelineLane::entered);
        QTest::keyClick(&lane, Qt::Key_Right);
        QCOMPARE(lane.chosen(), 3);
        QTest::keyClick(&lane, Qt::Key_Left);
        QTest::keyClick(&lane, Qt::Key_Left);
        QCOMPARE(lane.chosen(), 1);
        QTest::keyClick(&lane, Qt::Key_Home);
        QTest::keyClick(&lane, Qt::Key_Left);
        QCOMPARE(lane.chosen(), 0);
        QTest::keyClick(&lane, Qt::Key_End);
        QCOMPARE(lane.chosen(), 3);
        QTest::keyClick(&lane, Qt::Key_Return);
        QCOMPARE(entered.size(), 1);
        QCOMPARE(entered.first().first().toInt(), 3);
        QCOMPARE(chose.size(), 5);
    }

    void controlAndWheelZoomAndFFits()
    {
        TimelineLane lane;
        lane.resize(800, lane.sizeHint().height());
        lane.show(timelineOf(night()), {});
        lane.QWidget::show();
        const double fitted = lane.scale().pixelsPerMs;
        QWheelEvent near(QPointF(400, 40), lane.viewport()->mapToGlobal(QPointF(400, 40)), {}, {0, 360}, Qt::NoButton,
                         Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(lane.viewport(), &near);
        QVERIFY(lane.scale().pixelsPerMs > 2 * fitted);
        QVERIFY(lane.horizontalScrollBar()->maximum() > 0);
        QTest::keyClick(&lane, Qt::Key_F);
        QCOMPARE(lane.scale().pixelsPerMs, fitted);
        QCOMPARE(lane.horizontalScrollBar()->maximum(), 0);
        // A wider window fits again by itself.
        lane.resize(1'000, lane.height());
        QVERIFY(lane.scale().pixelsPerMs > fitted);
    }

    void choosingByMouseAndKeepingItWhileTheRunGrows()
    {
        ToldRun run = night();
        TimelineLane lane;
        lane.resize(800, lane.sizeHint().height());
        lane.show(timelineOf(run), {});
        lane.QWidget::show();
        const QRect second = lane.itemRect(2);
        QTest::mouseClick(lane.viewport(), Qt::LeftButton, {}, second.center());
        QCOMPARE(lane.chosen(), 2);
        run.iteration(4, u"audit"_s, 8 * 3'600'000 + 7'000);
        lane.show(timelineOf(run), {});
        QCOMPARE(lane.chosen(), 2);
        QVERIFY(lane.itemRect(2).width() < second.width()); // it still fits
    }

    void itemsStandInTheAccessibilityTree()
    {
        TimelineLane lane;
        lane.resize(800, lane.sizeHint().height());
        lane.show(timelineOf(night()), {u"Set-up"_s, u"1 · audit"_s, u"2 · T1"_s, u"3 · T1, attempt 2"_s});
        lane.QWidget::show();
        QAccessibleInterface *tree = QAccessible::queryAccessibleInterface(&lane);
        QVERIFY(tree);
        QCOMPARE(tree->role(), QAccessible::List);
        QStringList names;
        for (int i = 0; i < tree->childCount(); ++i)
            names.append(tree->child(i)->text(QAccessible::Name));
        QCOMPARE(names.first(4),
                 (QStringList{u"Set-up, took 2.00 s"_s, u"Iteration 1 · audit, findings filed, took 10 s"_s,
                              u"Iteration 2 · T1, rolled back, took 4.00 s"_s,
                              u"Iteration 3 · T1, attempt 2, kept, took 6.00 s"_s}));
        QVERIFY(names.contains(u"Question P1 waits for you: Which one?"_s));
        QAccessibleInterface *second = tree->child(2);
        second->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(lane.chosen(), 2);
        QVERIFY(second->state().selected);
        QCOMPARE(tree->indexOfChild(second), 2);
        const QPoint middle = second->rect().center();
        QCOMPARE(tree->childAt(middle.x(), middle.y()), second);
    }
};

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
