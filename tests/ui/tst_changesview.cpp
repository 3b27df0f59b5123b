// The changes view: what there is to compare, its files, and the view driven by keys.
#include "tests/ui/reviewstage.h"
#include "ui/look/linesview.h"
#include "ui/look/problem.h"
#include "ui/models/changedfilesmodel.h"
#include "ui/views/changesrows.h"
#include "ui/views/filerows.h"
#include "ui/views/linewhy.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTreeView>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

class TstChangesView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesAreShownWithoutHidingAnything_data();
    void linesAreShownWithoutHidingAnything();
    void geometryPlacesLines();
    void selectedLinesAreCopied();
    void linesAreExposedToAccessibility();
    void comparisonsAreNowThenCheckpointsThenAttempts();
    void interruptedAttemptIsKnownByWhatWasSaved();
    void filesHaveTheirClassAndCounts();
    void rejectedAttemptIsRevealed();
    void whatIsCurrentIsFollowedUntilTheOwnerChooses();
    void taskIsRevealedByWhatWasKeptOfIt();
    void endIsComparedWithAnotherBegin();
    void keysWalkHunksAndFilesAndFindText();
    void filesAreFiltered();
    void lostTreeIsSaid();
    void whyALineIsThereIsTold();
};

void TstChangesView::linesAreShownWithoutHidingAnything_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("shown");
    QTest::newRow("tabs to the next stop") << QByteArray("a\tb\t\tc") << u"a   b       c"_s;
    QTest::newRow("carriage return") << QByteArray("a\r") << u"a\\x0d"_s;
    QTest::newRow("right-to-left override") << QByteArray("a\xe2\x80\xae"
                                                          "b")
                                            << u"a\\u202eb"_s;
    QTest::newRow("not UTF-8") << QByteArray("a\xff"
                                             "b")
                               << u"a\\xffb"_s;
    QTest::newRow("empty") << QByteArray("\n") << QString();
    QTest::newRow("long") << QByteArray(6000, 'x') << QString(5000, u'x') + u"… (1,000 bytes more)"_s;
}

void TstChangesView::linesAreShownWithoutHidingAnything()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(QString, shown);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QCOMPARE(Lines::of(bytes).shown(0), shown);
}

void TstChangesView::geometryPlacesLines()
{
    const LinesGeometry geometry{
        .rowHeight = 18, .charWidth = 8, .numbers = true, .digits = 4, .first = 100, .scrolled = 30};
    QCOMPARE(geometry.top(100), 0);
    QCOMPARE(geometry.top(102), 36);
    QCOMPARE(geometry.lineAt(0), 100);
    QCOMPARE(geometry.lineAt(17), 100);
    QCOMPARE(geometry.lineAt(18), 101);
    QCOMPARE(geometry.lineAt(-1), 99);
    QCOMPARE(geometry.lineAt(-18), 99);
    QCOMPARE(geometry.numberWidth(), 40);
    QCOMPARE(geometry.textClip(), 44);
    QCOMPARE(geometry.textLeft(), 14);
    QCOMPARE(geometry.fullRows(35), 1);
    QCOMPARE(geometry.fullRows(0), 1);
}

void TstChangesView::selectedLinesAreCopied()
{
    LinesView view;
    view.resize(600, 300);
    view.show(std::make_shared<const Lines>(Lines::of("one\n\ttwo\nthree")));
    static_cast<QWidget &>(view).show();
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keySequence(&view, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), u"one\n\ttwo\n"_s);
    QTest::keySequence(&view, QKeySequence::SelectAll);
    QCOMPARE(view.selection(), "one\n\ttwo\nthree\n");
}

