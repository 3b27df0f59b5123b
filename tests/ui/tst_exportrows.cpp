// What an export will be able to say, from the state alone.
#include "tests/ui/handmade.h"
#include "ui/models/exportrows.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

QStringList dump(const ExportRows &model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells.append(model.index(row, column).data().toString());
        lines.append(glyph(Meaning(model.index(row, 0).data(MeaningRole).toInt())) + u' ' + cells.join(u" | "_s));
    }
    return lines;
}

QList<Draft> begun(bool guarded)
{
    QJsonObject policy{{u"contained"_s, guarded}};
    if (guarded)
        policy[u"gate"_s] = QJsonArray{QJsonObject{{u"run"_s, u"make test"_s}}};
    return {made(u"run.created"_s, {{u"id"_s, u"r1"_s}, {u"target"_s, u"/t"_s}, {u"tree"_s, u"b"_s}}),
            made(u"run.configured"_s, {{u"policy"_s, policy}})};
}

} // namespace

class TestExportRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFreshUnguardedRunSaysSo()
    {
        ExportRows model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows(ExportRows::of(Folded(begun(false)).state));
        QCOMPARE(dump(model),
                 QStringList({u"– not judged | Convergence | the loop judges it once no High or Medium task is left"_s,
                              u"? unguarded | No gate judges this run | only checks do, and the bundle says so"_s,
                              u"? not contained | Checks and gate ran without a sandbox | the bundle says so"_s}));
    }

    void whatIsNotProvenIsListedByItsIds()
    {
        Folded run(begun(true));
        run.add(made(u"iteration.started"_s, {{u"n"_s, 1}, {u"type"_s, u"audit"_s}}, 1));
        for (int i = 1; i <= 3; ++i) {
            const QString claim = u"1.%1"_s.arg(i);
            run.add(
                made(u"finding.claimed"_s, {{u"claim"_s, claim}, {u"title"_s, u"t"_s}, {u"severity"_s, u"low"_s}}, 1));
            run.add(made(u"finding.judged"_s,
                         {{u"claim"_s, claim}, {u"id"_s, u"F%1"_s.arg(i)}, {u"state"_s, u"reproduced"_s}}, 1));
        }
        run.add(made(u"finding.judged"_s, {{u"id"_s, u"F2"_s}, {u"state"_s, u"fixed"_s}}, 1));
        run.add(made(u"declined"_s, {{u"subject"_s, u"F3"_s}, {u"reason"_s, u"wanted"_s}}, 1, u"owner"_s));
        run.add(made(u"prompt.filed"_s, {{u"id"_s, u"P1"_s}, {u"type"_s, u"decision"_s}}, 1));
        run.add(made(
            u"convergence.judged"_s,
            {{u"conditions"_s,
              QJsonArray{QJsonObject{{u"name"_s, u"a fresh audit"_s}, {u"met"_s, true}, {u"detail"_s, u"0 filed"_s}},
                         QJsonObject{{u"name"_s, u"the gate"_s}, {u"met"_s, false}, {u"detail"_s, u"1 failed"_s}}}},
             {u"tree"_s, u"b"_s}},
            1));
        ExportRows model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows(ExportRows::of(run.state));
        QCOMPARE(dump(model),
                 QStringList({u"✓ met | a fresh audit | 0 filed"_s, u"● not met | the gate | 1 failed"_s,
                              u"● present | Findings that are left | F1"_s,
                              u"? undefended | Fixed, without a test that failed on the old code | F2"_s,
                              u"◆ open | Questions that you have not answered | P1"_s,
                              u"– declined | Findings that are deliberately not worked | F3"_s}));
        QJsonObject hunk{{u"path"_s, u"a.py"_s},
                         {u"hunk"_s, u"0123456789abcdef"_s},
                         {u"tree"_s, run.state.checkpoint().tree.text()},
                         {u"defence"_s, u"undefended"_s}};
        run.add(made(u"hunk.judged"_s, hunk));
        hunk[u"path"_s] = u"b.py"_s;
        hunk[u"defence"_s] = u"defended"_s;
        run.add(made(u"hunk.judged"_s, hunk));
        hunk[u"path"_s] = u"c.py"_s; // of another tree
        hunk[u"tree"_s] = QString(40, u'c');
        hunk[u"defence"_s] = u"undefended"_s;
        run.add(made(u"hunk.judged"_s, hunk));
        model.setRows(ExportRows::of(run.state));
        QCOMPARE(model.rowCount(), 7);
        QVERIFY2(
            dump(model).at(4).startsWith(u"? undefended | Hunks that nothing notices when they are missing | a.py"),
            qPrintable(dump(model).at(4)));
        QVERIFY(!dump(model).at(4).contains(u"c.py"));
        run.add(made(u"prompt.withdrawn"_s, {{u"id"_s, u"P1"_s}}, 1));
        model.setRows(ExportRows::of(run.state));
        QCOMPARE(model.rowCount(), 6);
    }

    void proofsKeepTheirWords()
    {
        ProofRows model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows({{1, {Proof::State::Proven, u"patch"_s, u"tree"_s}},
                       {2, {Proof::State::Refuted, u"gate"_s, u"1 failed"_s}},
                       {3, {Proof::State::CouldNot, u"F1"_s, u"no network"_s}}});
        QCOMPARE(model.index(1, ProofRows::State).data().toString(), u"refuted"_s);
        QCOMPARE(Meaning(model.index(2, ProofRows::State).data(MeaningRole).toInt()), Meaning::Unsure);
        QCOMPARE(model.index(0, ProofRows::Detail).data().toString(), u"tree"_s);
    }
};

QTEST_MAIN(TestExportRows)
#include "tst_exportrows.moc"
