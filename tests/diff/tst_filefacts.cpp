// What can be said in words of a changed file.
#include "tests/diff/generated.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

class TstFileFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lineEndsAreTold_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<LineEndStyle>("style");
        QTest::addColumn<bool>("newlineAtEnd");
        QTest::newRow("empty") << QByteArray() << LineEndStyle::None << true;
        QTest::newRow("one line without") << QByteArray("a") << LineEndStyle::None << false;
        QTest::newRow("LF") << QByteArray("a\nb\n") << LineEndStyle::Lf << true;
        QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << LineEndStyle::CrLf << true;
        QTest::newRow("CR") << QByteArray("a\rb\r") << LineEndStyle::Cr << false;
        QTest::newRow("mixed") << QByteArray("a\r\nb\n") << LineEndStyle::Mixed << true;
        QTest::newRow("a lone CR beside LF") << QByteArray("a\rb\n") << LineEndStyle::Mixed << true;
        QTest::newRow("CR CR LF") << QByteArray("a\r\r\n") << LineEndStyle::Mixed << true;
        QTest::newRow("UTF-16") << encoded(u"\ufeffa\r\nb"_s, TextEncoding::Utf16Le) << LineEndStyle::CrLf << false;
        QTest::newRow("UTF-16, big endian")
            << encoded(u"\ufeffa\nb\n"_s, TextEncoding::Utf16Be) << LineEndStyle::Lf << true;
    }

    void lineEndsAreTold()
    {
        QFETCH(QByteArray, bytes);
        const VersionFacts facts = factsOf({.mode = 0100644}, bytes);
        QCOMPARE(facts.kind, ContentKind::Text);
        QTEST(facts.lineEnds(), "style");
        QTEST(facts.newlineAtEnd, "newlineAtEnd");
    }

    void imagesAreKnownByTheirFirstBytes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<ImageFormat>("format");
        QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1a\n\0", 9) << ImageFormat::Png;
        QTest::newRow("JPEG") << QByteArray("\xff\xd8\xff\xe0\0", 5) << ImageFormat::Jpeg;
        QTest::newRow("GIF") << QByteArray("GIF89a\1\0", 8) << ImageFormat::Gif;
        QTest::newRow("WebP") << QByteArray("RIFF\1\0\0\0WEBPVP8 ", 16) << ImageFormat::Webp;
        QTest::newRow("AVIF") << QByteArray("\0\0\0\x1c"
                                            "ftypavif",
                                            12)
                              << ImageFormat::Avif;
        QTest::newRow("TIFF") << QByteArray("II*\0\1", 5) << ImageFormat::Tiff;
        QTest::newRow("ICO") << QByteArray("\0\0\1\0\1\0", 6) << ImageFormat::Ico;
        QTest::newRow("BMP") << "BM" + QByteArray("\x46\1\0\0\0\0\0\0", 8) + QByteArray(20, '\0') << ImageFormat::Bmp;
        QTest::newRow("SVG") << QByteArray("<?xml version=\"1.0\"?>\n<svg/>") << ImageFormat::Svg;
        QTest::newRow("text about BM, longer than a header")
            << QByteArray("BM is not always a bitmap\n") << ImageFormat::None;
        QTest::newRow("nothing") << QByteArray() << ImageFormat::None;
    }

    void imagesAreKnownByTheirFirstBytes()
    {
        QFETCH(QByteArray, bytes);
        QTEST(factsOf({.mode = 0100644}, bytes).image, "format");
    }

    void binaryIsWhatGitTakesForIt()
    {
        const auto kind = [](const QByteArray &bytes) { return factsOf({.mode = 0100644}, bytes).kind; };
        QCOMPARE(kind(QByteArray(7999, 'x') + '\0'), ContentKind::Binary);
        QCOMPARE(kind(QByteArray(8000, 'x') + '\0'), ContentKind::Text);
        QCOMPARE(kind("\xff\xfe\1\2\3"), ContentKind::Text);
    }

    void whatChangedBesideTheLinesIsSaid()
    {
        const FileFacts ends = diffOf("a\nb\n", "a\r\nb\r\n").facts();
        QVERIFY(ends.lineEndsChanged());
        QVERIFY(!ends.encodingChanged() && !ends.byteOrderMarkChanged() && !ends.newlineAtEndChanged());
        QVERIFY(diffOf("a\n", "a").facts().newlineAtEndChanged());
        QVERIFY(diffOf("\xf6\n", "\xc3\xb6\n").facts().encodingChanged());
        QVERIFY(diffOf("a\n",
                       "\xef\xbb\xbf"
                       "a\n")
                    .facts()
                    .byteOrderMarkChanged());
        QVERIFY(!diffOf("", "\xf6\n").facts().encodingChanged());
        QVERIFY(!diffOf("a", "a\nb\n").facts().lineEndsChanged());
        QVERIFY(diffOf("", "x").facts().before.isEmpty());
        const FileDiff mode = diffOf("a\n", "a\n", {}, 0100644, 0100755);
        QVERIFY(mode.change().modeChanged());
        QVERIFY(mode.hunks().isEmpty());
    }

    void linksAndSubmodulesAreNoText()
    {
        const FileDiff link = diffOf("to here", "to there", {}, 0120000, 0120000);
        QCOMPARE(link.facts().after.kind, ContentKind::Link);
        QCOMPARE(link.after().bytes(), "to there");
        QCOMPARE(link.added(), 1);
        const FileDiff submodule = diffOf({}, "text\n", {}, 0160000, 0100644);
        QCOMPARE(submodule.facts().before.kind, ContentKind::Submodule);
        QCOMPARE(submodule.added(), 1);
        const FileDiff added = diffOf({}, "text\n", {}, 0, 0100644);
        QCOMPARE(added.facts().before.kind, ContentKind::Absent);
        QVERIFY(!added.facts().before.isEmpty());
        QVERIFY(!added.change().modeChanged());
    }
};

QTEST_GUILESS_MAIN(TstFileFacts)
#include "tst_filefacts.moc"
