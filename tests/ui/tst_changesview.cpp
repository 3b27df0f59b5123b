// The changes view: what there is to compare, its files, and the view driven by keys.
#include "core/git/vault.h"
#include "tests/ui/viewstage.h"
#include "ui/diff/diffpane.h"
#include "ui/diff/diffruler.h"
#include "ui/look/linesview.h"
#include "ui/look/problem.h"
#include "ui/models/changedfilesmodel.h"
#include "ui/views/changesrows.h"
#include "ui/views/changesview.h"
#include "ui/views/filerows.h"
#include "ui/views/lapsednote.h"
#include "ui/views/linewhy.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTreeView>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

void attempt(Story &story, int n, const ObjectId &tree, bool kept)
{
    story.iteration(n, u"task"_s, story.state.checkpoint().tree, u"T1"_s, n);
    CandidateFact candidate{.commit = ObjectId(QByteArray(40, 'c')), .tree = tree};
    candidate.files = {{RepoPath("src/a.py"), PathChange::Modified, PathClass::Sensitive}};
    story.add(u"candidate.collected"_s, codec::toJson(candidate), n);
    if (kept) {
        story.add(u"checkpoint.made"_s,
                  {{u"commit"_s, QString(40, u'd')},
                   {u"tree"_s, tree.text()},
                   {u"task"_s, u"T1"_s},
                   {u"title"_s, u"Rows stay"_s}},
                  n);
    }
    story.verdict(n, kept ? u"kept"_s : u"rolled back"_s, {});
}

} // namespace

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
    void taskIsRevealedByWhatWasKeptOfIt();
    void endIsComparedWithAnotherBegin();
    void keysWalkHunksAndFilesAndFindText();
    void filesAreFiltered();
    void lostTreeIsSaid();
    void hunksAreReviewedByKey();
    void hunksThatNothingDefendsAreMarked();
    void whyALineIsThereIsTold();
    void markFollowsItsHunkAndReopensWhenItChanges();
    void whatWasLeftOutBeforeItChangedIsSaid();
    void fileIsMarkedFromTheList();
    void commentIsWrittenInPlace();
    void marksThatCannotBeMadeSayWhy();
    void hunksThatIgnoreWhitespaceCannotBeMarked();
    void commentGoesBackWithTheCandidate();
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

namespace {

/// A run's vault with a base of two files, and what changes them.
struct Stage : ViewStage {
    std::optional<Vault> vault;
    ObjectId base;
    Stage()
    {
        QDir().mkpath(folder().path());
        vault.emplace(std::move(*Vault::create(folder().vault())));
        base = with({{"a.py", numbered()}, {"b.py", "one\n"}}, {});
        story.add(u"run.created"_s, {{u"id"_s, u"r"_s}, {u"base"_s, QString(40, u'b')}, {u"tree"_s, base.text()}});
    }
    [[nodiscard]] ObjectId with(const QList<std::pair<QByteArray, QByteArray>> &files, const ObjectId &on)
    {
        QList<TreeEdit> edits;
        for (const auto &[path, bytes] : files)
            edits.append({.path = RepoPath(path), .blob = *vault->writeBlob(bytes)});
        return *vault->editTree(on, edits);
    }
    [[nodiscard]] static QByteArray numbered()
    {
        QByteArray text;
        for (int i = 1; i <= 60; ++i)
            text += "line " + QByteArray::number(i) + '\n';
        return text;
    }
};

QStringList rowsOf(const ChangesView &view)
{
    QStringList rows;
    for (int row = 0; row < view.pane()->view()->document().count(); ++row)
        rows.append(view.pane()->view()->rowText(row));
    return rows;
}

} // namespace

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

