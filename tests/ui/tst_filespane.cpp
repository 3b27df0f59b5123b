// The files of a change as a tree: how folders are folded into lines and summed up, and how it follows and leads.
#include "tests/ui/shownchange.h"
#include "tests/ui/viewstage.h"
#include "ui/diff/diffpane.h"
#include "ui/views/filespane.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QLineEdit>
#include <QTreeView>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

ChangedFileRow row(const QByteArray &path, int added = 1)
{
    return {.path = RepoPath(path), .name = QString::fromUtf8(path), .added = added, .removed = 1, .places = 2};
}

QString dumped(const QList<ChangedFileRow> &rows)
{
    ChangedFilesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(asTree(rows));
    return dump(model);
}

/// A pane on a change of these files.
struct Stage {
    DiffPane pane;
    FilesPane files{&pane, true};
    explicit Stage(const QByteArrayList &paths)
    {
        QList<Given> given;
        for (const QByteArray &path : paths)
            given.append(modified(path, "old\n", "new\n"));
        files.resize(400, 500);
        pane.resize(700, 500);
        pane.show();
        files.show();
        test::show(*pane.view(), given);
        files.refresh();
    }
    [[nodiscard]] QString chosen() const
    {
        return files.tree()->currentIndex().siblingAtColumn(0).data(IdRole).toString();
    }
    [[nodiscard]] QString shown() const
    {
        return QString::fromUtf8(pane.view()->document().section(pane.view()->currentFile()).change().path().bytes());
    }
    /// The lines that can be seen, a blank for each level.
    [[nodiscard]] QStringList lines() const
    {
        QStringList lines;
        for (QModelIndex index = files.model().index(0, 0); index.isValid(); index = files.tree()->indexBelow(index)) {
            QString line = index.data().toString();
            for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
                line.prepend(u' ');
            lines.append(line);
        }
        return lines;
    }
};

} // namespace

class TstFilesPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldersAloneAreOneLine();
    void filesStandInTheOrderOfTheChange();
    void foldersAreSumsOfWhatIsBelow();
    void treeFollowsWhatIsReadWithoutLosingItsPlace();
    void treeLeadsAndFollows();
    void foldedFolderStandsForItsFiles();
    void filterKeepsAncestorsAndOpensThem();
    void keysFoldAndUnfold();
    void linesAreExposedToAccessibility();
    void thousandsOfFilesAreQuick();
};

void TstFilesPane::foldersAloneAreOneLine()
{
    QCOMPARE(dumped({row("a/b/c/one"), row("a/b/c/two"), row("d/e/f/g")}),
             u"a/b/c |  |  | 2 | 2 | 0/4\n"
             "  one |  |  | 1 | 1 | 0/2\n"
             "  two |  |  | 1 | 1 | 0/2\n"
             "d/e/f |  |  | 1 | 1 | 0/2\n"
             "  g |  |  | 1 | 1 | 0/2\n"_s);
    // A file beside it, and it is a line of its own.
    QCOMPARE(dumped({row("a/b/c/one"), row("a/b/two")}),
             u"a/b |  |  | 2 | 2 | 0/4\n"
             "  c |  |  | 1 | 1 | 0/2\n"
             "    one |  |  | 1 | 1 | 0/2\n"
             "  two |  |  | 1 | 1 | 0/2\n"_s);
}

void TstFilesPane::filesStandInTheOrderOfTheChange()
{
    // Sorted by bytes "a-b" stands before "a/…", and "a" (a file that became a folder) before both.
    QCOMPARE(dumped({row("a"), row("a-b"), row("a/x"), row("a/y/z"), row("ab/x"), row("b")}),
             u"a |  |  | 1 | 1 | 0/2\n"
             "a-b |  |  | 1 | 1 | 0/2\n"
             "a |  |  | 2 | 2 | 0/4\n"
             "  x |  |  | 1 | 1 | 0/2\n"
             "  y |  |  | 1 | 1 | 0/2\n"
             "    z |  |  | 1 | 1 | 0/2\n"
             "ab |  |  | 1 | 1 | 0/2\n"
             "  x |  |  | 1 | 1 | 0/2\n"
             "b |  |  | 1 | 1 | 0/2\n"_s);
}

