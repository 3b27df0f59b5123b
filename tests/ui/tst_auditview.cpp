// The audit view: its rows from a state, and the view driven by keys and clicks.
#include "tests/ui/viewstage.h"
#include "ui/look/askform.h"
#include "ui/look/linesview.h"
#include "ui/look/problem.h"
#include "ui/models/findingsmodel.h"
#include "ui/views/auditrows.h"
#include "ui/views/auditview.h"
#include "ui/views/findingdetails.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTreeView>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

/// One audit: a finding that holds, one that does not, a flaky one, one refused by its control run.
void tellAudit(Story &story)
{
    story.create();
    story.configure({});
    story.iteration(1, u"audit"_s, Story::baseTree());
    story.claim(1, u"1.1"_s, u"Rows vanish"_s, u"high"_s, {u"C1"_s, u"C2"_s});
    story.claim(1, u"1.2"_s, u"Names are long"_s, u"low"_s, {u"C3"_s});
    story.claim(1, u"1.3"_s, u"Now and then"_s, u"medium"_s, {u"C4"_s});
    story.claim(1, u"1.4"_s, u"Elsewhere"_s, u"medium"_s, {u"C5"_s});
    const auto P = Answer::Present, A = Answer::Absent;
    story.proofs(1, u"C1"_s, ProofRole::Repro, Story::baseTree(), {P, P, P});
    story.proofs(1, u"C1"_s, ProofRole::Control, Story::baseTree(), {Answer::Inconclusive});
    story.proofs(1, u"C2"_s, ProofRole::Check, Story::baseTree(), {A, A, A});
    story.proofs(1, u"C3"_s, ProofRole::Repro, Story::baseTree(), {A, A, A});
    story.proofs(1, u"C4"_s, ProofRole::Repro, Story::baseTree(), {P, A, P});
    story.judge(1, u"F1"_s, u"1.1"_s, u"reproduced"_s, u"present in 3 of 3 runs"_s);
    story.judge(1, u"N1"_s, u"1.2"_s, u"not-reproduced"_s, u"absent in 3 of 3 runs"_s);
    story.judge(1, u"N2"_s, u"1.3"_s, u"flaky"_s, u"different answers: present, absent, present"_s);
    story.judge(1, u"N3"_s, u"1.4"_s, u"control-refused"_s, u"also present without the tree"_s);
    story.add(u"surface.recorded"_s,
              {{u"name"_s, u"INSERT"_s},
               {u"files"_s, QJsonArray{u"tally/insert.py"_s}},
               {u"swept"_s, true},
               {u"tree"_s, Story::baseTree().text()}},
              1);
    story.add(u"surface.recorded"_s, {{u"name"_s, u"CSV import"_s}, {u"files"_s, QJsonArray{u"tally/csv.py"_s}}}, 1);
    story.add(u"declined"_s, {{u"subject"_s, u"Rewrite the parser"_s}, {u"reason"_s, u"no defect shown"_s}}, 1,
              u"agent:A1"_s);
    story.verdict(1, u"findings filed"_s, u"1 filed, 3 not reproduced"_s);
}

void keep(Story &story, const QString &changed)
{
    story.iteration(2, u"task"_s, Story::baseTree(), u"T1"_s, 1);
    story.add(
        u"candidate.collected"_s,
        {{u"commit"_s, QString(40, u'c')},
         {u"tree"_s, Story::tree('a').text()},
         {u"files"_s,
          QJsonArray{QJsonObject{{u"path"_s, changed}, {u"change"_s, u"modified"_s}, {u"class"_s, u"product"_s}}}}},
        2);
    story.proofs(2, u"C1"_s, ProofRole::Acceptance, Story::tree('a'), {Answer::Absent, Answer::Absent, Answer::Absent});
    story.proofs(2, u"C1"_s, ProofRole::Standing, Story::tree('a'), {Answer::Absent});
    story.add(u"checkpoint.made"_s, {{u"commit"_s, QString(40, u'd')}, {u"tree"_s, Story::tree('a').text()}}, 2);
    story.judge(2, u"F1"_s, u"1.1"_s, u"fixed"_s, u"absent in 3 of 3 runs"_s);
    story.verdict(2, u"kept"_s, {});
}

template <class Widget>
Widget *named(QWidget &in, const QString &name)
{
    for (Widget *one : in.findChildren<Widget *>()) {
        if (one->accessibleName() == name)
            return one;
    }
    return nullptr;
}