namespace {

/// A kept change of two hunks in a.py and one in b.py, shown, with the focus in the change.
struct ReviewStage : Stage {
    std::optional<ChangesView> view;
    [[nodiscard]] bool show()
    {
        QByteArray more = numbered();
        more.replace("line 5\n", "five\n").replace("line 50\n", "fifty\n");
        attempt(story, 1, with({{"a.py", more}, {"b.py", "two\n"}}, base), true);
        attempt(story, 2, with({{"b.py", "three\n"}}, base), false);
        if (!open())
            return false;
        view.emplace(place());
        view->resize(1200, 600);
        view->show();
        view->activateWindow();
        if (!QTest::qWaitForWindowActive(&*view)
            || !QTest::qWaitFor([this] { return rowsOf(*view).contains(u"added: two"_s); }, 30'000))
            return false;
        change()->setFocus();
        return QTest::qWaitFor([this] { return summary().contains(u"0 of 3 hunks reviewed"_s); }, 30'000);
    }
    [[nodiscard]] DiffView *change() { return view->pane()->view(); }
    [[nodiscard]] QString said() { return change()->rowText(change()->currentRow()); }
    [[nodiscard]] QAction *command(const QString &text)
    {
        for (QAction *action : view->commands()) {
            if (action->text() == text)
                return action;
        }
        qFatal("no such command: %s", qPrintable(text));
    }
    [[nodiscard]] QString summary()
    {
        for (const QLabel *label : view->findChildren<QLabel *>()) {
            if (label->text().contains(u" files, +"_s))
                return label->text();
        }
        return {};
    }
};

} // namespace

void TstChangesView::hunksAreReviewedByKey()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QCOMPARE(stage.said(), u"removed: line 5"_s);
    QTest::keyClick(change, Qt::Key_Space);
    QTRY_COMPARE(stage.said(), u"removed: line 5 (✓ reviewed)"_s);
    QTRY_COMPARE(stage.summary(), u"2 files, +3 −3 · 1 of 3 hunks reviewed"_s);
    QTest::keyClick(change, Qt::Key_X);
    QTRY_COMPARE(stage.said(), u"removed: line 5 (✓ reviewed · ↩ left out)"_s);
    const QString hunk = stage.document().state().marks.firstKey().hunk.text();
    QCOMPARE(stage.document().state().leftOut().size(), 1);
    QCOMPARE(hunk.size(), 64);
    // The ruler has them where the hunk is.
    const auto *ruler = stage.view->findChild<DiffRuler *>();
    const RulerMarks marks = ruler->marks();
    const int y = marks.yOf(change->currentRow());
    QVERIFY(marks.at(y) & RulerMarks::Reviewed);
    QVERIFY(marks.at(y) & RulerMarks::LeftOut);
    QVERIFY(!(marks.at(marks.yOf(change->document().count() - 1)) & RulerMarks::Reviewed));
    QTest::keyClick(change, Qt::Key_A);
    QTRY_COMPARE(stage.said(), u"removed: line 5 (✓ reviewed)"_s);
    // The next that is open, and round.
    QTest::keyClick(change, Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(stage.said(), u"removed: line 50"_s);
    QTest::keyClick(change, Qt::Key_Space);
    QTRY_COMPARE(stage.said(), u"removed: line 50 (✓ reviewed)"_s);
    QTest::keyClick(change, Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(stage.said(), u"removed: one"_s);
    QTest::keyClick(change, Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(stage.said(), u"removed: one"_s);
    // Once more is open again; and what was told last is taken back as any other word.
    QTest::keyClick(change, Qt::Key_Space);
    QTRY_COMPARE(stage.said(), u"removed: one (✓ reviewed)"_s);
    QTest::keyClick(change, Qt::Key_Space);
    QTRY_COMPARE(stage.said(), u"removed: one"_s);
    stage.place().desk.tell(u"undo"_s);
    QTRY_COMPARE(stage.said(), u"removed: one (✓ reviewed)"_s);
}

void TstChangesView::hunksThatNothingDefendsAreMarked()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QCOMPARE(stage.said(), u"removed: line 5"_s);
    const DiffSection &section = change->document().section(0);
    HunkFact fact{.place = ReviewPlace::ofHunk(section.change().path(), section.hunks().first()),
                  .of = stage.document().state().checkpoint().tree,
                  .defence = HunkDefence::Undefended};
    stage.story.add(u"hunk.judged"_s, toJson(fact));
    QVERIFY(stage.goOn());
    QTRY_COMPARE(stage.said(), u"removed: line 5 (? undefended)"_s);
    QTRY_COMPARE(stage.summary(), u"2 files, +3 −3 · 0 of 3 hunks reviewed, 1 undefended"_s);
    const RulerMarks marks = stage.view->findChild<DiffRuler *>()->marks();
    QVERIFY(marks.at(marks.yOf(change->currentRow())) & RulerMarks::Undefended);
    // What was judged of another tree says nothing of this one.
    fact.of = ObjectId(QByteArray(40, 'e'));
    stage.story.add(u"hunk.judged"_s, toJson(fact));
    QVERIFY(stage.goOn());
    QTRY_COMPARE(stage.said(), u"removed: line 5"_s);
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

void TstChangesView::markFollowsItsHunkAndReopensWhenItChanges()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    auto *files = stage.view->findChild<QTreeView *>();
    files->setCurrentIndex(files->model()->index(0, 0));
    files->setFocus();
    QTest::keyClick(files, Qt::Key_Space); // both hunks of a.py
    QTRY_COMPARE(stage.summary(), u"2 files, +3 −3 · 2 of 3 hunks reviewed"_s);
    // The next kept attempt changes the first hunk, and moves the second.
    QByteArray later = Stage::numbered();
    later.replace("line 5\n", "FIVE\n").replace("line 25\n", "line 25\nmore\n").replace("line 50\n", "fifty\n");
    attempt(stage.story, 3, stage.with({{"a.py", later}, {"b.py", "two\n"}}, stage.base), true);
    QVERIFY(stage.goOn());
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: FIVE"_s));
    QTRY_VERIFY(stage.summary().contains(u"1 of "_s));
    const QStringList rows = rowsOf(*stage.view);
    QVERIFY2(rows.contains(u"removed: line 5"_s), qPrintable(rows.join(u'\n')));
    QVERIFY2(rows.filter(u"✓ reviewed"_s) == QStringList{u"removed: line 50 (✓ reviewed)"_s},
             qPrintable(rows.join(u'\n')));
}

void TstChangesView::whatWasLeftOutBeforeItChangedIsSaid()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    const auto *note = stage.view->findChild<LapsedNote *>();
    QTest::keyClick(stage.change(), Qt::Key_N);
    QCOMPARE(stage.said(), u"removed: line 5"_s);
    QTest::keyClick(stage.change(), Qt::Key_X);
    QTRY_COMPARE(stage.said(), u"removed: line 5 (↩ left out)"_s);
    QVERIFY(note->isHidden());
    const QString hunk = shortText(stage.document().state().leftOut().first().hunk);
    // The next kept attempt changes that hunk.
    QByteArray later = Stage::numbered();
    later.replace("line 5\n", "FIVE\n").replace("line 50\n", "fifty\n");
    attempt(stage.story, 3, stage.with({{"a.py", later}, {"b.py", "two\n"}}, stage.base), true);
    QVERIFY(stage.goOn());
    QTRY_COMPARE(note->words(),
                 u"? Left out before it changed: a.py hunk %1: in the bundle again; look at it."_s.arg(hunk));
    QVERIFY(!note->isHidden());
    auto *files = stage.view->findChild<QTreeView *>();
    QTRY_COMPARE(files->model()->index(0, ChangedFilesModel::Reviewed).data().toString(), u"0/2 ?"_s);
    QVERIFY(files->model()
                ->index(0, ChangedFilesModel::Reviewed)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(u"1 left out before it changed"_s));
    auto *which = stage.view->findChild<QComboBox *>(u"which"_s);
    which->setCurrentIndex(which->findText(u"Left out"_s));
    QCOMPARE(files->model()->rowCount(), 1);
    QCOMPARE(files->model()->index(0, 0).data().toString(), u"a.py"_s);
    // Its link leads there; what is there now is accepted on the file.
    QTest::keyClick(stage.change(), Qt::Key_BracketRight);
    QTest::keyClick(stage.change(), Qt::Key_BracketRight);
    Q_EMIT stage.view->findChild<LapsedNote *>()->linkActivated(u"0"_s);
    QCOMPARE(stage.change()->currentFile(), 0);
    QVERIFY(stage.change()->currentHunk() < 0);
    QTest::keyClick(stage.change(), Qt::Key_A);
    QTRY_VERIFY(note->isHidden());
    QVERIFY(stage.document().state().leftOut().isEmpty());
    // An attempt is not what is exported.
    QTest::keyClick(stage.change(), Qt::Key_X);
    QTRY_COMPARE(stage.document().state().leftOut().size(), 2);
    QVERIFY(stage.view->reveal(u"1"_s));
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: five"_s));
    QTRY_VERIFY(stage.summary().contains(u"of 3"_s));
    QVERIFY(note->isHidden());
}

void TstChangesView::fileIsMarkedFromTheList()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    auto *files = stage.view->findChild<QTreeView *>();
    files->setCurrentIndex(files->model()->index(0, 0));
    files->setFocus();
    QTest::keyClick(files, Qt::Key_Space);
    QTRY_COMPARE(files->model()->index(0, ChangedFilesModel::Reviewed).data().toString(), u"✓"_s);
    QCOMPARE(files->model()->index(1, ChangedFilesModel::Reviewed).data().toString(), u"0/1"_s);
    QCOMPARE(stage.document().state().marks.size(), 2); // each of its hunks
    auto *which = stage.view->findChild<QComboBox *>(u"which"_s);
    which->setCurrentIndex(which->findText(u"Open"_s));
    QCOMPARE(files->model()->rowCount(), 1);
    QCOMPARE(files->model()->index(0, 0).data().toString(), u"b.py"_s);
    which->setCurrentIndex(which->findText(u"Left out"_s));
    QCOMPARE(files->model()->rowCount(), 0);
    which->setCurrentIndex(0);
    files->setCurrentIndex(files->model()->index(1, 0));
    QTest::keyClick(files, Qt::Key_X);
    QTRY_COMPARE(files->model()->index(1, ChangedFilesModel::Reviewed).data().toString(), u"0/1 ↩"_s);
    QTest::keyClick(files, Qt::Key_A);
    QTRY_COMPARE(files->model()->index(1, ChangedFilesModel::Reviewed).data().toString(), u"0/1"_s);
    // In a field the keys are letters.
    auto *filter = stage.view->findChild<QLineEdit *>(u"filter"_s);
    filter->setFocus();
    QTest::keyClicks(filter, u"a x c"_s);
    QCOMPARE(filter->text(), u"a x c"_s);
    QVERIFY(stage.document().state().leftOut().isEmpty());
}

void TstChangesView::commentIsWrittenInPlace()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QTest::keyClick(change, Qt::Key_C);
    QTRY_VERIFY(qobject_cast<QPlainTextEdit *>(stage.view->focusWidget()));
    QWidget *field = stage.view->focusWidget();
    QTest::keyClicks(field, u"why five?"_s);
    QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"Your comment: why five?"_s));
    QCOMPARE(rowsOf(*stage.view).indexOf(u"Your comment: why five?"_s),
             rowsOf(*stage.view).indexOf(u"added: five"_s) + 1); // under the hunk
    QVERIFY(change->hasFocus());
    const ReviewMark mark = stage.document().state().marks.first();
    QCOMPARE(mark.line, 5);
    QCOMPARE(mark.excerpt, u"-line 5\n+five"_s);
    // On the comment's own row the key changes it; nothing left takes it back.
    change->setCurrentRow(int(rowsOf(*stage.view).indexOf(u"Your comment: why five?"_s)));
    QTest::keyClick(change, Qt::Key_C);
    QTRY_VERIFY(qobject_cast<QPlainTextEdit *>(stage.view->focusWidget()));
    auto *again = qobject_cast<QPlainTextEdit *>(stage.view->focusWidget());
    QCOMPARE(again->toPlainText(), u"why five?"_s);
    again->setPlainText(u"five?"_s);
    QTest::keyClick(again, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"Your comment: five?"_s));
    // Given by an explicit act, it says so.
    QAction *give = stage.command(u"Give your open comments to the next session"_s);
    QVERIFY(give->isEnabled());
    give->trigger();
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"Your comment, given to the agent after iteration 2: five?"_s));
    QTRY_VERIFY(!give->isEnabled());
    QVERIFY(give->toolTip().contains(u"No comment is open"_s));
}