void TstFilesPane::foldersAreSumsOfWhatIsBelow()
{
    ChangedFileRow reviewed = row("a/one", 10), unread = row("a/two"), binary = row("a/b/three", 0);
    reviewed.reviewed = 2;
    unread.known = false;
    unread.places = 0;
    binary.binary = true;
    binary.removed = 0;
    binary.places = binary.reviewed = 1;
    binary.leftOut = 1;
    QCOMPARE(dumped({binary, reviewed, unread}),
             u"a |  |  | 10 | 1 | ✓ ↩\n"
             "  b |  |  | 0 | 0 | ✓ ↩\n"
             "    three |  |  | binary |  | ✓ ↩\n"
             "  one |  |  | 10 | 1 | ✓\n"
             "  two\n"_s);
}

void TstFilesPane::treeFollowsWhatIsReadWithoutLosingItsPlace()
{
    ChangedFilesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(asTree({row("a/b/one"), row("a/b/two"), row("c")}));
    const QPersistentModelIndex c(model.index(1, 0));
    // Counts change, a file comes that divides a folder's line, a rename takes one away.
    model.setTree(asTree({row("a/b/one", 5), row("a/b/two"), row("a/c"), row("c")}));
    model.setTree(asTree({row("a/b/one", 5), row("a/c"), row("c", 7)}));
    QCOMPARE(dump(model),
             u"a |  |  | 6 | 2 | 0/4\n"
             "  b |  |  | 5 | 1 | 0/2\n"
             "    one |  |  | 5 | 1 | 0/2\n"
             "  c |  |  | 1 | 1 | 0/2\n"
             "c |  |  | 7 | 1 | 0/2\n"_s);
    QVERIFY(c.isValid());
    QCOMPARE(c.data(IdRole).toString(), u"c"_s);
}

void TstFilesPane::treeLeadsAndFollows()
{
    Stage stage({"a/x.c", "a/y.c", "z.c"});
    QCOMPARE(stage.lines(), (QStringList{u"a"_s, u" x.c"_s, u" y.c"_s, u"z.c"_s}));
    QTreeView *tree = stage.files.tree();
    tree->setFocus();
    tree->setCurrentIndex(stage.files.model().index(1, 0));
    QCOMPARE(stage.shown(), u"z.c"_s);
    stage.pane.view()->goToFile(RepoPath("a/y.c"));
    QCOMPARE(stage.chosen(), u"a/y.c"_s);
    // A folder leads to its first file and stays chosen, so that one can walk on from it.
    QTest::keyClick(tree, Qt::Key_Up);
    QCOMPARE(stage.chosen(), u"a/x.c"_s);
    QTest::keyClick(tree, Qt::Key_Up);
    QCOMPARE(stage.chosen(), u"a"_s);
    QCOMPARE(stage.shown(), u"a/x.c"_s);
    stage.files.refresh();
    QCOMPARE(stage.chosen(), u"a"_s);
    stage.pane.view()->goToNextFile(false);
    QCOMPARE(stage.chosen(), u"a/y.c"_s);
}

void TstFilesPane::foldedFolderStandsForItsFiles()
{
    Stage stage({"a/x.c", "a/y.c", "z.c"});
    QTreeView *tree = stage.files.tree();
    tree->setExpanded(stage.files.model().index(0, 0), false);
    stage.pane.view()->goToFile(RepoPath("a/y.c"));
    QCOMPARE(stage.chosen(), u"a"_s);
    QCOMPARE(stage.lines(), (QStringList{u"a"_s, u"z.c"_s})); // going there unfolds nothing
    QCOMPARE(stage.shown(), u"a/y.c"_s); // and does not lead back
    // It stays folded while counts come in, and when it was not there for a while.
    stage.files.refresh();
    auto *filter = stage.files.findChild<QLineEdit *>(u"filter"_s);
    filter->setText(u"z"_s);
    QCOMPARE(stage.lines(), QStringList{u"z.c"_s});
    filter->clear();
    QCOMPARE(stage.lines(), (QStringList{u"a"_s, u"z.c"_s}));
}