void TstChangesView::linesAreExposedToAccessibility()
{
    LinesView view;
    view.resize(600, 300);
    view.show(std::make_shared<const Lines>(Lines::of("one\n\ttwo\nthree")));
    static_cast<QWidget &>(view).show();
    QAccessibleInterface *list = QAccessible::queryAccessibleInterface(&view);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), 3);
    QCOMPARE(list->child(1)->text(QAccessible::Name), u"    two"_s);
    QCOMPARE(list->child(1)->parent(), list);
    QCOMPARE(list->indexOfChild(list->child(1)), 1);
    QVERIFY(!list->child(0)->state().offscreen);
    const QRect second = list->child(1)->rect();
    QCOMPARE(list->childAt(second.center().x(), second.center().y()), list->child(1));
    QAccessibleInterface *last = list->child(2);
    view.show(nullptr);
    QVERIFY(!last->isValid());
    QCOMPARE(list->childCount(), 0);
}

void TstChangesView::comparisonsAreNowThenCheckpointsThenAttempts()
{
    Story story;
    QVERIFY(ChangesRows::comparisons(story.state, true).isEmpty());
    story.create();
    QCOMPARE(ChangesRows::first(ChangesRows::comparisons(story.state, true)), nullptr);
    attempt(story, 1, Story::tree('a'), false);
    QList<Comparison> list = ChangesRows::comparisons(story.state, true);
    QCOMPARE(ChangesRows::first(list)->key, u"attempt 1"_s); // nothing is kept: what was tried
    attempt(story, 2, Story::tree('e'), true);
    list = ChangesRows::comparisons(story.state, true);
    QStringList titles;
    for (const Comparison &one : list)
        titles.append(one.key + u": "_s + one.title);
    QCOMPARE(titles,
             (QStringList{u"now: Base and now (checkpoint 1)"_s, u"checkpoint 1: Checkpoint 1 · T1 · Rows stay"_s,
                          u"attempt 2: Iteration 2 · T1, attempt 2 · kept"_s,
                          u"attempt 1: Iteration 1 · T1 · rolled back"_s}));
    QCOMPARE(ChangesRows::first(list)->key, u"now"_s);
    QCOMPARE(list.at(1).to, Story::tree('e'));
    QCOMPARE(list.at(1).task, TaskId(u"T1"_s));
    QCOMPARE(list.at(3).from, Story::baseTree());
    QCOMPARE(list.at(3).to, Story::tree('a'));
    const QList<ChangesRows::Begin> begins = ChangesRows::begins(story.state);
    QCOMPARE(begins.size(), 3);
    QVERIFY(begins.at(0).tree.isNull());
    QCOMPARE(begins.at(1).tree, Story::baseTree());
    QCOMPARE(begins.at(2).title, u"from checkpoint 1"_s);
    QCOMPARE(begins.at(2).tree, Story::tree('e'));
}

void TstChangesView::interruptedAttemptIsKnownByWhatWasSaved()
{
    Story story;
    story.create();
    story.iteration(1, u"task"_s, Story::baseTree(), u"T1"_s, 1);
    story.add(u"rolled.back"_s, {{u"salvage"_s, QString(40, u'5')}, {u"step"_s, u"session"_s}}, 1);
    story.verdict(1, u"interrupted"_s, {}, false);
    const QList<Comparison> list = ChangesRows::comparisons(story.state, true);
    QCOMPARE(list.last().key, u"attempt 1"_s);
    QCOMPARE(list.last().to, ObjectId(QByteArray(40, '5')));
}

