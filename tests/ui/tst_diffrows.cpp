// The diff viewer without its input: which row is what, what it says, where it stands.
#include "tests/ui/shownchange.h"
#include "ui/diff/diffruler.h"
#include "ui/diff/fileinks.h"

#include <QBuffer>
#include <QRandomGenerator>
#include <QTest>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

class TstDiffRows : public QObject {
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
    void movedLinesAreSaidAsMoved();
    void hitsAreFoundInEveryEncoding();
    void capOnLongLinesIsSaid();
    void rulerGathersMarks();
    void rulerMissesNoChangeThoughItSkipsMost();
    void inksAreOfTheWholeFile();
    void onlyPicturesOfKnownFormatsAreDecoded();
    void svgIsDrawnAndReadAsText();
};

void TstDiffRows::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void TstDiffRows::geometryPlacesNumbersGlyphsAndText()
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

void TstDiffRows::shownLineKnowsWhereItsCharactersStand()
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

void TstDiffRows::rowsAreHeadsNotesFoldsAndLines()
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

void TstDiffRows::factsAreSaidInWords_data()
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

void TstDiffRows::factsAreSaidInWords()
{
    QFETCH(const diff::FileChange, change);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const QString, said);
    DiffView view;
    show(view, {file(change, before, after)});
    QVERIFY2(rowsOf(view).contains(said), qUtf8Printable(rowsOf(view).join(u'\n')));
}

void TstDiffRows::warningStandsUnderItsLine()
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

void TstDiffRows::floodOfWarningsIsCounted()
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

void TstDiffRows::movedLinesAreSaidAsMoved()
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

void TstDiffRows::hitsAreFoundInEveryEncoding()
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

void TstDiffRows::capOnLongLinesIsSaid()
{
    DiffView view;
    const QByteArray line(5000, 'x');
    show(view, {modified("a.txt", line + "\n", line + "y\n")});
    QCOMPARE(rowsOf(view).at(1),
             u"1 changed line is longer than 5,000 characters: shown to there, words not compared"_s);
    show(view, {modified("a.txt", line + "1\n", line + "2\n")});
    QVERIFY(rowsOf(view).at(1).startsWith(u"2 changed lines are"_s));
    show(view, {modified("a.txt", line + "\n", "x\n"), modified("b.txt", line + "1\na\n", line + "1\nb\n")});
    for (const QString &row : rowsOf(view))
        QVERIFY(!row.contains(u"longer than"_s));
}

void TstDiffRows::rulerGathersMarks()
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

void TstDiffRows::rulerMissesNoChangeThoughItSkipsMost()
{
    QRandomGenerator random(7);
    for (int round = 0; round < 40; ++round) {
        QList<Given> files;
        for (int i = 0; i < 3; ++i) {
            QByteArrayList lines = numbered(random.bounded(1, 800)).split('\n'), after;
            for (const QByteArray &line : std::as_const(lines)) {
                const quint32 what = random.bounded(round + 4);
                if (what != 0 && !line.isEmpty())
                    after.append(line);
                if (what == 1)
                    after.append("new");
            }
            files.append(modified(QByteArray::number(i), lines.join('\n'), after.join('\n') + '\n'));
        }
        DiffView view;
        view.resize(2000, 300);
        show(view, files);
        view.setSideBySide(round % 2 == 0);
        const DiffDocument &document = view.document();
        DiffRuler ruler(&view);
        ruler.resize(DiffRuler::kWidth, random.bounded(10, 2000));
        const RulerMarks marks = ruler.marks();
        RulerMarks every(document.count(), ruler.height());
        for (int i = 0; i < 3; ++i) {
            for (const diff::LineChange &change : document.section(i).file().changes()) {
                if (change.oldCount > 0)
                    every.add(document.rowOf(DiffLine{i, change.oldStart, true}), change.oldCount, RulerMarks::Removed);
                if (change.newCount > 0)
                    every.add(document.rowOf(DiffLine{i, change.newStart, false}), change.newCount, RulerMarks::Added);
            }
        }
        for (int y = 0; y < every.height(); ++y)
            QCOMPARE(int(marks.at(y) & (RulerMarks::Added | RulerMarks::Removed)), int(every.at(y)));
    }
}

