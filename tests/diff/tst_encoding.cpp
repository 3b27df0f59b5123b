// Bytes as text and back.
#include "core/diff/bloblines.h"
#include "tests/diff/generated.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using assay::test::Generated;

class TstEncoding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEncodingIsTold_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<TextEncoding>("encoding");
        QTest::newRow("empty") << QByteArray() << TextEncoding::Utf8;
        QTest::newRow("ASCII") << QByteArray("plain\n") << TextEncoding::Utf8;
        QTest::newRow("UTF-8") << "Gr\u00f6\u00dfe \U0001f642"_ba << TextEncoding::Utf8;
        QTest::newRow("UTF-8 with mark") << QByteArray("\xef\xbb\xbfx") << TextEncoding::Utf8;
        QTest::newRow("UTF-16") << QByteArray("\xff\xfex\0", 4) << TextEncoding::Utf16Le;
        QTest::newRow("UTF-16, big endian") << QByteArray("\xfe\xff\0x", 4) << TextEncoding::Utf16Be;
        QTest::newRow("UTF-32 is not UTF-16") << QByteArray("\xff\xfe\0\0x\0\0\0", 8) << TextEncoding::Latin1;
        QTest::newRow("half a unit is no UTF-16") << QByteArray("\xff\xfex") << TextEncoding::Latin1;
        QTest::newRow("Latin-1") << QByteArray("Gr\xf6\xdf"
                                               "e")
                                 << TextEncoding::Latin1;
        QTest::newRow("a control of the upper half") << QByteArray("Gr\xf6\x85") << TextEncoding::Broken;
        QTest::newRow("UTF-8 with one bad byte") << QByteArray("\xc3\xb6\xff") << TextEncoding::Broken;
        QTest::newRow("overlong") << QByteArray("\xc0\x80") << TextEncoding::Broken;
    }

    void theEncodingIsTold()
    {
        QFETCH(QByteArray, bytes);
        QTEST(encodingOf(bytes), "encoding");
    }

    void whateverIsDecodedIsEncodedToTheSameBytes_data()
    {
        QTest::addColumn<TextEncoding>("encoding");
        QTest::newRow("UTF-8") << TextEncoding::Utf8;
        QTest::newRow("broken") << TextEncoding::Broken;
        QTest::newRow("Latin-1") << TextEncoding::Latin1;
        QTest::newRow("UTF-16") << TextEncoding::Utf16Le;
        QTest::newRow("UTF-16, big endian") << TextEncoding::Utf16Be;
    }

    void whateverIsDecodedIsEncodedToTheSameBytes()
    {
        QFETCH(TextEncoding, encoding);
        static const QByteArrayList kPieces{"a",
                                            "\xc3\xb6",
                                            "\xe6\x97\xa5",
                                            "\xf0\x9f\x99\x82",
                                            "\xed\xa0\x80",
                                            "\xed\xb0\x80",
                                            "\xff\xfe",
                                            "\xc0\x80",
                                            "\xf4\x90\x80\x80",
                                            "\xe6\x97",
                                            QByteArray(1, '\0'),
                                            "\r",
                                            "\xf0\x9f",
                                            "\xd8\x3d\xde\x42",
                                            "\x3d\xd8\x42\xde",
                                            "\x80"};
        Generated generated(7);
        for (int round = 0; round < 2000; ++round) {
            QByteArray bytes;
            for (int pieces = generated.below(12); pieces > 0; --pieces)
                bytes += generated.oneIn(4) ? QByteArray(1, char(generated.below(256)))
                                            : kPieces.at(generated.below(int(kPieces.size())));
            if (isUtf16(encoding) && bytes.size() % 2 != 0)
                bytes += ' ';
            const LineText line = LineText::decoded(bytes, encoding);
            QCOMPARE(encoded(line.text(), encoding), bytes);
            QCOMPARE(line.cut(), 0);
            QCOMPARE(line.byteAt(line.text().size()), bytes.size());
            // Any part of the text is a part of the bytes, as the map says.
            for (qsizetype position = 0; position <= line.text().size(); ++position) {
                const qsizetype byte = line.byteAt(position);
                QVERIFY(line.positionAt(byte) <= position);
                QCOMPARE(line.byteAt(line.positionAt(byte)), byte);
                if (line.positionAt(byte) == position) {
                    QCOMPARE(encoded(line.text().left(position), encoding), bytes.first(byte));
                    QCOMPARE(encoded(line.text().mid(position), encoding), bytes.sliced(byte));
                }
            }
            // A limit cuts between characters, and says what is missing.
            const int limit = generated.below(8);
            const LineText head = LineText::decoded(bytes, encoding, limit);
            QVERIFY(head.text().size() <= limit);
            QVERIFY(head.cut() == 0 || head.text().size() >= limit - 1);
            QCOMPARE(encoded(head.text(), encoding), bytes.chopped(head.cut()));
            QVERIFY(line.text().startsWith(head.text()));
        }
    }

    void aByteThatIsNoUtf8CanBeShown()
    {
        const LineText line = LineText::decoded("x\xff\xc3\xb6", TextEncoding::Broken);
        QCOMPARE(line.text().size(), 3);
        QVERIFY(isStrayByte(line.text().at(1).unicode()));
        QCOMPARE(line.text().at(2), u'ö');
        QCOMPARE(line.byteAt(2), 2);
        QCOMPARE(line.positionAt(3), 2); // the second byte of the letter
    }

    void linesAreCutAtLineFeedsOnly()
    {
        const BlobLines lines("one\r\ntwo\rstill\n\n\r\nend", TextEncoding::Utf8);
        QCOMPARE(lines.count(), 5);
        QCOMPARE(lines.text(0), QByteArrayView("one"));
        QCOMPARE(lines.lineEnd(0), LineEnd::CrLf);
        QCOMPARE(lines.text(1), QByteArrayView("two\rstill"));
        QCOMPARE(lines.text(2), QByteArrayView(""));
        QCOMPARE(lines.lineEnd(2), LineEnd::Lf);
        QCOMPARE(lines.text(3), QByteArrayView(""));
        QCOMPARE(lines.lineEnd(4), LineEnd::None);
        QCOMPARE(lines.lines(1, 2), QByteArrayView("two\rstill\n\n"));
        QCOMPARE(lines.lineAt(0), 0);
        QCOMPARE(lines.lineAt(4), 0); // the line feed itself
        QCOMPARE(lines.lineAt(5), 1);
        QCOMPARE(lines.lineAt(1000), 4);
        QCOMPARE(BlobLines("", TextEncoding::Utf8).count(), 0);
        QCOMPARE(BlobLines("\n", TextEncoding::Utf8).count(), 1);
    }
};

QTEST_GUILESS_MAIN(TstEncoding)
#include "tst_encoding.moc"