void TstChangesView::marksThatCannotBeMadeSayWhy()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QAction *leaveOut = stage.command(u"Leave out of the export"_s), *reviewed = stage.command(u"Reviewed"_s);
    QVERIFY(leaveOut->isEnabled());
    QVERIFY(stage.command(u"Accept again"_s)->toolTip().contains(u"It is not left out"_s));
    // An attempt is not what is exported; it can be reviewed all the same.
    QVERIFY(stage.view->reveal(u"2"_s));
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: three"_s));
    QTRY_VERIFY(reviewed->isEnabled());
    QVERIFY(!leaveOut->isEnabled());
    QVERIFY2(leaveOut->toolTip().contains(u"base and now"_s), qPrintable(leaveOut->toolTip()));
    QVERIFY(stage.view->reveal(u"now"_s));
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: two"_s));
    QTest::keyClick(change, Qt::Key_N);
    QTRY_VERIFY(leaveOut->isEnabled());
    // As of a past entry nothing can be said.
    stage.document().showAsOf(stage.story.state.lastSeq - 1);
    QTRY_VERIFY(!reviewed->isEnabled());
    QVERIFY2(reviewed->toolTip().contains(u"go back to now"_s), qPrintable(reviewed->toolTip()));
    QTest::keyClick(change, Qt::Key_Space);
    stage.document().showNow();
    QTRY_VERIFY(reviewed->isEnabled());
    QVERIFY(stage.document().state().marks.isEmpty());
}

