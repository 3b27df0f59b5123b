// The changes view: patches read, what there is to compare, and the view driven by keys.
#include "core/git/vault.h"
#include "core/process/processhost.h"
#include "tests/ui/viewstage.h"
#include "ui/look/linesview.h"
#include "ui/models/changedfilesmodel.h"
#include "ui/views/changesrows.h"
#include "ui/views/changesview.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QTableView>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

const QByteArray firstPatch = "diff --git a/src/a.py b/src/a.py\n"
                              "index 1111111..2222222 100644\n"
                              "--- a/src/a.py\n"
                              "+++ b/src/a.py\n"
                              "@@ -1,3 +1,4 @@\n"
                              " import sys\n"
                              "--- comment\n"
                              "+++ comment\n"
                              "+more\n"
                              " \n"
                              "@@ -20 +21 @@ def f():\n"
                              "-\told\n"
                              "+\tnew\n"
                              "\\ No newline at end of file\n"
                              "diff --git \"a/t/\\303\\244.py\" \"b/t/\\303\\244.py\"\n"
                              "new file mode 100644\n"
                              "index 0000000..3333333\n"
                              "--- /dev/null\n"
                              "+++ \"b/t/\\303\\244.py\"\n"
                              "@@ -0,0 +1,2 @@\n"
                              "+assert True\n"
                              "+Needle\n"
                              "diff --git a/run b/run\n"
                              "old mode 100644\n"
                              "new mode 100755\n"
                              "diff --git a/x.png b/x.png\n"
                              "deleted file mode 100644\n"
                              "index 4444444..0000000\n"
                              "GIT binary patch\n"
                              "literal 0\n"
                              "HcmV?d00001\n"
                              "\n";

QString signsOf(const Lines &lines)
{
    QString text;
    for (qsizetype i = 0; i < lines.count(); ++i) {
        const LineMark mark = lines.mark(i);
        const QStringView signs = u".+- @=n"; // in LineKind's order
        text += u"%1 %2 %3\n"_s.arg(signs.at(int(mark.kind))).arg(mark.before).arg(mark.after);
    }
    return text;
}