QAction *command(const RunView &view, const QString &text)
{
    for (QAction *one : view.commands()) {
        if (one->text() == text)
            return one;
    }
    return nullptr;
}

} // namespace

class TstAuditView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyClaimStaysVisibleWithWhy();
    void whatWasFixedShowsItsAbsentRuns();
    void findingsStandBelowTheirRootCauses();
    void rowsStayThroughUpdates();
    void surfacesTellWhatIsSweptStaleAndNot();
    void everyRunOfAFindingIsListedNewestFirst();
    void filterAndOrder();
    void declineAsksForAReason();
    void anotherRootCauseIsAskedForWithTheKnownOnes();
    void thePastCannotBeTold();
    void theReproIsShownInInkAndItsRunsWithTheirOutput();
};

void TstAuditView::everyClaimStaysVisibleWithWhy()
{
    Story story;
    tellAudit(story);
    FindingsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(AuditRows::findings(story.state, false));
    QCOMPARE(dump(model),
             u"F1 | High | Rows vanish | reproduced | 3/3 present | arguments\n"
             "N1 | Low | Names are long | not reproduced | absent in 3 of 3 runs | arguments\n"
             "N2 | Medium | Now and then | flaky | different answers: present, absent, present | arguments\n"
             "N3 | Medium | Elsewhere | control refused | also present without the tree | arguments\n"_s);
    QVERIFY(!model.index(0, 0).data(QuietRole).toBool());
    QVERIFY(model.index(1, 0).data(QuietRole).toBool());
    QCOMPARE(model.index(0, FindingsModel::State).data(MeaningRole).toInt(), int(Meaning::Bad));
    QCOMPARE(model.index(2, FindingsModel::State).data(MeaningRole).toInt(), int(Meaning::Unsure));
}

void TstAuditView::whatWasFixedShowsItsAbsentRuns()
{
    Story story;
    tellAudit(story);
    keep(story, u"tally/other.py"_s);
    QCOMPARE(AuditRows::findings(story.state, false).first().value.evidence, u"3/3 absent · undefended"_s);
}

void TstAuditView::findingsStandBelowTheirRootCauses()
{
    Story story;
    tellAudit(story);
    story.add(u"finding.edited"_s, {{u"id"_s, u"N1"_s}, {u"cause"_s, u"naming"_s}}, 0, u"owner"_s);
    FindingsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(AuditRows::findings(story.state, true));
    const QStringList first = dump(model).split(u'\n');
    QVERIFY2(first.at(0).startsWith(u"arguments · 3 findings"_s), qPrintable(first.at(0)));
    QVERIFY(first.at(1).startsWith(u"  F1 | High"_s));
    QVERIFY(first.at(4).startsWith(u"naming · 1 finding"_s));
    QVERIFY(first.at(5).startsWith(u"  N1 | Low"_s));
}