void TstChangesView::hunksThatIgnoreWhitespaceCannotBeMarked()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    QAction *reviewed = stage.command(u"Reviewed"_s);
    QVERIFY(reviewed->isEnabled());
    QComboBox *whitespace = nullptr;
    for (QComboBox *box : stage.view->findChildren<QComboBox *>()) {
        if (box->accessibleName().contains(u"whitespace"_s))
            whitespace = box;
    }
    QVERIFY(whitespace);
    whitespace->setCurrentIndex(whitespace->findData(int(diff::Whitespace::IgnoreAll)));
    Q_EMIT whitespace->activated(whitespace->currentIndex());
    QTRY_VERIFY2(reviewed->toolTip().contains(u"Compare exactly first"_s), qPrintable(reviewed->toolTip()));
    QVERIFY(!reviewed->isEnabled());
}

void TstChangesView::commentGoesBackWithTheCandidate()
{
    ReviewStage stage;
    stage.story.iteration(1, u"task"_s, stage.base, u"T1"_s, 1);
    const ObjectId tree = stage.with({{"b.py", "tried\n"}}, stage.base);
    stage.story.add(u"candidate.collected"_s,
                    codec::toJson(CandidateFact{.commit = ObjectId(QByteArray(40, 'c')), .tree = tree}), 1);
    stage.story.add(u"prompt.filed"_s,
                    codec::toJson(Prompt{.id = PromptId(u"P1"_s),
                                         .type = PromptType::Approval,
                                         .title = u"Keep it?"_s,
                                         .options = {{u"accept"_s, {}, false}, {u"send back"_s, {}, false}},
                                         .subject = u"review"_s}),
                    1);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.show();
    QTRY_VERIFY(rowsOf(view).contains(u"added: tried"_s));
    const DiffSection &section = view.pane()->view()->document().section(0);
    QTRY_VERIFY(section.canBeMarked());
    const QJsonObject mark{{u"path"_s, u"b.py"_s},
                           {u"hunk"_s, section.hunks().first().text()},
                           {u"state"_s, u"comment"_s},
                           {u"comment"_s, u"try harder"_s}};
    stage.place().desk.tell(u"mark"_s, {{u"marks"_s, QJsonArray{mark}}});
    QTRY_VERIFY(rowsOf(view).contains(u"Your comment: try harder"_s));
    stage.place().desk.tell(u"decide"_s, {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"send back"_s}});
    QTRY_VERIFY(rowsOf(view).contains(u"Your comment, given to the agent after iteration 1: try harder"_s));
    QCOMPARE(stage.told(u"decide"_s)[u"marks"].toArray().size(), 1);
    QVERIFY(stage.document().state().reviews.last().comments.contains(u"try harder"_s));
}

QTEST_MAIN(TstChangesView)
#include "tst_changesview.moc"