void attempt(Story &story, int n, char tree, const Digest &patch, bool kept)
{
    story.iteration(n, u"task"_s, Story::baseTree(), u"T1"_s, n);
    CandidateFact candidate{.commit = ObjectId(QByteArray(40, 'c')), .tree = Story::tree(tree)};
    candidate.files = {{RepoPath("src/a.py"), PathChange::Modified, PathClass::Sensitive}};
    candidate.patch = patch;
    story.add(u"candidate.collected"_s, codec::toJson(candidate), n);
    if (kept) {
        story.add(u"checkpoint.made"_s,
                  {{u"commit"_s, QString(40, u'd')},
                   {u"tree"_s, Story::tree(tree).text()},
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
    void patchKnowsItsFilesHunksAndNumbers();
    void whatIsNoPatchIsShownAsItIs_data();
    void whatIsNoPatchIsShownAsItIs();
    void linesAreShownWithoutHidingAnything_data();
    void linesAreShownWithoutHidingAnything();
    void geometryPlacesLines();
    void comparisonsAreNowThenCheckpointsThenAttempts();
    void filesHaveTheirClassAndCounts();
    void rejectedAttemptIsRevealed();
    void keysWalkHunksAndFilesAndFindText();
    void selectedLinesAreCopiedWithTheirSigns();
    void linesAreExposedToAccessibility();
    void baseAgainstNowIsAskedOfTheVault();
    void lostEvidenceIsSaidWhereThePatchWouldBe();

private:
    ProcessHost m_host;
};

void TstChangesView::patchKnowsItsFilesHunksAndNumbers()
{
    const auto patch = PatchReader::read(firstPatch);
    QCOMPARE(patch->files.size(), 4);
    QCOMPARE(patch->files.at(0).path, RepoPath("src/a.py"));
    QCOMPARE(patch->files.at(0).added, 3);
    QCOMPARE(patch->files.at(0).removed, 2);
    QCOMPARE(patch->files.at(1).path, RepoPath("t/\xc3\xa4.py"));
    QCOMPARE(patch->files.at(1).change, PathChange::Added);
    QCOMPARE(patch->files.at(3).change, PathChange::Deleted);
    QVERIFY(patch->files.at(3).binary);
    QCOMPARE(patch->hunks, (QList<qsizetype>{4, 10, 19}));
    QCOMPARE(patch->headings(), (QList<qsizetype>{0, 14, 22, 25}));
    QCOMPARE(signsOf(*patch->lines).split(u'\n').mid(0, 14).join(u','),
             u"= 0 0,n 0 0,n 0 0,n 0 0,@ 0 0,  1 1,- 2 0,+ 0 2,+ 0 3,  3 4,@ 0 0,- 20 0,+ 0 21,n 0 0"_s);
    QCOMPARE(patch->lines->shown(0), u"src/a.py"_s);
    QCOMPARE(patch->lines->shown(14), u"t/ä.py · added"_s);
    QCOMPARE(patch->lines->shown(22), u"run · mode 100644 becomes 100755"_s);
    QCOMPARE(patch->lines->shown(25), u"x.png · deleted · binary"_s);
    QCOMPARE(patch->lines->shown(11), u"    old"_s);
    QCOMPARE(patch->fileAt(13), 0);
    QCOMPARE(patch->fileAt(14), 1);
    QCOMPARE(Patch::next(patch->hunks, 4, false), 10);
    QCOMPARE(Patch::next(patch->hunks, 4, true), -1);
    QCOMPARE(Patch::next(patch->hunks, 19, false), -1);
}

void TstChangesView::whatIsNoPatchIsShownAsItIs_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("lines");
    QTest::newRow("nothing") << QByteArray() << 0;
    QTest::newRow("words") << QByteArray("no patch\n@@ -1 +1 @@\n+x\n") << 3;
    QTest::newRow("a hunk that promises too much")
        << QByteArray("diff --git a/a b/a\n@@ -1,9 +1,9 @@\n x\ngone\n") << 4;
    QTest::newRow("bad numbers") << QByteArray("diff --git a/a b/a\n@@ -x,y +99999999999999,1 @@\n+x\n") << 3;
    QTest::newRow("half a heading") << QByteArray("diff --git ") << 1;
    QTest::newRow("zero bytes") << QByteArray("diff --git a/a b/a\n\0\0\n", 22) << 2;
    QTest::newRow("a cut quote") << QByteArray("diff --git \"a\\30 \"b\\3\n") << 1;
}

void TstChangesView::whatIsNoPatchIsShownAsItIs()
{
    QFETCH(const QByteArray, bytes);
    const auto patch = PatchReader::read(bytes);
    QTEST(int(patch->lines->count()), "lines");
    QCOMPARE(patch->lines->marks.size(), patch->lines->count());
    for (qsizetype line = 0; line < patch->lines->count(); ++line)
        (void)patch->lines->shown(line);
}

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
        .rowHeight = 18, .charWidth = 8, .numberColumns = 2, .digits = 4, .glyphs = true, .first = 100, .scrolled = 30};
    QCOMPARE(geometry.top(100), 0);
    QCOMPARE(geometry.top(102), 36);
    QCOMPARE(geometry.lineAt(0), 100);
    QCOMPARE(geometry.lineAt(17), 100);
    QCOMPARE(geometry.lineAt(18), 101);
    QCOMPARE(geometry.lineAt(-1), 99);
    QCOMPARE(geometry.lineAt(-18), 99);
    QCOMPARE(geometry.numberWidth(), 40);
    QCOMPARE(geometry.textClip(), 100);
    QCOMPARE(geometry.textLeft(), 70);
    QCOMPARE(geometry.fullRows(35), 1);
    QCOMPARE(geometry.fullRows(0), 1);
}