void TstAuditView::rowsStayThroughUpdates()
{
    Story story;
    tellAudit(story);
    FindingsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(AuditRows::findings(story.state, true));
    const QPersistentModelIndex chosen = model.find([](const FindingRow &row) { return row.id == u"N2"_s; });
    QVERIFY(chosen.isValid());
    // Regrouped around it, and another one claimed.
    story.add(u"finding.edited"_s, {{u"id"_s, u"F1"_s}, {u"cause"_s, u"loss"_s}}, 0, u"owner"_s);
    story.claim(1, u"1.5"_s, u"Fifth"_s, u"high"_s, {u"C9"_s});
    model.setTree(AuditRows::findings(story.state, true));
    QVERIFY(chosen.isValid());
    QCOMPARE(model.row(chosen).id, u"N2"_s);
    QCOMPARE(model.rowCount(), 2);
    model.setTree({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!chosen.isValid());
}

void TstAuditView::surfacesTellWhatIsSweptStaleAndNot()
{
    Story story;
    tellAudit(story);
    const QString declined = u"Declined · 1\n  Rewrite the parser\n    no defect shown\n"_s;
    const QString unswept = u"Not swept · 1\n  CSV import\n    tally/csv.py\n"_s;
    SurfacesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(AuditRows::surfaces(story.state));
    QCOMPARE(dump(model), unswept + u"Swept · 1\n  INSERT\n    tally/insert.py\n"_s + declined);
    Story other = story;
    keep(story, u"tally/insert.py"_s);
    model.setTree(AuditRows::surfaces(story.state));
    QCOMPARE(dump(model), unswept + u"Stale · 1\n  INSERT\n    tally/insert.py\n"_s + declined);
    keep(other, u"tally/csv.py"_s); // another file: still as it was swept
    model.setTree(AuditRows::surfaces(other.state));
    QCOMPARE(dump(model), unswept + u"Swept · 1\n  INSERT\n    tally/insert.py\n"_s + declined);
}

void TstAuditView::everyRunOfAFindingIsListedNewestFirst()
{
    Story story;
    tellAudit(story);
    ProofRunsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(AuditRows::runs(story.state, {CheckId(u"C1"_s)}));
    QCOMPARE(dump(model),
             u"1 | C1 | control run | empty folder | 1/1 | inconclusive | exit -1 | 0.00 s\n"
             "1 | C1 | repro | base | 3/3 | present | exit -1 | 0.00 s\n"
             "1 | C1 | repro | base | 2/3 | present | exit -1 | 0.00 s\n"
             "1 | C1 | repro | base | 1/3 | present | exit -1 | 0.00 s\n"_s);
}

void TstAuditView::filterAndOrder()
{
    ViewStage stage;
    tellAudit(stage.story);
    QVERIFY(stage.open());
    AuditView view(stage.place());
    view.resize(1000, 700);
    view.show();
    auto *table = named<QTreeView>(view, u"Findings"_s);
    auto *filter = named<QLineEdit>(view, u"Filter findings"_s);
    QVERIFY(table && filter);
    QTRY_COMPARE(table->model()->rowCount(), 4);
    QCOMPARE(view.badge().text, u"1"_s);
    QTest::keyClicks(filter, u"FLAKY"_s);
    QCOMPARE(table->model()->rowCount(), 1);
    filter->clear();
    table->sortByColumn(FindingsModel::SeverityWord, Qt::DescendingOrder);
    QCOMPARE(table->model()->index(0, 0).data().toString(), u"N1"_s);
    QVERIFY(view.reveal(u"N3"_s));
    QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), u"N3"_s);
    QVERIFY(!view.reveal(u"F99"_s));
    auto *byCause = view.findChild<QCheckBox *>();
    QTest::mouseClick(byCause, Qt::LeftButton, {}, QPoint(8, byCause->height() / 2));
    QVERIFY(byCause->isChecked());
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(table->model()->rowCount(table->model()->index(0, 0)), 4);
    QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), u"N3"_s);
}

