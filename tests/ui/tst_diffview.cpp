// The diff viewer driven by keys and mouse, and what it paints.
#include "tests/ui/shownchange.h"
#include "ui/diff/diffpane.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QTest>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

bool hasColour(const QImage &image, const QColor &colour)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y) == colour)
                return true;
        }
    }
    return false;
}

} // namespace

class TstDiffView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void foldsOpenByTwentyLinesOrWhole();
    void cutFileIsShownWholeOnDemand();
    void sideBySideNeedsRoomAndKeepsThePlace();
    void whatIsReadAboveMovesNothing();
    void keysWalkRowsHunksAndFiles();
    void wholeRowsAndCharactersAreCopied();
    void hitsAreWalkedRound();
    void rowsAreExposedToAccessibility();
    void colourOfLinesFollowsTheScheme();
    void inksOfWhatIsNotSeenAreLetGoOf();
    void hostileFilesArePainted_data();
    void hostileFilesArePainted();
    void manyRowsCostNoMoreThanWhatIsSeen();
};

void TstDiffView::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void TstDiffView::foldsOpenByTwentyLinesOrWhole()
{
    DiffView view;
    QByteArray after = numbered(300);
    after.replace("line 100\n", "").replace("line 200\n", "");
    show(view, {modified("a.txt", numbered(300), after)});
    const auto folds = [&] {
        QStringList said;
        for (const QString &row : rowsOf(view)) {
            if (row.contains(u"unchanged"_s))
                said.append(row.section(u' ', 0, 0));
        }
        return said;
    };
    QCOMPARE(folds(), (QStringList{u"96"_s, u"93"_s, u"97"_s}));
    view.setCurrentRow(1);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(folds(), (QStringList{u"76"_s, u"93"_s, u"97"_s}));
    QVERIFY(view.rowText(view.currentRow()).startsWith(u"76 unchanged"_s)); // still where Enter opens more
    for (int row = view.document().count() - 1; row > 0; --row) {
        if (view.rowText(row).startsWith(u"93"_s))
            view.setCurrentRow(row);
    }
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(folds(), (QStringList{u"76"_s, u"53"_s, u"97"_s}));
    view.setCurrentRow(view.document().count() - 1);
    QTest::keyClick(&view, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(folds(), (QStringList{u"76"_s, u"53"_s}));
    view.setWhole(true);
    QCOMPARE(folds(), QStringList());
    QCOMPARE(view.document().count(), 301);
    view.setWhole(false);
    QCOMPARE(folds(), (QStringList{u"76"_s, u"53"_s}));
}

void TstDiffView::cutFileIsShownWholeOnDemand()
{
    DiffView view;
    show(view, {modified("a.txt", "x\n", "x\n" + numbered(20'100))});
    const int last = view.document().count() - 1;
    QCOMPARE(view.rowText(last), u"20,000 of 20,100 changed lines are shown · Enter shows them all"_s);
    QVERIFY(view.open(last));
    QCOMPARE(view.rowText(view.document().count() - 1), u"added: line 20100"_s);
    // A file beyond the limit of bytes is asked for whole.
    DiffView large;
    show(large, {modified("b.txt", "x\n", numbered(100), {.fileLimit = 100})});
    int asked = 0;
    connect(&large, &DiffView::wholeFileWanted, this, [&](const diff::FileChange &) { ++asked; });
    QCOMPARE(large.rowText(1), u"792 bytes: lines were not compared · Enter compares them"_s);
    QVERIFY(large.open(1));
    QCOMPARE(asked, 1);
}

void TstDiffView::sideBySideNeedsRoomAndKeepsThePlace()
{
    DiffView view;
    view.resize(2400, 400);
    view.show();
    show(view, {modified("a.txt", "a\nold word\nb\nc\n", "a\nnew word\nb\nc\nd\n")});
    view.setCurrentRow(view.document().rowOf(DiffLine{0, 4, false}));
    view.setSideBySide(true);
    QVERIFY(view.isSideBySide());
    QCOMPARE(rowsOf(view),
             (QStringList{u"File a.txt: modified"_s, u"a"_s, u"removed: old word, added: new word"_s, u"b"_s, u"c"_s,
                          u"added: d"_s}));
    QCOMPARE(view.rowText(view.currentRow()), u"added: d"_s);
    view.resize(700, 400);
    QTRY_VERIFY(!view.isSideBySide());
    QCOMPARE(view.rowText(view.currentRow()), u"added: d"_s);
}

void TstDiffView::whatIsReadAboveMovesNothing()
{
    DiffView view;
    view.resize(800, 100);
    view.show();
    const Given above = modified("a.txt", "x\n", numbered(50)), below = modified("b.txt", "x\n", numbered(80));
    view.setFiles({above.change, below.change});
    view.setRead({{below.change.path(), below.read}});
    view.setCurrentRow(view.document().rowOf(DiffLine{1, 60, false}), false, true);
    const QString top = view.rowText(view.verticalScrollBar()->value());
    view.setRead({{above.change.path(), above.read}});
    QCOMPARE(view.rowText(view.verticalScrollBar()->value()), top);
    QCOMPARE(view.rowText(view.currentRow()), u"added: line 61"_s);
    // A rename found later: the file that it was is gone, the place stays.
    diff::FileChange renamed = below.change;
    renamed.status = diff::FileStatus::Renamed;
    renamed.before.path = RepoPath("z.txt");
    view.setFiles({renamed});
    QCOMPARE(view.document().sectionCount(), 1);
    QCOMPARE(view.currentFile(), 0);
}

void TstDiffView::keysWalkRowsHunksAndFiles()
{
    DiffPane pane;
    pane.resize(900, 400);
    pane.show();
    pane.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    DiffView *view = pane.view();
    QByteArray after = numbered(100);
    after.replace("line 20\n", "").replace("line 60\n", "");
    show(*view, {modified("a.txt", numbered(100), after), modified("b.txt", "one\n", "two\n")});
    view->setFocus();
    const auto said = [&] { return view->rowText(view->currentRow()); };
    QTest::keyClick(view, Qt::Key_N);
    QCOMPARE(said(), u"removed: line 20"_s);
    QTest::keyClick(view, Qt::Key_N);
    QCOMPARE(said(), u"removed: line 60"_s);
    QTest::keyClick(view, Qt::Key_N);
    QCOMPARE(said(), u"removed: one"_s);
    QTest::keyClick(view, Qt::Key_N); // there is none behind
    QCOMPARE(said(), u"removed: one"_s);
    QTest::keyClick(view, Qt::Key_P);
    QCOMPARE(said(), u"removed: line 60"_s);
    QTest::keyClick(view, Qt::Key_BracketRight);
    QCOMPARE(said(), u"File b.txt: modified"_s);
    QTest::keyClick(view, Qt::Key_BracketLeft);
    QCOMPARE(said(), u"File a.txt: modified"_s);
    QTest::keyClick(view, Qt::Key_Down);
    QVERIFY(said().startsWith(u"16 unchanged"_s));
    QTest::keyClick(view, Qt::Key_End);
    QCOMPARE(said(), u"added: two"_s);
    QTest::keyClick(view, Qt::Key_Home);
    view->goToLine(59); // the old line 61
    QCOMPARE(said(), u"line 61"_s);
    view->goToLine(1'000'000);
    QVERIFY(said().contains(u"unchanged"_s)); // hidden in the last fold
}

void TstDiffView::wholeRowsAndCharactersAreCopied()
{
    DiffView view;
    view.resize(900, 400);
    view.show();
    show(view, {modified("a.txt", "\told one\nb\n", "\tnew\x81 two\nb\n")});
    QCOMPARE(view.rowText(1), u"Encoding: UTF-8 becomes UTF-8 with stray bytes"_s);
    view.setCurrentRow(2);
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(view.selection().last(), 4);
    QTest::keySequence(&view, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), u"\told one\n\tnew\\x81 two\nb\n"_s);
    // From one character to another, over what a tab and an escape take.
    const DiffGeometry geometry = view.geometryNow();
    const auto at = [&](int row, int column) {
        return QPoint(geometry.textLeft(false) + column * geometry.charWidth + 1, geometry.top(row) + 5);
    };
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, at(2, 8));
    QMouseEvent move(QEvent::MouseMove, at(3, 7), view.viewport()->mapToGlobal(at(3, 7)), Qt::NoButton, Qt::LeftButton,
                     {});
    QApplication::sendEvent(view.viewport(), &move);
    QCOMPARE(view.selectedText(), u"one\n\tnew"_s);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, at(2, 5));
    QCOMPARE(view.selectedText(), u"old"_s);
}

void TstDiffView::hitsAreWalkedRound()
{
    DiffView view;
    show(view, {modified("a.txt", "x\n", "x\nhit 1\nno\nhit 2\n")});
    view.setHits(u"hit"_s, findInRows(view.document().allRows(), u"hit"_s));
    view.goToHit(false);
    QCOMPARE(view.rowText(view.currentRow()), u"added: hit 1"_s);
    view.goToHit(false);
    QCOMPARE(view.rowText(view.currentRow()), u"added: hit 2"_s);
    view.goToHit(false);
    QCOMPARE(view.rowText(view.currentRow()), u"added: hit 1"_s);
    view.goToHit(true);
    QCOMPARE(view.rowText(view.currentRow()), u"added: hit 2"_s);
}

void TstDiffView::rowsAreExposedToAccessibility()
{
    DiffView view;
    view.resize(900, 300);
    view.show();
    show(view, {modified("a.txt", "old\n", "new\n")});
    QAccessibleInterface *list = QAccessible::queryAccessibleInterface(&view);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), 3);
    QCOMPARE(list->child(1)->text(QAccessible::Name), u"removed: old"_s);
    const QRect second = list->child(1)->rect();
    QCOMPARE(list->childAt(second.center().x(), second.center().y()), list->child(1));
    view.setCurrentRow(2);
    QCOMPARE(list->focusChild(), list->child(2));
    QVERIFY(!list->child(0)->state().offscreen);
    view.clear({});
    QCOMPARE(list->childCount(), 0);
}