void TstChangesView::comparisonsAreNowThenCheckpointsThenAttempts()
{
    Story story;
    QVERIFY(ChangesRows::comparisons(story.state).isEmpty());
    story.create();
    QCOMPARE(ChangesRows::first(ChangesRows::comparisons(story.state)), nullptr);
    attempt(story, 1, 'a', Digest::of("1"), false);
    QList<Comparison> list = ChangesRows::comparisons(story.state);
    QCOMPARE(ChangesRows::first(list)->key, u"attempt 1"_s); // nothing is kept: what was tried
    attempt(story, 2, 'e', Digest::of("2"), true);
    list = ChangesRows::comparisons(story.state);
    QStringList titles;
    for (const Comparison &one : list)
        titles.append(one.key + u": "_s + one.title);
    QCOMPARE(titles,
             (QStringList{u"now: Base and now (checkpoint 1)"_s, u"checkpoint 1: Checkpoint 1 · T1 · Rows stay"_s,
                          u"attempt 2: Iteration 2 · T1, attempt 2 · kept"_s,
                          u"attempt 1: Iteration 1 · T1 · rolled back"_s}));
    QCOMPARE(ChangesRows::first(list)->key, u"now"_s);
    QVERIFY(list.at(0).patch.isNull());
    QCOMPARE(list.at(1).patch, Digest::of("2"));
    QCOMPARE(list.at(3).patch, Digest::of("1"));
}

void TstChangesView::filesHaveTheirClassAndCounts()
{
    Story story;
    story.create();
    Comparison comparison{.files = {{RepoPath("src/a.py"), PathChange::Modified, PathClass::Sensitive}}};
    ChangedFilesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto patch = PatchReader::read(firstPatch);
    model.setRows(ChangesRows::files(*patch, comparison, story.state));
    QCOMPARE(dump(model),
             u"src/a.py | sensitive | 3 | 2\n"
             "t/ä.py | product, added | 2 | 0\n"
             "run | product | 0 | 0\n"
             "x.png | product, deleted | binary\n"_s);
    QCOMPARE(model.index(0, ChangedFilesModel::Kind).data(MeaningRole).toInt(), int(Meaning::Unsure));
    QVERIFY(!model.index(1, ChangedFilesModel::Kind).data(MeaningRole).isValid());
    QCOMPARE(ChangesRows::summary(*patch), u"4 files, +5 −2"_s);
}

void TstChangesView::rejectedAttemptIsRevealed()
{
    ViewStage stage;
    const auto rejected = stage.evidence().put(firstPatch);
    QVERIFY(rejected);
    stage.story.create();
    attempt(stage.story, 1, 'a', *rejected, false);
    attempt(stage.story, 2, 'e', *stage.evidence().put("diff --git a/z b/z\n"), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place(), m_host);
    view.resize(1000, 600);
    view.show();
    QTRY_COMPARE(view.patchView()->lines().count(), 1); // the newest attempt
    QVERIFY(view.reveal(u"1"_s));
    QTRY_COMPARE(view.patchView()->lines().bytes, firstPatch);
    QCOMPARE(view.findChild<QTableView *>()->model()->rowCount(), 4);
    QVERIFY(!view.reveal(u"77"_s));
    // What is chosen stays while the run goes on.
    attempt(stage.story, 3, 'c', *rejected, false);
    QVERIFY(stage.goOn());
    auto *choice = view.findChild<QComboBox *>();
    QTRY_VERIFY(choice->findData(u"attempt 3"_s) >= 0);
    QCOMPARE(choice->currentData().toString(), u"attempt 1"_s);
}

