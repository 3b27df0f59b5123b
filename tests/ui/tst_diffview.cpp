// The diff viewer: which row is what, what it says, and the view driven by keys and mouse.
#include "ui/diff/diffpane.h"
#include "ui/diff/diffruler.h"
#include "ui/diff/fileinks.h"
#include "ui/look/look.h"

#include <QAccessible>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QScrollBar>
#include <QTest>

using namespace assay;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

diff::FileVersion version(const QByteArray &path, const QByteArray &bytes, quint32 mode = 0100644)
{
    return {RepoPath(path), mode, ObjectId(Digest::of(bytes).hex().first(40))};
}

struct Given {
    diff::FileChange change;
    ReadFile read;
};

Given file(diff::FileChange change, const QByteArray &before, const QByteArray &after,
           const diff::Options &options = {})
{
    ReadFile read;
    read.diff = diff::FileDiff::between(change, before, after, options);
    if (read.diff)
        read.warnings = diff::addedWarnings(*read.diff);
    return {change, read};
}

Given modified(const QByteArray &path, const QByteArray &before, const QByteArray &after,
               const diff::Options &options = {})
{
    return file({.status = diff::FileStatus::Modified, .before = version(path, before), .after = version(path, after)},
                before, after, options);
}

void show(DiffView &view, const QList<Given> &files)
{
    QList<diff::FileChange> changes;
    QHash<RepoPath, ReadFile> read;
    for (const Given &one : files) {
        changes.append(one.change);
        read.insert(one.change.path(), one.read);
    }
    view.setFiles(changes);
    view.setRead(read);
}

QStringList rowsOf(const DiffView &view)
{
    QStringList rows;
    for (int row = 0; row < view.document().count(); ++row)
        rows.append(view.rowText(row));
    return rows;
}

QByteArray numbered(int count, const QByteArray &begin = "line ")
{
    QByteArray text;
    for (int i = 1; i <= count; ++i)
        text += begin + QByteArray::number(i) + '\n';
    return text;
}

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
    void geometryPlacesNumbersGlyphsAndText();
    void shownLineKnowsWhereItsCharactersStand();
    void rowsAreHeadsNotesFoldsAndLines();
    void factsAreSaidInWords_data();
    void factsAreSaidInWords();
    void warningStandsUnderItsLine();
    void floodOfWarningsIsCounted();
    void foldsOpenByTwentyLinesOrWhole();
    void cutFileIsShownWholeOnDemand();
    void sideBySideNeedsRoomAndKeepsThePlace();
    void movedLinesAreSaidAsMoved();
    void whatIsReadAboveMovesNothing();
    void keysWalkRowsHunksAndFiles();
    void wholeRowsAndCharactersAreCopied();
    void hitsAreFoundInEveryEncoding();
    void hitsAreWalkedRound();
    void rulerGathersMarks();
    void rowsAreExposedToAccessibility();
    void colourOfLinesFollowsTheScheme();
    void inksAreOfTheWholeFile();
    void onlyPicturesOfKnownFormatsAreDecoded();
    void hostileFilesArePainted_data();
    void hostileFilesArePainted();
    void manyRowsCostNoMoreThanWhatIsSeen();
};

void TstDiffView::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void TstDiffView::geometryPlacesNumbersGlyphsAndText()
{
    DiffGeometry unified{.rowHeight = 18, .charWidth = 8, .digits = 4, .width = 1001, .first = 100, .scrolled = 30};
    QCOMPARE(unified.top(102), 36);
    QCOMPARE(unified.rowAt(17), 100);
    QCOMPARE(unified.rowAt(18), 101);
    QCOMPARE(unified.rowAt(-1), 99);
    QCOMPARE(unified.numberLeft(true), 0);
    QCOMPARE(unified.numberLeft(false), 40);
    QCOMPARE(unified.glyphLeft(true), unified.glyphLeft(false));
    QCOMPARE(unified.textClip(false), 100);
    QCOMPARE(unified.textLeft(false), 70);
    QVERIFY(!unified.oldAt(0));
    DiffGeometry halves = unified;
    halves.sideBySide = true;
    QCOMPARE(halves.halfLeft(true), 0);
    QCOMPARE(halves.halfLeft(false), 501);
    QCOMPARE(halves.halfRight(true), 500);
    QCOMPARE(halves.textClip(true), 60);
    QCOMPARE(halves.textClip(false), 561);
    QVERIFY(halves.oldAt(500));
    QVERIFY(!halves.oldAt(501));
    QCOMPARE(halves.fullRows(0), 1);
}

