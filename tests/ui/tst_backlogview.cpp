// The backlog view: its rows, its rules by tables, and the view driven by keys and drops.
#include "tests/ui/backlogstory.h"
#include "ui/look/askform.h"
#include "ui/views/backlogdelegate.h"
#include "ui/views/backlogrows.h"
#include "ui/views/backlogview.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTreeView>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

QString asText(const QList<RankChange> &changes)
{
    QStringList texts;
    for (const RankChange &change : changes)
        texts.append(u"%1=%2"_s.arg(change.task.text()).arg(change.rank));
    return texts.join(u' ');
}

QString order(const RunState &state)
{
    QStringList ids;
    for (const TaskId &id : orderBacklog(state.tasks, state.findings))
        ids.append(id.text());
    return ids.join(u' ');
}

QAction *command(const RunView &view, const QString &text)
{
    for (QAction *one : view.commands()) {
        if (one->text().startsWith(text))
            return one;
    }
    return nullptr;
}

} // namespace

class TstBacklogView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tasksStandBelowTheirRootCausesInWorkingOrder();
    void rowsStayWhenTheOrderChanges();
    void thirdPipIsMarked();
    void whySaysWhatSupersededAndWhatIsWaitedFor();
    void ranks_data();
    void ranks();
    void ranksMakeTheOrderThatWasAskedFor();
    void whatCannotBeDoneSaysWhy_data();
    void whatCannotBeDoneSaysWhy();
    void altUpGivesRanks();
    void dropWithinASeverityAsksForTheMove();
    void parkAsksForAReasonAndUnparkDoesNot();
    void mergeOffersTheOtherCauses();
    void ownEditIsSubmittedForTheChosenTask();
    void beforeTheFirstAuditTheViewSaysWhatComes();
};

void TstBacklogView::tasksStandBelowTheirRootCausesInWorkingOrder()
{
    Story story;
    tellBacklog(story);
    BacklogModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(BacklogRows::tree(story.state));
    const QString superseded = u"superseded by S1: three findings share this root cause"_s;
    QCOMPARE(dump(model),
             u"quoting · 3 strikes\n"
             "  S1 | 1 | One fix for what 3 findings share | High | structural | open | 0/3 | F1, F2, F3\n"
             "  T1 |  | Defect 1 | High | spot | superseded | 0/3 | F1 | %1\n"
             "  T2 |  | Defect 2 | High | spot | superseded | 0/3 | F2 | %1\n"
             "  T3 |  | Defect 3 | High | spot | superseded | 0/3 | F3 | %1\n"
             "limits · 2 strikes\n"
             "  T6 | 2 | Defect 6 | Medium | spot | open | 0/3 | F6\n"
             "  T7 |  | Defect 7 | Low | spot | parked | 0/3 | F7 | parked by you: not now\n"
             "dates · 1 strike\n"
             "  T4 | 3 | Defect 4 | Medium | spot | open | 0/3 | F4\n"
             "sizes · 1 strike\n"
             "  T5 | 4 | Defect 5 | Medium | spot | open | 0/3 | F5\n"_s.arg(superseded));
    const QModelIndex cause = model.index(0, 0);
    QCOMPARE(cause.data(StrikesRole).toInt(), 3);
    QVERIFY(model.index(1, 0, cause).data(QuietRole).toBool());
}

void TstBacklogView::rowsStayWhenTheOrderChanges()
{
    Story story;
    tellBacklog(story);
    BacklogModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(BacklogRows::tree(story.state));
    const QPersistentModelIndex chosen = model.find([](const BacklogRow &row) { return row.id == u"T5"_s; });
    story.add(u"task.moved"_s, {{u"id"_s, u"T5"_s}, {u"rank"_s, 1}}, 0, u"owner"_s);
    model.setTree(BacklogRows::tree(story.state));
    QVERIFY(chosen.isValid());
    QCOMPARE(model.row(chosen).id, u"T5"_s);
    QCOMPARE(model.row(chosen).place, 2);
    QCOMPARE(chosen.parent().row(), 1);
    // A cause that goes takes its rows along; the others stay.
    story.add(u"cause.merged"_s, {{u"from"_s, u"dates"_s}, {u"to"_s, u"limits"_s}}, 0, u"owner"_s);
    model.setTree(BacklogRows::tree(story.state));
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(chosen.isValid());
}