void TstChangesView::filesHaveTheirClassAndCounts()
{
    Story story;
    story.create();
    const auto file = [](diff::FileStatus status, const QByteArray &before, const QByteArray &after) {
        diff::FileChange change{.status = status, .before = {}, .after = {}, .similarity = 90};
        if (!before.isEmpty())
            change.before = {RepoPath(before), 0100644, ObjectId(QByteArray(40, '1'))};
        if (!after.isEmpty())
            change.after = {RepoPath(after), 0100644, ObjectId(QByteArray(40, '2'))};
        return change;
    };
    const diff::FileChange sensitive = file(diff::FileStatus::Modified, "src/a.py", "src/a.py");
    const diff::FileChange added = file(diff::FileStatus::Added, {}, "t/\xc3\xa4.py");
    const diff::FileChange renamed = file(diff::FileStatus::Renamed, "old", "run");
    const diff::FileChange picture = file(diff::FileStatus::Deleted, "x.png", {});
    DiffDocument document;
    document.setFiles({sensitive, added, renamed, picture});
    const auto read = [&](int section, const QByteArray &before, const QByteArray &after) {
        ReadFile made;
        made.diff = diff::FileDiff::between(document.section(section).change(), before, after);
        document.edit(section).take(made, diff::Layout::Unified);
    };
    read(0, "a\nb\n", "a\nc\nd\ne\n");
    read(1, {}, "1\n2\n");
    read(3, QByteArray("\0", 1), {});
    Comparison comparison{.files = {{RepoPath("src/a.py"), PathChange::Modified, PathClass::Sensitive}}};
    ChangedFilesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const FileRows::Known classes{.classOf = ChangesRows::classes(comparison, story.state), .lapsed = {}};
    model.setTree(asTree(FileRows::files(document, classes, {})));
    QCOMPARE(dump(model),
             u"src |  |  | 3 | 1\n"
             "  a.py | ± | sensitive | 3 | 1\n"
             "t |  |  | 2 | 0\n"
             "  ä.py | + | product | 2 | 0\n"
             "old → run | → | product\n" // not read yet
             "x.png | − | product | binary\n"_s);
    const QModelIndex src = model.index(0, 0);
    QCOMPARE(model.index(0, ChangedFilesModel::Kind, src).data(MeaningRole).toInt(), int(Meaning::Unsure));
    QVERIFY(!model.index(2, ChangedFilesModel::Kind).data(MeaningRole).isValid());
    QCOMPARE(model.index(2, ChangedFilesModel::Change).data(Qt::AccessibleTextRole).toString(),
             u"renamed, 90 % the same"_s);
    QCOMPARE(FileRows::summary(document), u"4 files, +5 −1"_s);
    model.setTree(asTree(FileRows::files(document, classes, u"RUN"_s)));
    QCOMPARE(dump(model), u"old → run | → | product\n"_s);
}