void TstFilesPane::filterKeepsAncestorsAndOpensThem()
{
    Stage stage({"a/deep/x.c", "a/deep/y.c", "a/other.c", "z.c"});
    QTreeView *tree = stage.files.tree();
    tree->collapse(stage.files.model().index(0, 0));
    stage.files.findChild<QLineEdit *>(u"filter"_s)->setText(u"Y.C"_s);
    QCOMPARE(stage.lines(), (QStringList{u"a/deep"_s, u" y.c"_s}));
    QCOMPARE(stage.files.model().row(stage.files.model().index(0, 0)).files, 1);
}

void TstFilesPane::keysFoldAndUnfold()
{
    Stage stage({"a/x.c", "a/y.c", "z.c"});
    stage.files.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&stage.files));
    QTreeView *tree = stage.files.tree();
    tree->setFocus();
    tree->setCurrentIndex(stage.files.model().index(0, 0));
    QTest::keyClick(tree, Qt::Key_Left);
    QCOMPARE(stage.lines(), (QStringList{u"a"_s, u"z.c"_s}));
    QTest::keyClick(tree, Qt::Key_Right);
    QCOMPARE(stage.lines().size(), 4);
    QTest::keyClick(tree, Qt::Key_Down);
    QTest::keyClick(tree, Qt::Key_Down);
    QCOMPARE(stage.chosen(), u"a/y.c"_s);
    QTest::keyClick(tree, Qt::Key_Left); // to its folder
    QCOMPARE(stage.chosen(), u"a"_s);
}

void TstFilesPane::linesAreExposedToAccessibility()
{
    Stage stage({"a/x.c", "a/y.c"});
    const ChangedFilesModel &model = stage.files.model();
    const QModelIndex folder = model.index(0, 0);
    const auto said = [](const QModelIndex &index) { return index.data(Qt::AccessibleTextRole).toString(); };
    QCOMPARE(said(folder), u"Folder a · 2 files"_s);
    QCOMPARE(said(model.index(1, 0, folder)), u"a/y.c"_s);
    QCOMPARE(said(model.index(1, ChangedFilesModel::Change, folder)), u"modified"_s);
    QAccessibleInterface *tree = QAccessible::queryAccessibleInterface(stage.files.tree());
    QVERIFY(tree);
    QCOMPARE(tree->role(), QAccessible::Tree);
    QCOMPARE(tree->text(QAccessible::Name), u"Changed files"_s);
}

void TstFilesPane::thousandsOfFilesAreQuick()
{
    // 5,000 files in 500 folders: counted in calls, not in time. A refresh that changes nothing tells nothing.
    QList<ChangedFileRow> rows;
    for (int i = 0; i < 5000; ++i)
        rows.append(row("d/" + QByteArray::number(i / 10).rightJustified(4, '0') + "/f"
                        + QByteArray::number(i).rightJustified(5, '0')));
    ChangedFilesModel model;
    int told = 0;
    const auto tell = [&] { ++told; };
    connect(&model, &QAbstractItemModel::rowsInserted, this, tell);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, tell);
    connect(&model, &QAbstractItemModel::dataChanged, this, tell);
    connect(&model, &QAbstractItemModel::layoutChanged, this, tell);
    model.setTree(asTree(rows));
    QCOMPARE(told, 1);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowCount(model.index(0, 0)), 500);
    model.setTree(asTree(rows));
    QCOMPARE(told, 1);
    rows[4321].added = 9;
    model.setTree(asTree(rows));
    QCOMPARE(told, 4); // the file, its folder, and the one above
}

QTEST_MAIN(TstFilesPane)
#include "tst_filespane.moc"