void TstDiffView::shownLineKnowsWhereItsCharactersStand()
{
    const ShownLine plain(u"abc"_s);
    QCOMPARE(plain.shownAt(2), 2);
    QCOMPARE(plain.positionAt(9), 3);
    // A tab, an override, a stray byte, a pair.
    const ShownLine line(u"a\t\u202eb\xdcff😀c"_s);
    QCOMPARE(line.text(), u"a   \\u202eb\\xff😀c"_s);
    QCOMPARE(line.shownAt(1), 1);
    QCOMPARE(line.shownAt(2), 4);
    QCOMPARE(line.shownAt(3), 10);
    QCOMPARE(line.positionAt(2), 1);
    QCOMPARE(line.positionAt(7), 2);
    QCOMPARE(line.positionAt(15), 5);
    QCOMPARE(line.positionAt(line.text().size()), 8);
    QCOMPARE(line.shown({2, 1}), (diff::Span{4, 6}));
}

void TstDiffView::rowsAreHeadsNotesFoldsAndLines()
{
    DiffView view;
    QByteArray after = numbered(40);
    after.replace("line 20\n", "line twenty\n");
    show(view, {modified("a.txt", numbered(40), after)});
    QCOMPARE(rowsOf(view),
             (QStringList{u"File a.txt: modified"_s, u"16 unchanged lines · in line 16"_s, u"line 17"_s, u"line 18"_s,
                          u"line 19"_s, u"removed: line 20"_s, u"added: line twenty"_s, u"line 21"_s, u"line 22"_s,
                          u"line 23"_s, u"17 unchanged lines"_s}));
    QCOMPARE(view.document().hunkRows(), QList<int>{5});
    QCOMPARE(view.document().highestLine(), 40);
}

void TstDiffView::factsAreSaidInWords_data()
{
    QTest::addColumn<diff::FileChange>("change");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("said");
    using enum diff::FileStatus;
    const auto row
        = [](const char *name, diff::FileStatus status, const QByteArray &before, quint32 oldMode,
             const QByteArray &after, quint32 newMode, const QString &said, const QByteArray &oldPath = "f") {
              diff::FileChange change{.status = status, .before = {}, .after = {}, .similarity = 92};
              if (oldMode != 0)
                  change.before = version(oldPath, before, oldMode);
              if (newMode != 0)
                  change.after = version("f", after, newMode);
              QTest::newRow(name) << change << before << after << said;
          };
    const QByteArray binary("\0\1\2", 3);
    row("mode", Modified, "x\n", 0100644, "x\n", 0100755, u"Mode: a plain file becomes executable"_s);
    row("new executable", Added, "", 0, "x\n", 0100755, u"The new file is executable"_s);
    row("type", TypeChanged, "x\n", 0100644, "y", 0120000, u"Mode: a plain file becomes a link"_s);
    row("link", Modified, "x", 0120000, "y", 0120000, u"A link: its one line is where it leads"_s);
    row("rename", Renamed, "x\n", 0100644, "y\n", 0100644, u"File old → f: renamed, 92 % the same"_s, "old");
    row("copy", Copied, "x\n", 0100644, "y\n", 0100644, u"File old → f: copied, 92 % the same"_s, "old");
    row("line ends", Modified, "x\n", 0100644, "x\r\n", 0100644, u"Line ends: LF becomes CRLF"_s);
    row("newline gone", Modified, "x\n", 0100644, "x", 0100644, u"The newline at the end of the file is gone"_s);
    row("newline added", Modified, "x", 0100644, "x\n", 0100644, u"A newline was added at the end of the file"_s);
    row("no newline", Modified, "x\ny", 0100644, "z\ny", 0100644, u"no newline at the end of the file"_s);
    row("encoding", Modified, "\xe4\n", 0100644, "\xc3\xa4\n", 0100644,
        u"Encoding: ISO 8859-1 (a guess) becomes UTF-8"_s);
    row("byte order mark", Modified, "x\n", 0100644, "\xef\xbb\xbfx\n", 0100644,
        u"Encoding: UTF-8 becomes UTF-8 with a byte order mark"_s);
    row("binary", Modified, binary, 0100644, binary + "\3", 0100644, u"Binary: 3 bytes become 4 bytes"_s);
    row("binary gone", Deleted, binary, 0100644, "", 0, u"Binary: 3 bytes are gone"_s);
    row("empty", Added, "", 0, "", 0100644, u"The new file is empty"_s);
    row("was empty", Deleted, "", 0100644, "", 0, u"The file was empty"_s);
    row("submodule", Modified, "a", 0160000, "b", 0160000,
        u"Submodule: commit %1 becomes %2"_s.arg(version("f", "a").blob.shortText(),
                                                 version("f", "b").blob.shortText()));
}