void TstAuditView::declineAsksForAReason()
{
    ViewStage stage;
    tellAudit(stage.story);
    QVERIFY(stage.open());
    AuditView view(stage.place());
    view.show();
    QTRY_VERIFY(view.reveal(u"F1"_s));
    QAction *decline = command(view, u"Decline…"_s);
    QVERIFY(decline->isEnabled());
    view.reveal(u"N1"_s);
    QVERIFY(!decline->isEnabled());
    QVERIFY(decline->toolTip().contains(u"not filed"_s));
    view.reveal(u"F1"_s);
    decline->trigger();
    auto *ask = view.findChild<AskForm *>();
    QVERIFY(ask->isVisible());
    QTest::keyClick(ask, Qt::Key_Return);
    QVERIFY(ask->isVisible()); // no reason, no decline
    QTest::keyClick(ask, Qt::Key_Escape);
    QVERIFY(!ask->isVisible());
    decline->trigger();
    auto *line = ask->findChild<QLineEdit *>();
    QTest::keyClicks(line, u"works as meant"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(stage.told(u"decline"_s), (QJsonObject{{u"finding"_s, u"F1"_s}, {u"reason"_s, u"works as meant"_s}}));
    auto *table = named<QTreeView>(view, u"Findings"_s);
    QTRY_COMPARE(table->model()->index(0, FindingsModel::State).data().toString(), u"declined"_s);
    QVERIFY(!decline->isEnabled());
}

void TstAuditView::anotherRootCauseIsAskedForWithTheKnownOnes()
{
    ViewStage stage;
    tellAudit(stage.story);
    QVERIFY(stage.open());
    AuditView view(stage.place());
    view.show();
    QTRY_VERIFY(view.reveal(u"N2"_s));
    command(view, u"Root cause…"_s)->trigger();
    auto *ask = view.findChild<AskForm *>();
    QCOMPARE(ask->text(), u"arguments"_s);
    QTest::keyClick(ask, Qt::Key_Return);
    QVERIFY(ask->isVisible()); // the one it has
    // What no root cause can be is said while it is written, by the engine's own rule.
    auto *line = ask->findChild<QComboBox *>()->lineEdit();
    const auto *problem = ask->findChild<Problem *>();
    line->selectAll();
    QTest::keyClicks(line, u"Time zones"_s);
    QVERIFY2(problem->text().contains(u"is no root cause"_s), qPrintable(problem->text()));
    QTest::keyClick(ask, Qt::Key_Return);
    QVERIFY(ask->isVisible());
    QVERIFY(ask->isAncestorOf(view.focusWidget())); // ready to be mended
    line->selectAll();
    QTest::keyClicks(line, u"timing"_s);
    QCOMPARE(problem->text(), QString());
    QTest::keyClick(ask, Qt::Key_Return);
    QCOMPARE(stage.told(u"cause"_s), (QJsonObject{{u"finding"_s, u"N2"_s}, {u"cause"_s, u"timing"_s}}));
}

void TstAuditView::thePastCannotBeTold()
{
    ViewStage stage;
    tellAudit(stage.story);
    QVERIFY(stage.open());
    AuditView view(stage.place());
    view.show();
    QTRY_VERIFY(view.reveal(u"F1"_s));
    stage.document().showAsOf(stage.story.state.lastSeq - 1);
    QTRY_VERIFY(!command(view, u"Decline…"_s)->isEnabled());
    QVERIFY(command(view, u"Decline…"_s)->toolTip().contains(u"back to now"_s));
    QVERIFY(!command(view, u"Root cause…"_s)->isEnabled());
    QVERIFY(command(view, u"Copy"_s)->isEnabled());
}

void TstAuditView::theReproIsShownInInkAndItsRunsWithTheirOutput()
{
    ViewStage stage;
    const auto file = stage.evidence().put("#!/usr/bin/env python3\n# a comment\nimport sys\n");
    const auto out = stage.evidence().put("REPRODUCED: 3 rows are gone\n");
    const auto err = stage.evidence().put("a warning\n");
    QVERIFY(file && out && err);
    stage.story.create();
    stage.story.iteration(1, u"audit"_s, Story::baseTree());
    stage.story.add(
        u"finding.claimed"_s,
        {{u"claim"_s, u"1.1"_s},
         {u"title"_s, u"Rows vanish"_s},
         {u"severity"_s, u"high"_s},
         {u"checks"_s,
          QJsonArray{QJsonObject{
              {u"id"_s, u"C1"_s}, {u"name"_s, u"rows"_s}, {u"file"_s, file->text()}, {u"file_name"_s, u"rows"_s}}}}},
        1);
    ProofFact fact{.subject = CheckId(u"C1"_s), .tree = Story::baseTree(), .answer = Answer::Present, .exitStatus = 1};
    fact.out = *out;
    fact.err = *err;
    stage.story.add(u"proof.run"_s, codec::toJson(fact), 1);
    stage.story.judge(1, u"F1"_s, u"1.1"_s, u"reproduced"_s, {});
    QVERIFY(stage.open());
    AuditView view(stage.place());
    view.resize(1000, 700);
    view.show();
    auto *details = view.findChild<FindingDetails *>();
    QTRY_COMPARE(details->source()->lines().count(), 3);
    const Lines &source = details->source()->lines();
    QCOMPARE(source.inks.size(), 3);
    QVERIFY(std::ranges::any_of(source.inks.at(1), [](const InkSpan &span) { return span.ink == CodeInk::Comment; }));
    details->tabs()->setCurrentIndex(1);
    QTRY_VERIFY(details->output()->lines().bytes.contains("3 rows are gone"));
    QVERIFY(details->output()->lines().bytes.contains("a warning"));
    QCOMPARE(details->output()->lines().shown(0), u"Standard output"_s);
    // A run leads to its entry.
    QSignalSpy asked(&view, &RunView::asked);
    details->runs()->setFocus();
    QTest::keyClick(details->runs(), Qt::Key_Return);
    QTRY_COMPARE(asked.size(), 1);
    QCOMPARE(asked.first().at(0).toString(), u"journal"_s);
}

QTEST_MAIN(TstAuditView)
#include "tst_auditview.moc"