void TstDiffRows::inksAreOfTheWholeFile()
{
    // Whether line 2 is a comment is told by line 1 alone.
    const diff::BlobLines lines("/* one\ntwo */ int x;\n", diff::TextEncoding::Utf8);
    FileInker inker(lines, RepoPath("a.c"));
    QVERIFY(inker.advance(1));
    QCOMPARE(inker.inks().ends.size(), 1);
    QVERIFY(!inker.advance(10));
    const FileInks inks = inker.inks();
    QCOMPARE(inks.ends.size(), 2);
    QVERIFY(!inks.line(1).empty());
    QCOMPARE(inks.line(1).front().ink, CodeInk::Comment);
    QCOMPARE(inks.line(1).front().start, 0);
    QVERIFY(inks.line(7).empty());
    FileInker unknown(lines, RepoPath("a.unknown"));
    QVERIFY(!unknown.advance(10));
    QVERIFY(unknown.inks().ends.isEmpty());
    StopSource stop;
    stop.requestStop();
    FileInker stopped(lines, RepoPath("a.c"));
    QVERIFY(!stopped.advance(10, stop.token()));
    QVERIFY(stopped.inks().ends.isEmpty());
}

void TstDiffRows::onlyPicturesOfKnownFormatsAreDecoded()
{
    QImage drawn(20, 10, QImage::Format_RGB32);
    drawn.fill(Qt::red);
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    QVERIFY(drawn.save(&buffer, "png"));
    QCOMPARE(pictureOf(png, diff::ImageFormat::Png).image.size(), QSize(20, 10));
    QVERIFY(pictureOf(png, diff::ImageFormat::Gif).image.isNull());
    QVERIFY(pictureOf(png.first(png.size() / 2), diff::ImageFormat::Jpeg).image.isNull());
    QVERIFY(pictureOf({}, diff::ImageFormat::Png).image.isNull());
    // What promises to become gigantic is not decoded.
    QImage wide(20'000, 1000, QImage::Format_Mono);
    wide.fill(0);
    QByteArray large;
    QBuffer largeBuffer(&large);
    largeBuffer.open(QIODevice::WriteOnly);
    QVERIFY(wide.save(&largeBuffer, "png"));
    QVERIFY(pictureOf(large, diff::ImageFormat::Png).image.isNull());
}

void TstDiffRows::svgIsDrawnAndReadAsText()
{
    const auto svg = [](const QByteArray &inside) {
        return R"(<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="16" height="8">)"
            + inside + "</svg>\n";
    };
    const QByteArray before = svg("<rect width='16' height='8' fill='#ff0000'/>"),
                     after = svg("<rect width='16' height='8' fill='#00ff00'/>");
    const Picture picture = pictureOf(before, diff::ImageFormat::Svg);
    QCOMPARE(picture.size, QSize(16, 8));
    QCOMPARE(picture.image.size(), QSize(96, 48)); // large enough to be seen
    QCOMPARE(picture.image.pixelColor(48, 24), QColor(0xff, 0, 0));
    // What names other files, or grows when it is drawn, is text alone.
    for (const char *inside :
         {"<image xlink:href='/etc/passwd'/>", "<use xlink:href='#a'/>", "<style>@import url(http://a.invalid)</style>",
          "<pattern id='a'/>", "<foreignObject/>", "<script>1</script>"})
        QVERIFY2(pictureOf(svg(inside), diff::ImageFormat::Svg).image.isNull(), inside);
    QVERIFY(pictureOf("<!DOCTYPE svg [<!ENTITY a 'b'>]>" + before, diff::ImageFormat::Svg).image.isNull());
    QVERIFY(pictureOf("<svg", diff::ImageFormat::Svg).image.isNull());
    DiffView view;
    Given given = modified("a.svg", before, after);
    given.read.before = picture;
    given.read.after = pictureOf(after, diff::ImageFormat::Svg);
    show(view, {given});
    const QStringList rows = rowsOf(view);
    QCOMPARE(rows.at(1), u"Picture: 16 × 8 pixels, as before"_s);
    QVERIFY(rows.contains(u"The picture, before and after"_s));
    QVERIFY(rows.contains(u"added: "_s + QString::fromUtf8(after.chopped(1))));
    given.read.after.size = QSize(32, 16);
    show(view, {given});
    QCOMPARE(rowsOf(view).at(1), u"Picture: 16 × 8 becomes 32 × 16 pixels"_s);
    given.read.before = {};
    show(view, {given});
    QCOMPARE(rowsOf(view).at(1), u"Picture: 32 × 16 pixels"_s);
}

QTEST_MAIN(TstDiffRows)
#include "tst_diffrows.moc"
