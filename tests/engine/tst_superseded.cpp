// A spot task that a structural one replaces says why.
#include "core/engine/audititeration.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;

class TestSuperseded : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStrikeAndAJoinAreToldApart();
};

void TestSuperseded::aStrikeAndAJoinAreToldApart()
{
    QList<Finding> findings;
    QList<FindingId> fresh;
    for (int i = 1; i <= 3; ++i) {
        Finding finding;
        finding.id = FindingId(u"F%1"_s.arg(i));
        finding.cause = u"pool"_s;
        finding.severity = Severity::High;
        finding.state = FindingState::Reproduced;
        findings.append(finding);
        fresh.append(finding.id);
    }
    const BacklogChange strike = fileFindings(findings, fresh, {});
    QCOMPARE(strike.superseded.size(), 3);
    QVERIFY(whySuperseded(strike, TaskId(u"T1"_s)).contains(u"third strike"));

    // Later the owner says that a fourth finding, which has a spot task, is of the same cause.
    QList<Task> tasks{
        {.id = TaskId(u"S1"_s), .type = TaskType::Structural, .cause = u"pool"_s, .covers = fresh},
        {.id = TaskId(u"T4"_s), .type = TaskType::Spot, .cause = u"pool"_s, .covers = {FindingId(u"F4"_s)}}};
    Finding fourth = findings.first();
    fourth.id = FindingId(u"F4"_s);
    findings.append(fourth);
    const BacklogChange join = fileFindings(findings, {}, tasks);
    QCOMPARE(join.superseded.value(TaskId(u"T4"_s)), TaskId(u"S1"_s));
    const QString why = whySuperseded(join, TaskId(u"T4"_s));
    QVERIFY2(!why.contains(u"strike") && why.contains(u"join"), qPrintable(why));
}

QTEST_GUILESS_MAIN(TestSuperseded)
#include "tst_superseded.moc"