void TstDiffView::colourOfLinesFollowsTheScheme()
{
    DiffView view;
    view.resize(900, 300);
    for (const Colours &colours : {lightColours(), darkColours()}) {
        view.setPalette(paletteOf(colours));
        show(view, {modified("a.txt", "old word\n", "new word\n")});
        const QImage image = view.viewport()->grab().toImage();
        QVERIFY(hasColour(image, colours.added));
        QVERIFY(hasColour(image, colours.removed));
        QVERIFY(hasColour(image, colours.addedWords));
        QVERIFY(hasColour(image, colours.removedWords));
        QVERIFY(hasColour(image, colours.ground));
    }
}

void TstDiffView::inksOfWhatIsNotSeenAreLetGoOf()
{
    DiffView view;
    view.resize(900, 100);
    view.show();
    const Given seen = modified("a.c", "int a;\n", numbered(40)), one = modified("b.c", "x\n", "y\n"),
                other = modified("c.c", "x\n", "y\n");
    show(view, {seen, one, other});
    QList<diff::FileChange> gone;
    connect(&view, &DiffView::inksLetGo, this, [&](const diff::FileChange &file) { gone.append(file); });
    FileInks many;
    many.spans.resize(DiffView::kInksKept / 2);
    many.ends = {quint32(many.spans.size())};
    view.setInks(seen.change, many, {});
    view.setInks(one.change, many, {});
    QVERIFY(gone.isEmpty());
    view.setInks(other.change, many, {});
    // The oldest that is not seen went, and is asked for again once it is.
    QCOMPARE(gone, QList{one.change});
    QVERIFY(view.document().section(0).isInked() && view.document().section(2).isInked());
    QVERIFY(!view.document().section(1).isInked());
    QList<diff::FileChange> wanted;
    connect(&view, &DiffView::filesSeen, this, [&](const QList<diff::FileChange> &files) { wanted = files; });
    view.goToFile(one.change.path());
    QTRY_VERIFY(wanted.contains(one.change));
}

