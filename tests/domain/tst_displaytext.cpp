#include "core/domain/displaytext.h"

#include <QProcess>
#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

class TstDisplayText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingInATextMovesTheCursorOrTurnsTheReadingOrder_data();
    void nothingInATextMovesTheCursorOrTurnsTheReadingOrder();
    void whatCannotHarmStaysAsItIs();
    void wideLettersTakeTwoColumnsAndMarksNone();
    void aLongTextIsCutToItsColumnsAndSaysSo();
    void aCutNeverSplitsAPairOfSurrogates();
    void linesBreakBetweenWordsAndHangIndented();
    void aWordIsReadBackByTheShellAsItWas();
};

void TstDisplayText::nothingInATextMovesTheCursorOrTurnsTheReadingOrder_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("escape sequence") << u"a\x1b[2Jb"_s << u"a\\x1b[2Jb"_s;
    QTest::newRow("carriage return") << u"safe\rgone"_s << u"safe\\x0dgone"_s;
    QTest::newRow("line end") << u"one\ntwo"_s << u"one\\ntwo"_s;
    QTest::newRow("tab") << u"a\tb"_s << u"a\\tb"_s;
    QTest::newRow("backspace") << u"x\by"_s << u"x\\x08y"_s;
    QTest::newRow("eight-bit control sequence introducer") << u"a\u009b31m"_s << u"a\\x9b31m"_s;
    QTest::newRow("right-to-left override") << u"a\u202egpj.exe"_s << u"a\\u202egpj.exe"_s;
    QTest::newRow("isolate") << u"\u2066x\u2069"_s << u"\\u2066x\\u2069"_s;
    QTest::newRow("zero width") << u"F\u200b1"_s << u"F\\u200b1"_s;
    QTest::newRow("line separator") << u"a\u2028b"_s << u"a\\u2028b"_s;
    QTest::newRow("half a surrogate") << u"a"_s + QChar(0xd800) << u"a\\ud800"_s;
    QTest::newRow("tag character beyond the first plane") << QString::fromUcs4(U"a\U000e0041") << u"a\\ue0041"_s;
    QTest::newRow("delete") << u"a\x7f"_s << u"a\\x7f"_s;
    QTest::newRow("nul") << u"a"_s + QChar(0) + u'b' << u"a\\x00b"_s;
}

void TstDisplayText::nothingInATextMovesTheCursorOrTurnsTheReadingOrder()
{
    QFETCH(QString, text);
    QTEST(visible(text), "shown");
}

void TstDisplayText::whatCannotHarmStaysAsItIs()
{
    const QString text = u"Ünïcode, 日本語, naïve (e\u0301), 🙂 and \\ backslash"_s;
    QCOMPARE(visible(text), text);
}

void TstDisplayText::wideLettersTakeTwoColumnsAndMarksNone()
{
    QCOMPARE(columns(u"abc"_s), 3);
    QCOMPARE(columns(u"日本"_s), 4);
    QCOMPARE(columns(u"e\u0301"_s), 1);
    QCOMPARE(columns(u"🙂"_s), 2);
    QCOMPARE(padded(u"日本"_s, 6), u"日本  "_s);
}

void TstDisplayText::aLongTextIsCutToItsColumnsAndSaysSo()
{
    QCOMPARE(fitted(u"0123456789"_s, 10), u"0123456789"_s);
    QCOMPARE(fitted(u"0123456789"_s, 9), u"01234567…"_s);
    QCOMPARE(fitted(u"日本語日本語"_s, 6), u"日本…"_s);
    QCOMPARE(fitted(u"abcdef"_s, 1), u"abc…"_s); // four columns at least
    QCOMPARE(fitted(u"a\nb"_s, 80), u"a\\nb"_s);
    QVERIFY(columns(fitted(QString(100000, u'x'), 40)) == 40);
}

void TstDisplayText::aCutNeverSplitsAPairOfSurrogates()
{
    for (int width = 4; width < 12; ++width) {
        const QString cut = fitted(u"🙂🙂🙂🙂🙂🙂"_s, width);
        QVERIFY(cut.isValidUtf16());
        QVERIFY(columns(cut) <= width);
    }
}

void TstDisplayText::linesBreakBetweenWordsAndHangIndented()
{
    QCOMPARE(wrapped(u"one two three four"_s, 9, 2), u"one two\n  three\n  four"_s);
    QCOMPARE(wrapped(u"averyverylongword x"_s, 5), u"averyverylongword\nx"_s);
}

void TstDisplayText::aWordIsReadBackByTheShellAsItWas()
{
    QCOMPARE(shellWord(u"tally-2026-11-30-1a2b3c"_s), u"tally-2026-11-30-1a2b3c"_s);
    QCOMPARE(shellWord(QString()), u"''"_s);
    QCOMPARE(shellWord(u"it's $HOME; rm"_s), u"'it'\\''s $HOME; rm'"_s);
    QCOMPARE(shellWord(u"~/x"_s), u"'~/x'"_s);
    const QString hostile = u"a\x1b[2J'\\ \u202e\u009b\n日"_s;
    QCOMPARE(visible(shellWord(hostile)), shellWord(hostile));
    QProcess bash;
    bash.start(u"bash"_s, {u"-c"_s, u"printf %s "_s + shellWord(hostile)});
    QVERIFY(bash.waitForFinished());
    QCOMPARE(QString::fromUtf8(bash.readAllStandardOutput()), hostile);
}

QTEST_GUILESS_MAIN(TstDisplayText)
#include "tst_displaytext.moc"