void TstDiffView::factsAreSaidInWords()
{
    QFETCH(const diff::FileChange, change);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const QString, said);
    DiffView view;
    show(view, {file(change, before, after)});
    QVERIFY2(rowsOf(view).contains(said), qUtf8Printable(rowsOf(view).join(u'\n')));
}

void TstDiffView::warningStandsUnderItsLine()
{
    DiffView view;
    show(view, {modified("a.py", "a\nb\n", "a\nx\xe2\x80\xaey\nb\n")});
    const QStringList rows = rowsOf(view);
    QCOMPARE(rows.at(2), u"added: x\\u202ey"_s);
    QCOMPARE(rows.at(3), u"U+202E RIGHT-TO-LEFT OVERRIDE in column 2: turns the reading order"_s);
    QCOMPARE(rows.at(4), u"b"_s);
    // Lines behind it are still found.
    QCOMPARE(view.document().rowOf(DiffLine{0, 2, false}), 4);
    QCOMPARE(view.document().lineOf(4, false), (DiffLine{0, 2, false}));
    QCOMPARE(view.document().lineOf(3, false).line, -1);
}

void TstDiffView::floodOfWarningsIsCounted()
{
    const QByteArray hidden("\xe2\x80\xae");
    DiffView line;
    show(line, {modified("a.py", "a\n", "a\n" + hidden.repeated(2'000) + "\n")});
    QCOMPARE(line.document().count(), 7); // head, two lines, three warnings and how many more
    QCOMPARE(line.rowText(6), u"1,997 more in this line"_s);
    DiffView many;
    show(many, {modified("a.py", "a\n", "a\n" + (hidden + "\n").repeated(700))});
    QCOMPARE(many.rowText(1), u"700 warnings, of which the first 500 stand at their lines"_s);
    QCOMPARE(many.document().count(), 1 + 1 + 701 + 500);
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

void TstDiffView::movedLinesAreSaidAsMoved()
{
    const QByteArray block("int alphabet = one + two;\nint betaValue = three;\nint gammaValue = four;\n");
    DiffView view;
    const Given from = modified("a.c", block + "x\n", "x\n"), to = modified("b.c", "y\n", "y\n" + block);
    show(view, {from, to});
    view.setMoves(diff::movedLines({*from.read.diff, *to.read.diff}));
    QCOMPARE(view.rowText(1), u"moved away: int alphabet = one + two;"_s);
    QCOMPARE(view.rowHint(1), u"Moved to b.c, line 2"_s);
    const int there = view.document().rowOf(DiffLine{1, 3, false});
    QCOMPARE(view.rowText(there), u"moved here: int gammaValue = four;"_s);
    QCOMPARE(view.rowHint(there), u"Moved from a.c, line 3"_s);
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

void TstDiffView::hitsAreFoundInEveryEncoding()
{
    const auto utf16 = [](const QString &text) {
        QByteArray bytes("\xff\xfe");
        for (const QChar c : text)
            bytes.append(char(c.cell())).append(char(c.row()));
        return bytes;
    };
    DiffView view;
    show(view,
         {modified("a.txt", "Needle\nb\n", "b\nneedle here\n"),
          modified("b.txt", utf16(u"x\n"_s), utf16(u"x\nä NEEDLE\n"_s))});
    const DiffHits hits = findInRows(view.document().allRows(), u"needle"_s);
    QCOMPARE(hits.lines, (QList<DiffLine>{{0, 0, true}, {0, 1, false}, {1, 1, false}}));
    QVERIFY(findInRows(view.document().allRows(), u"nowhere"_s).lines.isEmpty());
    QVERIFY(findInRows(view.document().allRows(), QString()).lines.isEmpty());
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

void TstDiffView::rulerGathersMarks()
{
    RulerMarks marks(1000, 100);
    marks.add(0, 1, RulerMarks::Removed);
    marks.add(500, 100, RulerMarks::Added);
    marks.add(999, 1, RulerMarks::Hit);
    QCOMPARE(int(marks.at(0)), int(RulerMarks::Removed));
    QCOMPARE(int(marks.at(49)), 0);
    QCOMPARE(int(marks.at(50)), int(RulerMarks::Added));
    QCOMPARE(int(marks.at(59)), int(RulerMarks::Added));
    QCOMPARE(int(marks.at(60)), 0);
    QCOMPARE(int(marks.at(99)), int(RulerMarks::Hit));
    QCOMPARE(marks.rowAt(50), 500);
    QCOMPARE(marks.rowAt(5000), 990);
    RulerMarks none(0, 0);
    none.add(3, 1, RulerMarks::Hit);
    QCOMPARE(none.rowAt(10), 0);

    DiffView view;
    show(view, {modified("a.txt", numbered(10), numbered(10) + "x\n")});
    DiffRuler ruler(&view);
    ruler.resize(DiffRuler::kWidth, view.document().count());
    QCOMPARE(int(ruler.marks().at(view.document().rowOf(DiffLine{0, 10, false}))), int(RulerMarks::Added));
    QCOMPARE(int(ruler.marks().at(0)), int(RulerMarks::File));
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

void TstDiffView::inksAreOfTheWholeFile()
{
    // Whether line 2 is a comment is told by line 1 alone.
    const diff::BlobLines lines("/* one\ntwo */ int x;\n", diff::TextEncoding::Utf8);
    const FileInks inks = inksOf(lines, RepoPath("a.c"));
    QCOMPARE(inks.ends.size(), 2);
    QVERIFY(!inks.line(1).empty());
    QCOMPARE(inks.line(1).front().ink, CodeInk::Comment);
    QCOMPARE(inks.line(1).front().start, 0);
    QVERIFY(inks.line(7).empty());
    QVERIFY(inksOf(lines, RepoPath("a.unknown")).ends.isEmpty());
    StopSource stop;
    stop.requestStop();
    QVERIFY(inksOf(lines, RepoPath("a.c"), stop.token()).ends.isEmpty());
}

void TstDiffView::onlyPicturesOfKnownFormatsAreDecoded()
{
    QImage drawn(20, 10, QImage::Format_RGB32);
    drawn.fill(Qt::red);
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    QVERIFY(drawn.save(&buffer, "png"));
    QCOMPARE(pictureOf(png, diff::ImageFormat::Png).size(), QSize(20, 10));
    QVERIFY(pictureOf(png, diff::ImageFormat::Gif).isNull());
    QVERIFY(pictureOf(png.first(png.size() / 2), diff::ImageFormat::Jpeg).isNull());
    QVERIFY(pictureOf({}, diff::ImageFormat::Png).isNull());
    // What promises to become gigantic is not decoded.
    QImage wide(20'000, 1000, QImage::Format_Mono);
    wide.fill(0);
    QByteArray large;
    QBuffer largeBuffer(&large);
    largeBuffer.open(QIODevice::WriteOnly);
    QVERIFY(wide.save(&largeBuffer, "png"));
    QVERIFY(pictureOf(large, diff::ImageFormat::Png).isNull());
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
