#include "builders.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;
using given::finding;
using given::findingIds;
using given::task;
using given::texts;

class tst_Strikes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFreshFindingGetsASpotTaskOfItsNumber()
    {
        const BacklogChange change
            = fileFindings({finding(u"F1"_s, Severity::High, u"a"_s), finding(u"F2"_s, Severity::Low, u"a"_s),
                            finding(u"F7"_s, Severity::Medium, u"b"_s)},
                           findingIds({u"F1"_s, u"F2"_s, u"F7"_s}), {});
        QCOMPARE(change.filed.size(), 3);
        const Task &last = change.filed.last();
        QCOMPARE(last.id.text(), u"T7"_s);
        QCOMPARE(last.type, TaskType::Spot);
        QCOMPARE(last.state, TaskState::Open);
        QCOMPARE(last.severity, Severity::Medium);
        QCOMPARE(last.cause, u"b"_s);
        QCOMPARE(texts(last.covers), {u"F7"_s});
        QVERIFY(change.strikes.isEmpty());
        QVERIFY(change.superseded.isEmpty());
    }

    void thirdStrikeSupersedesSpotTasks()
    {
        // Given the demo's first audit: F1 F2 F4 F5 of one cause, F3 and F6 of their own.
        const QList<Finding> findings{
            finding(u"F1"_s, Severity::High, u"boundary"_s),   finding(u"F2"_s, Severity::High, u"boundary"_s),
            finding(u"F3"_s, Severity::High, u"swallow"_s),    finding(u"F4"_s, Severity::High, u"boundary"_s),
            finding(u"F5"_s, Severity::Medium, u"boundary"_s), finding(u"F6"_s, Severity::Medium, u"metadata"_s),
        };
        const BacklogChange change
            = fileFindings(findings, findingIds({u"F1"_s, u"F2"_s, u"F3"_s, u"F4"_s, u"F5"_s, u"F6"_s}), {});

        QStringList filed;
        for (const Task &one : change.filed)
            filed.append(one.id.text());
        filed.sort();
        QCOMPARE(filed, QStringList({u"S1"_s, u"T1"_s, u"T2"_s, u"T3"_s, u"T4"_s, u"T5"_s, u"T6"_s}));
        QCOMPARE(change.strikes.size(), 1);
        const auto &strike = change.strikes.first();
        QCOMPARE(strike.cause, u"boundary"_s);
        QCOMPARE(strike.task.text(), u"S1"_s);
        QCOMPARE(texts(strike.findings), QStringList({u"F1"_s, u"F2"_s, u"F4"_s, u"F5"_s}));
        QCOMPARE(texts(strike.superseded), QStringList({u"T1"_s, u"T2"_s, u"T4"_s, u"T5"_s}));
        QCOMPARE(texts(change.superseded.keys()), QStringList({u"T1"_s, u"T2"_s, u"T4"_s, u"T5"_s}));
        QCOMPARE(change.superseded.value(TaskId(u"T4"_s)).text(), u"S1"_s);
        const auto structural = std::ranges::find(change.filed, TaskId(u"S1"_s), &Task::id);
        QCOMPARE(structural->type, TaskType::Structural);
        QCOMPARE(structural->severity, Severity::High);
        QCOMPARE(structural->state, TaskState::Open);
        QCOMPARE(texts(structural->covers), QStringList({u"F1"_s, u"F2"_s, u"F4"_s, u"F5"_s}));
    }

    void strikesAreCountedOverTheWholeRunAndCoverSpotFixedFindings()
    {
        // Given one finding fixed by its spot task, one whose task is parked by the loop, and a fresh third.
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s, FindingState::Fixed),
                                      finding(u"F2"_s, Severity::Low, u"a"_s),
                                      finding(u"F3"_s, Severity::Medium, u"a"_s)};
        const QList<Task> tasks{task(u"T1"_s, TaskType::Spot, Severity::Low, u"a"_s, {u"F1"_s}, TaskState::Done),
                                task(u"T2"_s, TaskType::Spot, Severity::Low, u"a"_s, {u"F2"_s}, TaskState::Parked)};
        const BacklogChange change = fileFindings(findings, findingIds({u"F3"_s}), tasks);

        QCOMPARE(change.strikes.size(), 1);
        QCOMPARE(texts(change.strikes.first().findings), QStringList({u"F1"_s, u"F2"_s, u"F3"_s}));
        QCOMPARE(texts(change.superseded.keys()), QStringList({u"T2"_s, u"T3"_s})); // T1 is done and stays so
        QCOMPARE(change.filed.last().severity, Severity::Medium);
    }

    void whatIsNotFiledIsNoStrike()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::High, u"a"_s),
                                      finding(u"F2"_s, Severity::High, u"a"_s),
                                      finding(u"N1"_s, Severity::High, u"a"_s, FindingState::Flaky),
                                      finding(u"N2"_s, Severity::High, u"a"_s, FindingState::Duplicate)};
        const BacklogChange change = fileFindings(findings, findingIds({u"F1"_s, u"F2"_s, u"N1"_s, u"N2"_s}), {});
        QVERIFY(change.strikes.isEmpty());
        QCOMPARE(change.filed.size(), 2);
    }

    void findingsWithoutACauseShareNone()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::High, {}), finding(u"F2"_s, Severity::High, {}),
                                      finding(u"F3"_s, Severity::High, {})};
        const BacklogChange change = fileFindings(findings, findingIds({u"F1"_s, u"F2"_s, u"F3"_s}), {});
        QVERIFY(change.strikes.isEmpty());
        QCOMPARE(change.filed.size(), 3);
    }

    void aLaterFindingJoinsTheOpenStructuralTask_data()
    {
        QTest::addColumn<int>("state");
        QTest::newRow("open") << static_cast<int>(TaskState::Open);
        QTest::newRow("blocked") << static_cast<int>(TaskState::Blocked);
    }

    void aLaterFindingJoinsTheOpenStructuralTask()
    {
        QFETCH(int, state);
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s), finding(u"F2"_s, Severity::Low, u"a"_s),
                                      finding(u"F3"_s, Severity::Low, u"a"_s),
                                      finding(u"F8"_s, Severity::High, u"a"_s)};
        const QList<Task> tasks{task(u"S1"_s, TaskType::Structural, Severity::Low, u"a"_s, {u"F1"_s, u"F2"_s, u"F3"_s},
                                     static_cast<TaskState>(state))};
        const BacklogChange change = fileFindings(findings, findingIds({u"F8"_s}), tasks);
        QVERIFY(change.filed.isEmpty());
        QVERIFY(change.strikes.isEmpty());
        QCOMPARE(change.joined.size(), 1);
        QCOMPARE(texts(change.joined.value(TaskId(u"S1"_s))), {u"F8"_s});
    }

    void aLaterFindingOfAClosedStructuralTaskGetsANewOne_data()
    {
        QTest::addColumn<int>("state");
        QTest::newRow("done") << static_cast<int>(TaskState::Done);
        QTest::newRow("parked") << static_cast<int>(TaskState::Parked);
    }

    void aLaterFindingOfAClosedStructuralTaskGetsANewOne()
    {
        QFETCH(int, state);
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s, FindingState::Fixed),
                                      finding(u"F2"_s, Severity::Low, u"a"_s, FindingState::Fixed),
                                      finding(u"F3"_s, Severity::Low, u"a"_s, FindingState::Fixed),
                                      finding(u"F8"_s, Severity::High, u"a"_s)};
        const QList<Task> tasks{task(u"S1"_s, TaskType::Structural, Severity::Low, u"a"_s, {u"F1"_s, u"F2"_s, u"F3"_s},
                                     static_cast<TaskState>(state))};
        const BacklogChange change = fileFindings(findings, findingIds({u"F8"_s}), tasks);
        QCOMPARE(change.filed.size(), 1);
        QCOMPARE(change.filed.first().id.text(), u"S2"_s);
        QCOMPARE(change.filed.first().type, TaskType::Structural);
        QCOMPARE(change.filed.first().severity, Severity::High);
        QCOMPARE(texts(change.filed.first().covers), {u"F8"_s});
        QVERIFY(change.strikes.isEmpty()); // the third strike came once
    }

    void aClosedStructuralTaskIsNotFiledAgainWithoutANewFinding()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s), finding(u"F2"_s, Severity::Low, u"a"_s),
                                      finding(u"F3"_s, Severity::Low, u"a"_s), finding(u"F4"_s, Severity::Low, u"b"_s)};
        const QList<Task> tasks{
            task(u"S1"_s, TaskType::Structural, Severity::Low, u"a"_s, {u"F1"_s, u"F2"_s, u"F3"_s}, TaskState::Parked)};
        const BacklogChange change = fileFindings(findings, findingIds({u"F4"_s}), tasks);
        QCOMPARE(change.filed.size(), 1);
        QCOMPARE(change.filed.first().id.text(), u"T4"_s);
    }

    void mergedCausesStrikeWithoutAFreshFinding()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s), finding(u"F2"_s, Severity::Low, u"a"_s),
                                      finding(u"F3"_s, Severity::Low, u"a"_s)};
        QList<Task> tasks;
        for (const QString &n : {u"1"_s, u"2"_s, u"3"_s})
            tasks.append(task(u'T' + n, TaskType::Spot, Severity::Low, u"a"_s, {u'F' + n}));
        const BacklogChange change = fileFindings(findings, {}, tasks);
        QCOMPARE(change.strikes.size(), 1);
        QCOMPARE(texts(change.strikes.first().superseded), QStringList({u"T1"_s, u"T2"_s, u"T3"_s}));
    }

    void aSpotTaskMergedUnderAnOpenStructuralOneJoinsIt()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s), finding(u"F9"_s, Severity::Low, u"a"_s)};
        const QList<Task> tasks{task(u"S1"_s, TaskType::Structural, Severity::Low, u"a"_s, {u"F1"_s}),
                                task(u"T9"_s, TaskType::Spot, Severity::Low, u"a"_s, {u"F9"_s})};
        const BacklogChange change = fileFindings(findings, {}, tasks);
        QCOMPARE(texts(change.joined.value(TaskId(u"S1"_s))), {u"F9"_s});
        QCOMPARE(change.superseded.value(TaskId(u"T9"_s)).text(), u"S1"_s);
    }

    void nothingIsFiledWhenEveryFindingOfTheCauseIsFixed()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s, FindingState::Fixed),
                                      finding(u"F2"_s, Severity::Low, u"a"_s, FindingState::Fixed),
                                      finding(u"F3"_s, Severity::Low, u"a"_s, FindingState::Fixed)};
        QVERIFY(fileFindings(findings, {}, {}).filed.isEmpty());
    }

    void aDeclinedFindingIsAStrikeButNotWorked()
    {
        QList<Finding> findings{finding(u"F1"_s, Severity::High, u"a"_s), finding(u"F2"_s, Severity::Low, u"a"_s),
                                finding(u"F3"_s, Severity::Low, u"a"_s)};
        findings[0].declined = true;
        const BacklogChange change = fileFindings(findings, findingIds({u"F1"_s, u"F2"_s, u"F3"_s}), {});
        QCOMPARE(change.strikes.size(), 1);
        QCOMPARE(texts(change.strikes.first().findings), QStringList({u"F2"_s, u"F3"_s}));
        QCOMPARE(change.filed.last().severity, Severity::Low);
        QVERIFY(std::ranges::none_of(change.filed, [](const Task &one) { return one.id.text() == u"T1"; }));
    }

    void whatTheOwnerParkedStaysParked()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s), finding(u"F2"_s, Severity::Low, u"a"_s),
                                      finding(u"F3"_s, Severity::Low, u"a"_s)};
        QList<Task> tasks{task(u"T1"_s, TaskType::Spot, Severity::Low, u"a"_s, {u"F1"_s}, TaskState::Parked),
                          task(u"T2"_s, TaskType::Spot, Severity::Low, u"a"_s, {u"F2"_s}, TaskState::Parked)};
        tasks[0].parkedByOwner = true;
        const BacklogChange change = fileFindings(findings, findingIds({u"F3"_s}), tasks);
        QCOMPARE(texts(change.superseded.keys()), QStringList({u"T2"_s, u"T3"_s}));
    }

    void theStructuralTaskWaitsForWhatItsSpotTasksWaitedFor()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"a"_s), finding(u"F2"_s, Severity::Low, u"a"_s),
                                      finding(u"F3"_s, Severity::Low, u"a"_s)};
        QList<Task> tasks{task(u"T1"_s, TaskType::Spot, Severity::Low, u"a"_s, {u"F1"_s}, TaskState::Blocked)};
        tasks[0].blockedBy = {PromptId(u"P4"_s)};
        const Task structural = fileFindings(findings, findingIds({u"F2"_s, u"F3"_s}), tasks).filed.last();
        QCOMPARE(structural.state, TaskState::Blocked);
        QCOMPARE(texts(structural.blockedBy), {u"P4"_s});
    }

    void aRegressedFindingGetsASecondSpotTask()
    {
        const QList<Finding> findings{finding(u"F3"_s, Severity::Low, u"a"_s, FindingState::Regressed)};
        const QList<Task> tasks{task(u"T3"_s, TaskType::Spot, Severity::Low, u"a"_s, {u"F3"_s}, TaskState::Done)};
        QCOMPARE(fileFindings(findings, findingIds({u"F3"_s}), tasks).filed.first().id.text(), u"T3.2"_s);
    }

    void structuralNumbersGoOnAsNumbers()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::Low, u"b"_s), finding(u"F2"_s, Severity::Low, u"b"_s),
                                      finding(u"F3"_s, Severity::Low, u"b"_s)};
        const QList<Task> tasks{task(u"S9"_s, TaskType::Structural, Severity::Low, u"x"_s, {}, TaskState::Done),
                                task(u"S10"_s, TaskType::Structural, Severity::Low, u"y"_s, {}, TaskState::Done)};
        QCOMPARE(fileFindings(findings, findingIds({u"F1"_s, u"F2"_s, u"F3"_s}), tasks).strikes.first().task.text(),
                 u"S11"_s);
    }

    void twoCausesStrikeInOneAudit()
    {
        QList<Finding> findings;
        QStringList fresh;
        for (int n = 1; n <= 6; ++n) {
            fresh.append(u"F%1"_s.arg(n));
            findings.append(finding(fresh.last(), Severity::Low, n % 2 ? u"odd"_s : u"even"_s));
        }
        const BacklogChange change = fileFindings(findings, findingIds(fresh), {});
        QCOMPARE(change.strikes.size(), 2);
        QCOMPARE(change.strikes.at(0).cause, u"odd"_s);
        QCOMPARE(change.strikes.at(1).cause, u"even"_s);
        QCOMPARE(change.strikes.at(1).task.text(), u"S2"_s);
        QCOMPARE(texts(change.strikes.at(1).superseded), QStringList({u"T2"_s, u"T4"_s, u"T6"_s}));
    }

    void onlyAnOpenOrBlockedStructuralTaskHoldsItsCause()
    {
        for (const TaskState state : {TaskState::Open, TaskState::Blocked})
            QVERIFY(structuralOpen({task(u"S1"_s, TaskType::Structural, Severity::Low, u"a"_s, {}, state)}, u"a"_s));
        for (const TaskState state : {TaskState::Superseded, TaskState::Parked, TaskState::Done})
            QVERIFY(!structuralOpen({task(u"S1"_s, TaskType::Structural, Severity::Low, u"a"_s, {}, state)}, u"a"_s));
        QVERIFY(!structuralOpen({task(u"S1"_s, TaskType::Structural, Severity::Low, u"b"_s, {})}, u"a"_s));
        QVERIFY(!structuralOpen({task(u"T1"_s, TaskType::Spot, Severity::Low, u"a"_s, {})}, u"a"_s));
    }
};

QTEST_GUILESS_MAIN(tst_Strikes)
#include "tst_strikes.moc"