void TstBacklogView::thirdPipIsMarked()
{
    QCOMPARE(Pips{2}.shown(), 2);
    QVERIFY(!Pips::isMarked(1));
    QVERIFY(Pips::isMarked(2));
    QVERIFY(!Pips::isMarked(3));
    QCOMPARE(Pips{3}.left(2), 24);
    QCOMPARE(Pips{1000}.shown(), Pips::most);
    QCOMPARE(Pips{1000}.more(), 1000 - Pips::most);
}

void TstBacklogView::whySaysWhatSupersededAndWhatIsWaitedFor()
{
    Story story;
    tellBacklog(story);
    story.add(u"prompt.filed"_s, codec::toJson(Prompt{.id = PromptId(u"P1"_s), .title = u"Which dates?"_s}));
    story.add(u"task.moved"_s,
              {{u"id"_s, u"T4"_s}, {u"state"_s, u"blocked"_s}, {u"blocked_by"_s, QJsonArray{u"P1"_s}}});
    const QList<Fact> facts = BacklogRows::facts(story.state, *story.state.task(TaskId(u"T4"_s)), true);
    QCOMPARE(facts.first().text, u"waits for your answer: P1 Which dates?"_s);
    const auto waits = std::ranges::find(facts, u"Waits for"_s, &Fact::name);
    QCOMPARE(waits->links.first(), (FactLink{u"P1 Which dates?"_s, u"decisions"_s, u"P1"_s}));
    const QList<Fact> structural = BacklogRows::facts(story.state, *story.state.task(TaskId(u"S1"_s)), true);
    const auto supersedes = std::ranges::find(structural, u"Supersedes"_s, &Fact::name);
    QCOMPARE(supersedes->links.size(), 3);
    const QList<Fact> strikes = BacklogRows::causeFacts(story.state, u"quoting"_s);
    QCOMPARE(strikes.last().links.size(), 3);
    QVERIFY(strikes.last().links.at(2).text.startsWith(u"third"_s));
}

void TstBacklogView::ranks_data()
{
    // The rule alone gives T6 (two findings share its cause), then T4, T5.
    QTest::addColumn<QString>("before"); // ranks given already
    QTest::addColumn<QString>("task");
    QTest::addColumn<QString>("neighbour");
    QTest::addColumn<bool>("after");
    QTest::addColumn<QString>("changes");
    QTest::newRow("the last to the front takes one rank") << u""_s << u"T5"_s << u"T6"_s << false << u"T5=1"_s;
    QTest::newRow("the last to the middle") << u""_s << u"T5"_s << u"T4"_s << false << u"T6=1 T5=2"_s;
    QTest::newRow("the first to the end") << u""_s << u"T6"_s << u"T5"_s << true << u"T4=1 T5=2"_s;
    QTest::newRow("where it stands") << u""_s << u"T4"_s << u"T6"_s << true << u""_s;
    QTest::newRow("back to the rule takes ranks away") << u"T5=1"_s << u"T5"_s << u"T4"_s << true << u"T5=0"_s;
    QTest::newRow("onto another severity") << u""_s << u"T5"_s << u"S1"_s << false << u""_s;
    QTest::newRow("onto itself") << u""_s << u"T5"_s << u"T5"_s << true << u""_s;
    QTest::newRow("a parked one") << u""_s << u"T7"_s << u"T6"_s << true << u""_s;
    QTest::newRow("one that is not there") << u""_s << u"T99"_s << u"T6"_s << true << u""_s;
}