void TstChangesView::rejectedAttemptIsRevealed()
{
    Stage stage;
    attempt(stage.story, 1, stage.with({{"b.py", "rejected\n"}}, stage.base), false);
    attempt(stage.story, 2, stage.with({{"b.py", "newest\n"}}, stage.base), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.resize(1000, 600);
    view.show();
    QTRY_VERIFY(rowsOf(view).contains(u"added: newest"_s)); // nothing is kept: what was tried last
    QVERIFY(view.reveal(u"1"_s));
    QTRY_VERIFY(rowsOf(view).contains(u"added: rejected"_s));
    QCOMPARE(view.findChild<QTreeView *>()->model()->rowCount(), 1);
    QVERIFY(!view.reveal(u"77"_s));
    // What is chosen stays while the run goes on.
    attempt(stage.story, 3, stage.base, false);
    QVERIFY(stage.goOn());
    auto *choice = view.findChild<QComboBox *>();
    QTRY_VERIFY(choice->findData(u"attempt 3"_s) >= 0);
    QCOMPARE(choice->currentData().toString(), u"attempt 1"_s);
}

void TstChangesView::whatIsCurrentIsFollowedUntilTheOwnerChooses()
{
    Stage stage;
    attempt(stage.story, 1, stage.with({{"b.py", "rejected\n"}}, stage.base), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.resize(1000, 600);
    view.show();
    auto *choice = view.findChild<QComboBox *>();
    QTRY_COMPARE(choice->currentData().toString(), u"attempt 1"_s); // nothing is kept: what was tried last
    attempt(stage.story, 2, stage.with({{"b.py", "newest\n"}}, stage.base), false);
    QVERIFY(stage.goOn());
    QTRY_COMPARE(choice->currentData().toString(), u"attempt 2"_s);
    attempt(stage.story, 3, stage.with({{"b.py", "kept\n"}}, stage.base), true);
    QVERIFY(stage.goOn());
    QTRY_COMPARE(choice->currentData().toString(), u"now"_s);
    QTRY_VERIFY(rowsOf(view).contains(u"added: kept"_s));
    // What the owner chose stays.
    choice->setCurrentIndex(choice->findData(u"attempt 2"_s));
    Q_EMIT choice->activated(choice->currentIndex());
    QTRY_VERIFY(rowsOf(view).contains(u"added: newest"_s));
    attempt(stage.story, 4, stage.with({{"b.py", "more\n"}}, stage.base), true);
    QVERIFY(stage.goOn());
    QTRY_VERIFY(choice->findData(u"attempt 4"_s) >= 0);
    QCOMPARE(choice->currentData().toString(), u"attempt 2"_s);
}

void TstChangesView::taskIsRevealedByWhatWasKeptOfIt()
{
    Stage stage;
    attempt(stage.story, 1, stage.with({{"b.py", "rejected\n"}}, stage.base), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.show();
    auto *choice = view.findChild<QComboBox *>();
    QTRY_VERIFY(choice->count() > 0);
    QVERIFY(view.reveal(u"T1"_s));
    QCOMPARE(choice->currentData().toString(), u"attempt 1"_s);
    attempt(stage.story, 2, stage.with({{"b.py", "kept\n"}}, stage.base), true);
    QVERIFY(stage.goOn());
    QTRY_VERIFY(choice->findData(u"checkpoint 1"_s) >= 0);
    QVERIFY(view.reveal(u"T1"_s));
    QCOMPARE(choice->currentData().toString(), u"checkpoint 1"_s);
    QVERIFY(!view.reveal(u"T9"_s));
}

void TstChangesView::endIsComparedWithAnotherBegin()
{
    Stage stage;
    const ObjectId first = stage.with({{"b.py", "kept\n"}}, stage.base);
    attempt(stage.story, 1, first, true);
    attempt(stage.story, 2, stage.with({{"c.py", "tried\n"}}, first), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.show();
    QTRY_VERIFY(rowsOf(view).contains(u"added: kept"_s));
    QVERIFY(view.reveal(u"2"_s));
    QTRY_COMPARE(rowsOf(view), (QStringList{u"File c.py: added"_s, u"added: tried"_s}));
    QComboBox *begin = view.findChildren<QComboBox *>().at(1);
    begin->setCurrentIndex(begin->findText(u"from base"_s));
    Q_EMIT begin->activated(begin->currentIndex());
    QTRY_COMPARE(rowsOf(view),
                 (QStringList{u"File b.py: modified"_s, u"removed: one"_s, u"added: kept"_s, u"File c.py: added"_s,
                              u"added: tried"_s}));
}

void TstChangesView::keysWalkHunksAndFilesAndFindText()
{
    Stage stage;
    QByteArray more = Stage::numbered();
    more.replace("line 5\n", "five\n").replace("line 50\n", "fifty\n");
    attempt(stage.story, 1, stage.with({{"a.py", more}, {"b.py", "two\n"}, {"c.py", "Needle\n"}}, stage.base), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.resize(1200, 600);
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    DiffView *change = view.pane()->view();
    QTRY_VERIFY(rowsOf(view).contains(u"added: Needle"_s));
    change->setFocus();
    const auto said = [&] { return change->rowText(change->currentRow()); };
    QTest::keyClick(change, Qt::Key_N);
    QCOMPARE(said(), u"removed: line 5"_s);
    QTest::keyClick(change, Qt::Key_N);
    QCOMPARE(said(), u"removed: line 50"_s);
    QTest::keyClick(change, Qt::Key_P);
    QCOMPARE(said(), u"removed: line 5"_s);
    QTest::keyClick(change, Qt::Key_BracketRight);
    QCOMPARE(said(), u"File b.py: modified"_s);
    auto *files = view.findChild<QTreeView *>();
    QCOMPARE(files->currentIndex().row(), 1); // the list follows
    files->setCurrentIndex(files->model()->index(2, 0)); // and leads
    QCOMPARE(said(), u"File c.py: added"_s);
    files->setFocus();
    QTest::keyClick(files, Qt::Key_BracketLeft); // from there too
    QCOMPARE(said(), u"File b.py: modified"_s);
    QTest::keyClick(files, Qt::Key_Slash);
    auto *search = qobject_cast<QLineEdit *>(view.focusWidget());
    QVERIFY(search);
    QTest::keyClicks(search, u"needle"_s); // n is a letter here
    QCOMPARE(search->text(), u"needle"_s);
    QTRY_COMPARE(change->hits().lines.size(), 1);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(said(), u"added: Needle"_s);
}

void TstChangesView::filesAreFiltered()
{
    Stage stage;
    attempt(stage.story, 1, stage.with({{"a.py", "x\n"}, {"b.py", "two\n"}}, stage.base), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.resize(1200, 600);
    view.show();
    QTRY_VERIFY(rowsOf(view).contains(u"added: two"_s));
    auto *files = view.findChild<QTreeView *>();
    const QString before = view.pane()->view()->rowText(view.pane()->view()->currentRow());
    auto *filter = view.findChild<QLineEdit *>(u"filter"_s);
    filter->setText(u"B.PY"_s);
    QCOMPARE(files->model()->rowCount(), 1);
    QCOMPARE(files->model()->index(0, 0).data().toString(), u"b.py"_s);
    // Filtering leads nowhere; choosing does.
    QCOMPARE(view.pane()->view()->rowText(view.pane()->view()->currentRow()), before);
    filter->clear();
    QCOMPARE(files->model()->rowCount(), 2);
}

void TstChangesView::lostTreeIsSaid()
{
    Stage stage;
    attempt(stage.story, 1, Story::tree('9'), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.show();
    QTRY_VERIFY(view.pane()->view()->placeholder().contains(u"cannot be shown"_s));
    QCOMPARE(view.pane()->view()->document().count(), 0);
    QVERIFY(view.findChild<Problem *>()->text().contains(u"9999999"_s));
}

void TstChangesView::whyALineIsThereIsTold()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    auto *why = stage.view->findChild<LineWhy *>();
    QVERIFY(why->isHidden());
    QAction *ask = stage.command(u"Why is this line here?"_s);
    QVERIFY(!ask->isEnabled()); // the file's head is no line
    QTest::keyClick(stage.change(), Qt::Key_N);
    QTest::keyClick(stage.change(), Qt::Key_Down);
    QCOMPARE(stage.said(), u"added: five"_s);
    QTest::keyClick(stage.change(), Qt::Key_Y);
    QTRY_COMPARE(why->words(), u"a.py:5 came with iteration 1, T1: Rows stay"_s);
    QTest::keyClick(stage.change(), Qt::Key_Down); // one that was there before
    QVERIFY(why->isHidden()); // the answer was about the other line
    QTest::keyClick(stage.change(), Qt::Key_Y);
    QTRY_COMPARE(why->words(), u"a.py:6 is base's own: a.py:6 there"_s);
    QTest::keyClick(stage.change(), Qt::Key_Up);
    QTest::keyClick(stage.change(), Qt::Key_Up);
    QCOMPARE(stage.said(), u"removed: line 5"_s);
    QTest::keyClick(stage.change(), Qt::Key_Y);
    QTRY_COMPARE(why->words(), u"a.py:5 went with iteration 1, T1: Rows stay"_s);
    // A link leads to what it names.
    QSignalSpy asked(&*stage.view, &RunView::asked);
    Q_EMIT why->findChild<QLabel *>()->linkActivated(u"timeline:1"_s);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.first(), (QVariantList{u"timeline"_s, u"1"_s}));
}

QTEST_MAIN(TstChangesView)
#include "tst_changesview.moc"