void TstDiffView::hostileFilesArePainted_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("one long line") << QByteArray(2'000'000, 'x') << QByteArray(2'000'000, 'x') + 'y';
    QTest::newRow("no text") << QByteArray() << QByteArray("\r\r\r\x1b[2J\x7f\xc2\x85\n");
    QTest::newRow("stray bytes") << QByteArray("\xff\xfe\xfd\n") << QByteArray("\xc0\x80\xed\xa0\x80\n");
    QTest::newRow("marks upon marks") << QByteArray("a\n") << "a" + QByteArray("\xcc\x81").repeated(5000) + "\n";
    QTest::newRow("overrides") << QByteArray("a\n") << QByteArray("\xe2\x80\xae").repeated(3000) + "\n";
}

void TstDiffView::hostileFilesArePainted()
{
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    DiffView view;
    view.resize(900, 300);
    show(view, {modified("a.c", before, after)});
    const QImage image = view.viewport()->grab().toImage();
    QVERIFY(hasColour(image, coloursOf(&view).added));
    for (const QString &row : rowsOf(view)) {
        QVERIFY(row.size() <= 32'000);
        for (const QChar c : row)
            QVERIFY(c.isPrint() || c.isSurrogate());
    }
    view.setSideBySide(true);
    view.resize(2400, 300);
    QVERIFY(!view.viewport()->grab().isNull());
}

void TstDiffView::manyRowsCostNoMoreThanWhatIsSeen()
{
    // Structure, not time: of a hundred thousand lines only those that are seen are laid out, and no widget is one.
    DiffView view;
    view.resize(900, 300);
    view.show();
    show(view, {modified("a.txt", numbered(100'000, "old "), numbered(100'000, "new "))});
    QVERIFY(view.open(view.document().count() - 1));
    QVERIFY(view.document().count() > 200'000);
    (void)view.viewport()->grab();
    QCOMPARE(view.laidLines(), view.geometryNow().fullRows(view.viewport()->height()));
    QVERIFY(view.findChildren<QWidget *>().size() < 10);
}

QTEST_MAIN(TstDiffView)
#include "tst_diffview.moc"