void TstBacklogView::ranks()
{
    QFETCH(const QString, before);
    QFETCH(const QString, task);
    QFETCH(const QString, neighbour);
    QFETCH(const bool, after);
    Story story;
    tellBacklog(story);
    for (const QString &given : before.split(u' ', Qt::SkipEmptyParts))
        story.add(u"task.moved"_s, {{u"id"_s, given.section(u'=', 0, 0)}, {u"rank"_s, given.section(u'=', 1).toInt()}});
    QTEST(asText(BacklogRows::ranksFor(story.state, {TaskId(task), TaskId(neighbour), after})), "changes");
}

void TstBacklogView::ranksMakeTheOrderThatWasAskedFor()
{
    // Every move of every task onto every other one, from several orders: what the rule then says is what was wanted.
    Story story;
    tellBacklog(story);
    for (int round = 0; round < 3; ++round) {
        const QStringList ids = order(story.state).split(u' ').mid(1); // without S1, which is High
        for (const QString &task : ids) {
            for (const QString &neighbour : ids) {
                for (const bool after : {false, true}) {
                    if (task == neighbour)
                        continue;
                    Story moved = story;
                    for (const RankChange &change :
                         BacklogRows::ranksFor(story.state, {TaskId(task), TaskId(neighbour), after}))
                        moved.add(u"task.moved"_s, {{u"id"_s, change.task.text()}, {u"rank"_s, change.rank}});
                    QStringList wanted = ids;
                    wanted.removeOne(task);
                    wanted.insert(wanted.indexOf(neighbour) + (after ? 1 : 0), task);
                    QCOMPARE(order(moved.state), u"S1 "_s + wanted.join(u' '));
                }
            }
        }
        for (const RankChange &change :
             BacklogRows::ranksFor(story.state, {TaskId(ids.last()), TaskId(ids.first()), false}))
            story.add(u"task.moved"_s, {{u"id"_s, change.task.text()}, {u"rank"_s, change.rank}});
    }
}

void TstBacklogView::whatCannotBeDoneSaysWhy_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("task");
    QTest::addColumn<QString>("situation"); // "", past, running, submitted, converged
    QTest::addColumn<QString>("why"); // a piece of it; empty: it can be done
    const auto row = [](const char *what, const char *task, const char *situation, const char *why) {
        QTest::addRow("%s %s %s", what, task, situation) << QString::fromLatin1(what) << QString::fromLatin1(task)
                                                         << QString::fromLatin1(situation) << QString::fromLatin1(why);
    };
    row("park", "T4", "", "");
    row("park", "T4", "past", "go back to now");
    row("park", "T4", "running", "works on it");
    row("park", "T5", "running", "");
    row("park", "T7", "", "It is parked");
    row("park", "T1", "", "It is superseded");
    row("park", "", "", "Choose a task");
    row("unpark", "T7", "", "");
    row("unpark", "T4", "", "It is open, not parked");
    row("unpark", "T7", "past", "go back to now");
    row("up", "T4", "", "");
    row("up", "T6", "", "first of its severity");
    row("down", "T5", "", "last of its severity");
    row("down", "T1", "", "not waiting to be worked");
    row("up", "T4", "past", "go back to now");
    row("submit", "T4", "", "");
    row("submit", "T7", "", "");
    row("submit", "T1", "", "It is superseded");
    row("submit", "T5", "running", "under way");
    row("submit", "T5", "cut off", "or rewind first");
    row("submit", "T5", "submitted", "waits to be verified already");
    row("submit", "T5", "converged", "converged");
    row("submit", "T5", "past", "go back to now");
    row("merge", "quoting", "", "");
    row("merge", "", "", "name no root cause");
    row("merge", "quoting", "past", "go back to now");
}

