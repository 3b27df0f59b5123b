// The demo, iteration by iteration: the engine does the real work on it.
#include "tests/support/enginerun.h"

#include "core/git/target.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TestDemoRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void convergesAtIterationEight();
    void everyIterationTellsItsStory();
    void thirdStrikeMadeOneStructuralTask();
    void whatWasNotReproducedStaysVisible();
    void testsWereShownToHaveTeeth();
    void falseClaimsAreRefuted();
    void decisionsStayOpen();
    void theOwnersRepositoryIsUntouched();

private:
    QTemporaryDir m_dir;
    std::unique_ptr<EngineRun> m_run;
    RunState m_state;
    Digest m_before, m_after;
};

void TestDemoRun::initTestCase()
{
    const QString target = makeDemoRepository(m_dir.path());
    m_before = fingerprintFolder(target).value();
    m_run = std::make_unique<EngineRun>(target, demoOptions());
    QVERIFY2(m_run->create(), qPrintable(m_run->error()));
    QElapsedTimer timer;
    timer.start();
    const auto outcome = m_run->go();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().text()));
    m_state = m_run->state();
    m_after = fingerprintFolder(target).value();
    qInfo("%lld ms, %lld entries\n%s", timer.elapsed(), m_state.lastSeq, qPrintable(story(m_state)));
}

void TestDemoRun::convergesAtIterationEight()
{
    QCOMPARE(m_state.outcome, Outcome::Converged);
    QCOMPARE(m_state.iterations.size(), 8);
    QCOMPARE(m_state.countedIterations(), 8);
    const GateFact *gate = m_state.gateOf(m_state.checkpoint().tree);
    QVERIFY(gate);
    QCOMPARE(gate->passed, 37);
    QCOMPARE(gate->failed, 0);
}

void TestDemoRun::everyIterationTellsItsStory()
{
    struct Row {
        QStringView task, verdict, failedStep;
    };
    const QList<Row> rows{{u"", verdict::FindingsFiled, u""}, {u"S1", verdict::RolledBack, u"checks"},
                          {u"S1", verdict::Kept, u""},        {u"T3", verdict::RolledBack, u"gate"},
                          {u"T3", verdict::Kept, u""},        {u"G1", verdict::Kept, u""},
                          {u"T6", verdict::Kept, u""},        {u"", verdict::Clean, u""}};
    QCOMPARE(m_state.iterations.size(), rows.size());
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const IterationFact &iteration = m_state.iterations.at(i);
        QCOMPARE(iteration.task.text(), rows.at(i).task);
        QCOMPARE(iteration.verdict, rows.at(i).verdict);
        QCOMPARE(iteration.failedStep, rows.at(i).failedStep);
    }
    const auto gateIn = [&](int n) {
        const IterationFact *iteration = m_state.iteration(n);
        const GateFact *gate = m_state.gate(n, u"candidate", iteration->candidate->tree);
        return gate ? u"%1 failed, %2 passed"_s.arg(gate->failed).arg(gate->passed) : u"not run"_s;
    };
    QCOMPARE(gateIn(2), u"not run"_s); // guards run before the gate
    QCOMPARE(gateIn(3), u"0 failed, 31 passed"_s);
    QCOMPARE(gateIn(4), u"1 failed, 30 passed"_s);
    QCOMPARE(gateIn(5), u"0 failed, 31 passed"_s);
    QCOMPARE(gateIn(6), u"0 failed, 37 passed"_s);
    const GateFact *fresh = m_state.gate(8, u"fresh", m_state.checkpoint().tree);
    QVERIFY(fresh);
    QCOMPARE(fresh->passed, 37);
}

void TestDemoRun::thirdStrikeMadeOneStructuralTask()
{
    const Task *structural = m_state.task(TaskId(u"S1"_s));
    QVERIFY(structural);
    const QList<FindingId> covered{FindingId(u"F1"_s), FindingId(u"F2"_s), FindingId(u"F4"_s), FindingId(u"F5"_s)};
    QCOMPARE(structural->covers, covered);
    for (const QString &spot : {u"T1"_s, u"T2"_s, u"T4"_s, u"T5"_s}) {
        QVERIFY2(m_state.task(TaskId(spot)), qPrintable(spot));
        QCOMPARE(m_state.task(TaskId(spot))->state, TaskState::Superseded);
        QCOMPARE(m_state.task(TaskId(spot))->supersededBy, structural->id);
    }
}

void TestDemoRun::whatWasNotReproducedStaysVisible()
{
    const auto stateOf = [&](const QString &id) { return m_state.finding(FindingId(id))->state; };
    QCOMPARE(stateOf(u"N1"_s), FindingState::NotReproduced);
    QCOMPARE(stateOf(u"N2"_s), FindingState::Flaky);
    QCOMPARE(stateOf(u"N3"_s), FindingState::ControlRefused);
    for (int i = 1; i <= 6; ++i)
        QCOMPARE(stateOf(u"F%1"_s.arg(i)), FindingState::Fixed);
    int guards = 0;
    for (const Check &check : std::as_const(m_state.checks))
        guards += check.role == CheckRole::Guard ? 1 : 0;
    QCOMPARE(guards, 1);
    QCOMPARE(m_state.declined.size(), 1);
}

void TestDemoRun::testsWereShownToHaveTeeth()
{
    int toothed = 0, toothless = 0;
    for (const TeethFact &fact : m_state.teeth) {
        if (fact.iteration != 6)
            continue;
        toothed += fact.teeth == Teeth::Toothed ? 1 : 0;
        toothless += fact.teeth == Teeth::Toothless ? 1 : 0;
        QCOMPARE(fact.oldTree, m_state.baseTree);
    }
    QCOMPARE(toothed, 5);
    QCOMPARE(toothless, 1);
    const Finding *third = m_state.finding(FindingId(u"F3"_s));
    QCOMPARE(third->toothedTests.size(), 1);
    const auto corrected = std::find_if(m_state.teeth.begin(), m_state.teeth.end(),
                                        [](const TeethFact &fact) { return fact.iteration == 5; });
    QVERIFY(corrected != m_state.teeth.end());
    QCOMPARE(corrected->oldTree, m_state.checkpoints.at(1).tree);
    QCOMPARE(m_state.suspects.size(), 1);
    QCOMPARE(m_state.suspects.first().rule, u"policy:accept-covered"_s);
    QCOMPARE(m_state.undefended().size(), 1);
    QCOMPARE(m_state.undefended().first()->id, FindingId(u"F6"_s));
}

void TestDemoRun::falseClaimsAreRefuted()
{
    QList<int> where;
    for (const Claim &claim : m_state.claims) {
        if (claim.result == ClaimResult::Refuted)
            where.append(claim.iteration);
    }
    QCOMPARE(where, (QList<int>{4, 7}));
}

void TestDemoRun::decisionsStayOpen()
{
    QCOMPARE(m_state.openPrompts().size(), 2);
    QVERIFY(
        std::all_of(m_state.conditions.begin(), m_state.conditions.end(), [](const Condition &c) { return c.met; }));
}

void TestDemoRun::theOwnersRepositoryIsUntouched()
{
    QCOMPARE(m_after, m_before);
}

QTEST_GUILESS_MAIN(TestDemoRun)
#include "tst_demorun.moc"