void TstChangesView::keysWalkHunksAndFilesAndFindText()
{
    ViewStage stage;
    stage.story.create();
    attempt(stage.story, 1, 'a', *stage.evidence().put(firstPatch), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place(), m_host);
    view.resize(1000, 600);
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    LinesView *lines = view.patchView();
    QTRY_COMPARE(lines->lines().bytes, firstPatch);
    lines->setFocus();
    QTest::keyClick(lines, Qt::Key_N);
    QCOMPARE(lines->currentLine(), 4);
    QTest::keyClick(lines, Qt::Key_N);
    QCOMPARE(lines->currentLine(), 10);
    QTest::keyClick(lines, Qt::Key_P);
    QCOMPARE(lines->currentLine(), 4);
    QTest::keyClick(lines, Qt::Key_BracketRight);
    QCOMPARE(lines->currentLine(), 14);
    auto *files = view.findChild<QTableView *>();
    QCOMPARE(files->currentIndex().row(), 1); // the list follows
    QTest::keyClick(lines, Qt::Key_BracketLeft);
    QCOMPARE(lines->currentLine(), 0);
    QTest::keyClick(lines, Qt::Key_Slash);
    auto *search = view.findChild<QLineEdit *>();
    QVERIFY(search->hasFocus());
    QTest::keyClicks(search, u"needle"_s); // n is a letter here
    QCOMPARE(search->text(), u"needle"_s);
    QTest::keyClick(search, Qt::Key_Return);
    QTRY_COMPARE(lines->currentLine(), 21);
    // The list leads as well.
    files->setCurrentIndex(files->model()->index(3, 0));
    QCOMPARE(lines->currentLine(), 25);
}

void TstChangesView::selectedLinesAreCopiedWithTheirSigns()
{
    LinesView view;
    view.resize(600, 300);
    view.show(PatchReader::read(firstPatch)->lines);
    static_cast<QWidget &>(view).show();
    view.setCurrentLine(11);
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keySequence(&view, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), u"-\told\n+\tnew\n"_s);
    QTest::keySequence(&view, QKeySequence::SelectAll);
    QCOMPARE(view.selection(), firstPatch);
}

void TstChangesView::linesAreExposedToAccessibility()
{
    LinesView view;
    view.resize(600, 300);
    view.show(PatchReader::read(firstPatch)->lines);
    static_cast<QWidget &>(view).show();
    QAccessibleInterface *list = QAccessible::queryAccessibleInterface(&view);
    QVERIFY(list);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), int(view.lines().count()));
    QCOMPARE(list->child(8)->text(QAccessible::Name), u"added: more"_s);
    QCOMPARE(list->child(11)->text(QAccessible::Name), u"removed:     old"_s);
    QCOMPARE(list->child(11)->parent(), list);
    QCOMPARE(list->indexOfChild(list->child(11)), 11);
    QVERIFY(!list->child(0)->state().offscreen);
    QVERIFY(list->child(0)->rect().isValid());
    QAccessibleInterface *last = list->child(30);
    view.show(nullptr);
    QVERIFY(!last->isValid());
    QCOMPARE(list->childCount(), 0);
}

void TstChangesView::baseAgainstNowIsAskedOfTheVault()
{
    ViewStage stage;
    QDir().mkpath(stage.folder().path());
    auto vault = Vault::create(stage.folder().vault());
    QVERIFY(vault);
    const auto before = vault->editTree({}, {{.path = RepoPath("a.txt"), .blob = *vault->writeBlob("one\n")}});
    const auto after = vault->editTree(*before, {{.path = RepoPath("a.txt"), .blob = *vault->writeBlob("two\n")}});
    QVERIFY(before && after);
    stage.story.add(u"run.created"_s, {{u"id"_s, u"r"_s}, {u"base"_s, QString(40, u'b')}, {u"tree"_s, before->text()}});
    stage.story.add(u"checkpoint.made"_s, {{u"commit"_s, QString(40, u'd')}, {u"tree"_s, after->text()}}, 1);
    QVERIFY(stage.open());
    ChangesView view(stage.place(), m_host);
    view.show();
    QTRY_VERIFY(view.patchView()->lines().bytes.contains("-one\n+two\n"));
    QCOMPARE(view.findChild<QTableView *>()->model()->index(0, 0).data().toString(), u"a.txt"_s);
}

void TstChangesView::lostEvidenceIsSaidWhereThePatchWouldBe()
{
    ViewStage stage;
    stage.story.create();
    attempt(stage.story, 1, 'a', Digest::of("never stored"), false);
    QVERIFY(stage.open());
    ChangesView view(stage.place(), m_host);
    view.show();
    QTRY_VERIFY(view.patchView()->placeholder().contains(u"cannot be shown"_s));
    QCOMPARE(view.patchView()->lines().count(), 0);
}

QTEST_MAIN(TstChangesView)
#include "tst_changesview.moc"