void TstBacklogView::whatCannotBeDoneSaysWhy()
{
    QFETCH(const QString, what);
    QFETCH(const QString, task);
    QFETCH(const QString, situation);
    QFETCH(const QString, why);
    Story story;
    tellBacklog(story);
    if (situation == "running"_L1 || situation == "cut off"_L1)
        story.iteration(2, u"task"_s, Story::baseTree(), u"T4"_s, 1);
    if (situation == "submitted"_L1)
        story.add(u"command.received"_s,
                  {{u"id"_s, u"x"_s}, {u"verb"_s, u"submit"_s}, {u"args"_s, QJsonObject{{u"task"_s, u"T4"_s}}}});
    if (situation == "converged"_L1)
        story.add(u"run.ended"_s, {{u"outcome"_s, u"converged"_s}});
    const bool past = situation == "past"_L1;
    const RunState &state = story.state;
    const Task *chosen = state.task(TaskId(task));
    const QString seen = what == "park"_L1 ? BacklogRows::whyNotPark(state, chosen, past)
        : what == "unpark"_L1              ? BacklogRows::whyNotUnpark(chosen, past)
        : what == "up"_L1                  ? BacklogRows::whyNotStep(state, chosen, -1, past)
        : what == "down"_L1                ? BacklogRows::whyNotStep(state, chosen, +1, past)
        : what == "submit"_L1              ? BacklogRows::whyNotSubmit(state, chosen, situation == "running"_L1, past)
                                           : BacklogRows::whyNotMerge(state, &task, past);
    if (why.isEmpty())
        QCOMPARE(seen, QString());
    else
        QVERIFY2(seen.contains(why), qPrintable(seen));
}

void TstBacklogView::altUpGivesRanks()
{
    ViewStage stage;
    tellBacklog(stage.story);
    QVERIFY(stage.open());
    BacklogView view(stage.place());
    view.resize(1000, 700);
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    QTRY_VERIFY(view.reveal(u"T5"_s));
    QCOMPARE(view.badge().text, u"4"_s);
    auto *tree = view.findChild<QTreeView *>();
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Up, Qt::AltModifier);
    // Two ranks are needed, T6=1 and T5=2: both arrive, and the tree follows with T5 still chosen.
    QTRY_COMPARE(stage.document().now().task(TaskId(u"T5"_s))->ownerRank, 2);
    QTRY_COMPARE(stage.document().now().task(TaskId(u"T6"_s))->ownerRank, 1);
    QTRY_COMPARE(tree->currentIndex().siblingAtColumn(BacklogModel::Place).data().toString(), u"3"_s);
    QCOMPARE(tree->currentIndex().siblingAtColumn(0).data().toString(), u"T5"_s);
}

void TstBacklogView::dropWithinASeverityAsksForTheMove()
{
    Story story;
    tellBacklog(story);
    BacklogModel model;
    model.setTree(BacklogRows::tree(story.state));
    QSignalSpy asked(&model, &BacklogModel::moveAsked);
    const auto at = [&](const QString &id) { return model.find([&](const BacklogRow &row) { return row.id == id; }); };
    const std::unique_ptr<QMimeData> dragged(model.mimeData({at(u"T5"_s)}));
    QVERIFY(dragged);
    QVERIFY(model.flags(at(u"T5"_s)) & Qt::ItemIsDragEnabled);
    QVERIFY(!(model.flags(at(u"T7"_s)) & Qt::ItemIsDragEnabled)); // parked: no place in the order
    QVERIFY(!model.canDropMimeData(dragged.get(), Qt::MoveAction, -1, -1, at(u"S1"_s))); // another severity
    QVERIFY(!model.canDropMimeData(dragged.get(), Qt::MoveAction, -1, -1, at(u"quoting"_s)));
    QVERIFY(model.canDropMimeData(dragged.get(), Qt::MoveAction, -1, -1, at(u"T6"_s)));
    QVERIFY(!model.dropMimeData(dragged.get(), Qt::MoveAction, -1, -1, at(u"T6"_s))); // nothing moves by itself
    QCOMPARE(asked.takeFirst(), (QVariantList{u"T5"_s, u"T6"_s, false}));
    model.dropMimeData(dragged.get(), Qt::MoveAction, 1, 0, at(u"T6"_s).parent()); // between T6 and T7
    QCOMPARE(asked.takeFirst(), (QVariantList{u"T5"_s, u"T6"_s, true}));
    model.setMovable(false);
    QVERIFY(!model.canDropMimeData(dragged.get(), Qt::MoveAction, -1, -1, at(u"T6"_s)));
}

