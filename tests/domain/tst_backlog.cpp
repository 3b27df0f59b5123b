#include "builders.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;
using given::finding;
using given::task;
using given::texts;

namespace {

Finding defended(Finding one)
{
    one.toothedTests = {u"tests.test_it"_s};
    return one;
}

Finding at(Finding one, const QList<std::pair<QByteArray, int>> &places)
{
    for (const auto &[path, line] : places)
        one.where.append({RepoPath(path), line});
    return one;
}

} // namespace

class tst_Backlog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void worstSeverityComesFirst()
    {
        const QList<Task> tasks{task(u"T1"_s, TaskType::Spot, Severity::Low, u"a"_s, {u"F1"_s}),
                                task(u"T2"_s, TaskType::Spot, Severity::High, u"b"_s, {u"F2"_s}),
                                task(u"T3"_s, TaskType::Spot, Severity::Medium, u"c"_s, {u"F3"_s})};
        QCOMPARE(texts(orderBacklog(tasks, {})), QStringList({u"T2"_s, u"T3"_s, u"T1"_s}));
    }

    void theOwnersRankOrdersInsideASeverity()
    {
        QList<Task> tasks{task(u"T1"_s, TaskType::Spot, Severity::Low, u"a"_s, {}),
                          task(u"T2"_s, TaskType::Spot, Severity::Low, u"b"_s, {}),
                          task(u"T3"_s, TaskType::Spot, Severity::Low, u"c"_s, {}),
                          task(u"T4"_s, TaskType::Spot, Severity::High, u"d"_s, {})};
        tasks[1].ownerRank = 2;
        tasks[2].ownerRank = 1;
        QCOMPARE(texts(orderBacklog(tasks, {})), QStringList({u"T4"_s, u"T3"_s, u"T2"_s, u"T1"_s}));
    }

    void thenTheWidestRootCause()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::High, u"narrow"_s),
                                      finding(u"F2"_s, Severity::High, u"wide"_s),
                                      finding(u"F3"_s, Severity::High, u"wide"_s, FindingState::Fixed),
                                      finding(u"N1"_s, Severity::High, u"narrow"_s, FindingState::Flaky),
                                      finding(u"N2"_s, Severity::High, u"narrow"_s, FindingState::NotReproduced)};
        const QList<Task> tasks{task(u"T1"_s, TaskType::Spot, Severity::High, u"narrow"_s, {u"F1"_s}),
                                task(u"T2"_s, TaskType::Spot, Severity::High, u"wide"_s, {u"F2"_s})};
        QCOMPARE(texts(orderBacklog(tasks, findings)), QStringList({u"T2"_s, u"T1"_s}));
    }

    void thenTheFewestProductLinesNamed()
    {
        // F1 names two product lines; F2 three places, of which two are tests and one is named twice.
        const QList<Finding> findings{
            at(finding(u"F1"_s, Severity::High, u"a"_s), {{"src/pool.py", 3}, {"src/pool.py", 9}}),
            at(finding(u"F2"_s, Severity::High, u"b"_s),
               {{"src/sql.py", 3}, {"src/sql.py", 3}, {"tests/test_sql.py", 1}, {"tests/test_sql.py", 2}})};
        const QList<Task> tasks{task(u"T1"_s, TaskType::Spot, Severity::High, u"a"_s, {u"F1"_s}),
                                task(u"T2"_s, TaskType::Spot, Severity::High, u"b"_s, {u"F2"_s})};
        QCOMPARE(texts(orderBacklog(tasks, findings)), QStringList({u"T2"_s, u"T1"_s}));

        Policy policy; // the owner says what is a test: now F2 names three product lines
        policy.testPaths = {u"checks/**"_s};
        QCOMPARE(texts(orderBacklog(tasks, findings, policy)), QStringList({u"T1"_s, u"T2"_s}));
    }

    void thenTheIdAsANumber()
    {
        const QList<Task> tasks{task(u"T10"_s, TaskType::Spot, Severity::High, u"a"_s, {}),
                                task(u"T2"_s, TaskType::Spot, Severity::High, u"b"_s, {}),
                                task(u"T2.3"_s, TaskType::Spot, Severity::High, u"c"_s, {})};
        QCOMPARE(texts(orderBacklog(tasks, {})), QStringList({u"T2"_s, u"T2.3"_s, u"T10"_s}));
    }

    void onlyOpenTasksAreOrdered()
    {
        QList<Task> tasks;
        for (const TaskState state : {TaskState::Superseded, TaskState::Blocked, TaskState::Parked, TaskState::Done})
            tasks.append(task(u"T1"_s, TaskType::Spot, Severity::High, u"a"_s, {}, state));
        QVERIFY(orderBacklog(tasks, {}).isEmpty());
    }

    void noSpotTaskStartsWhileItsStructuralOneIsOpen()
    {
        QList<Task> tasks{task(u"S1"_s, TaskType::Structural, Severity::Low, u"a"_s, {u"F1"_s}, TaskState::Blocked),
                          task(u"T9"_s, TaskType::Spot, Severity::High, u"a"_s, {u"F9"_s}),
                          task(u"T8"_s, TaskType::Spot, Severity::Low, u"b"_s, {u"F8"_s})};
        QCOMPARE(texts(orderBacklog(tasks, {})), {u"T8"_s});
        tasks[0].state = TaskState::Done;
        QCOMPARE(texts(orderBacklog(tasks, {})), QStringList({u"T9"_s, u"T8"_s}));
    }

    // ── The gate task ──────────────────────────────────────────────────────────────────────────────

    void theGateTaskTakesLowerUndefendedFindingsAlong()
    {
        // Given the demo after iteration 5: F3 defended, F1 F2 F4 F5 fixed and undefended, F6 not fixed yet.
        const QList<Finding> findings{finding(u"F1"_s, Severity::High, u"a"_s, FindingState::Fixed),
                                      finding(u"F2"_s, Severity::High, u"a"_s, FindingState::Fixed),
                                      defended(finding(u"F3"_s, Severity::High, u"b"_s, FindingState::Fixed)),
                                      finding(u"F4"_s, Severity::High, u"a"_s, FindingState::Fixed),
                                      finding(u"F5"_s, Severity::Medium, u"a"_s, FindingState::Fixed),
                                      finding(u"F6"_s, Severity::Medium, u"c"_s)};
        const QList<Task> tasks{task(u"S1"_s, TaskType::Structural, Severity::High, u"a"_s, {}, TaskState::Done),
                                task(u"T6"_s, TaskType::Spot, Severity::Medium, u"c"_s, {u"F6"_s})};
        const std::optional<Task> due = gateTaskDue(tasks, findings);
        QVERIFY(due);
        QCOMPARE(due->id.text(), u"G1"_s);
        QCOMPARE(due->type, TaskType::Gate);
        QCOMPARE(due->severity, Severity::High);
        QCOMPARE(texts(due->covers), QStringList({u"F1"_s, u"F2"_s, u"F4"_s, u"F5"_s}));
    }

    void theGateTaskWaitsForHighFixingTasks()
    {
        const QList<Finding> findings{finding(u"F1"_s, Severity::High, u"a"_s, FindingState::Fixed)};
        const auto due = [&](TaskType type, Severity severity, TaskState state) {
            return gateTaskDue({task(u"T2"_s, type, severity, u"b"_s, {u"F2"_s}, state)}, findings).has_value();
        };
        QVERIFY(!due(TaskType::Spot, Severity::High, TaskState::Open));
        QVERIFY(!due(TaskType::Structural, Severity::High, TaskState::Open));
        QVERIFY(due(TaskType::Spot, Severity::Medium, TaskState::Open));
        QVERIFY(due(TaskType::Spot, Severity::High, TaskState::Blocked)); // it waits for the owner; the gate need not
        QVERIFY(due(TaskType::Spot, Severity::High, TaskState::Parked));
        QVERIFY(due(TaskType::Spot, Severity::High, TaskState::Done));
    }

    void lowerUndefendedFindingsAloneAreOnlyListed()
    {
        QVERIFY(!gateTaskDue({}, {finding(u"F5"_s, Severity::Medium, u"a"_s, FindingState::Fixed)}));
        QVERIFY(!gateTaskDue({}, {defended(finding(u"F1"_s, Severity::High, u"a"_s, FindingState::Fixed))}));
        QVERIFY(!gateTaskDue({}, {finding(u"F1"_s, Severity::High, u"a"_s)}));
    }

    void atMostOneGateTaskIsOpenAndNoneIsRepeated()
    {
        QList<Finding> findings{finding(u"F1"_s, Severity::High, u"a"_s, FindingState::Fixed)};
        const auto earlier = [](TaskState state) {
            return QList<Task>{task(u"G1"_s, TaskType::Gate, Severity::High, {}, {u"F1"_s}, state)};
        };
        for (const TaskState state : {TaskState::Open, TaskState::Blocked, TaskState::Parked, TaskState::Done})
            QVERIFY2(!gateTaskDue(earlier(state), findings), qPrintable(toWord(state)));

        // A High finding fixed later gets one of its own; while the first is open it waits.
        findings.append(finding(u"F7"_s, Severity::High, u"b"_s, FindingState::Fixed));
        QVERIFY(!gateTaskDue(earlier(TaskState::Open), findings));
        const std::optional<Task> second = gateTaskDue(earlier(TaskState::Parked), findings);
        QVERIFY(second);
        QCOMPARE(second->id.text(), u"G2"_s);
        QCOMPARE(texts(second->covers), {u"F7"_s});
    }
};

QTEST_GUILESS_MAIN(tst_Backlog)
#include "tst_backlog.moc"