void TstBacklogView::parkAsksForAReasonAndUnparkDoesNot()
{
    ViewStage stage;
    tellBacklog(stage.story);
    QVERIFY(stage.open());
    BacklogView view(stage.place());
    view.show();
    QTRY_VERIFY(view.reveal(u"T4"_s));
    command(view, u"Park"_s)->trigger();
    auto *ask = view.findChild<AskForm *>();
    QTest::keyClick(ask, Qt::Key_Return);
    QVERIFY(ask->isVisible());
    QTest::keyClicks(ask->findChild<QLineEdit *>(), u"later"_s);
    QTest::keyClick(ask, Qt::Key_Return);
    QCOMPARE(stage.told(u"park"_s), (QJsonObject{{u"task"_s, u"T4"_s}, {u"reason"_s, u"later"_s}}));
    QTRY_VERIFY(command(view, u"Unpark"_s)->isEnabled());
    QVERIFY(!command(view, u"Park"_s)->isEnabled());
    command(view, u"Unpark"_s)->trigger();
    QCOMPARE(stage.told(u"unpark"_s), (QJsonObject{{u"task"_s, u"T4"_s}}));
    QTRY_COMPARE(stage.document().now().task(TaskId(u"T4"_s))->state, TaskState::Open);
}

void TstBacklogView::mergeOffersTheOtherCauses()
{
    ViewStage stage;
    tellBacklog(stage.story);
    QVERIFY(stage.open());
    BacklogView view(stage.place());
    view.show();
    QTRY_VERIFY(view.reveal(u"T4"_s));
    QAction *merge = command(view, u"Merge"_s);
    QVERIFY(!merge->isEnabled());
    auto *tree = view.findChild<QTreeView *>();
    tree->setCurrentIndex(tree->currentIndex().parent());
    QVERIFY(merge->isEnabled());
    merge->trigger();
    auto *ask = view.findChild<AskForm *>();
    QCOMPARE(ask->text(), u"limits"_s);
    QTest::keyClick(ask, Qt::Key_Return);
    QCOMPARE(stage.told(u"merge"_s), (QJsonObject{{u"from"_s, u"dates"_s}, {u"to"_s, u"limits"_s}}));
}

void TstBacklogView::ownEditIsSubmittedForTheChosenTask()
{
    ViewStage stage;
    tellBacklog(stage.story);
    QVERIFY(stage.open());
    BacklogView view(stage.place());
    view.show();
    QTRY_VERIFY(view.reveal(u"T6"_s));
    command(view, u"Copy path"_s)->trigger();
    QCOMPARE(QApplication::clipboard()->text(), stage.folder().clone());
    QAction *submit = command(view, u"Submit"_s);
    QCOMPARE(submit->text(), u"Submit my edit for T6"_s);
    submit->trigger();
    QCOMPARE(stage.told(u"submit"_s), (QJsonObject{{u"task"_s, u"T6"_s}}));
    QTRY_VERIFY(!submit->isEnabled());
    QVERIFY(submit->toolTip().contains(u"already"_s));
}

void TstBacklogView::beforeTheFirstAuditTheViewSaysWhatComes()
{
    ViewStage stage;
    stage.story.create();
    QVERIFY(stage.open());
    BacklogView view(stage.place());
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(!view.findChild<QTreeView *>()->isVisible());
    QCOMPARE(view.badge().text, QString());
    QVERIFY(!view.reveal(u"T1"_s));
}

QTEST_MAIN(TstBacklogView)
#include "tst_backlogview.moc"
