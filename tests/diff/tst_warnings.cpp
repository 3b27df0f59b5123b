// Characters that deceive, where a change adds them and nowhere else.
#include "core/diff/warnings.h"
#include "tests/diff/generated.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

namespace {

/// "line:byte U+XXXX" of each.
QByteArrayList told(const QList<Warning> &warnings)
{
    QByteArrayList lines;
    for (const Warning &warning : warnings)
        lines.append(QByteArray::number(warning.line + 1) + ':' + QByteArray::number(warning.offset) + " U+"
                     + QByteArray::number(uint(warning.code), 16).toUpper().rightJustified(4, '0'));
    return lines;
}

QByteArrayList added(const QString &before, const QString &after)
{
    return told(addedWarnings(diffOf(before.toUtf8(), after.toUtf8())));
}

} // namespace

class TstWarnings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatDeceivesIsToldWithItsPlaceAndName_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<Warning>("warning");
        QTest::newRow("Trojan Source") << u"if (level != \"user\u202e \u2066// admin\")"_s.replace(u'\u2066', u' ')
                                       << Warning{Deceit::Bidirectional, 0, 18, 0x202e, u"RIGHT-TO-LEFT OVERRIDE"_s, 0};
        QTest::newRow("isolate") << u"a \u2067 b"_s
                                 << Warning{Deceit::Bidirectional, 0, 2, 0x2067, u"RIGHT-TO-LEFT ISOLATE"_s, 0};
        QTest::newRow("mark without a letter that needs it")
            << u"x\u200f = 1"_s << Warning{Deceit::Bidirectional, 0, 1, 0x200f, u"RIGHT-TO-LEFT MARK"_s, 0};
        QTest::newRow("zero width") << u"ad\u200bmin"_s
                                    << Warning{Deceit::Invisible, 0, 2, 0x200b, u"ZERO WIDTH SPACE"_s, 0};
        QTest::newRow("filler as a name")
            << u"let \u3164 = 1"_s << Warning{Deceit::Invisible, 0, 4, 0x3164, u"HANGUL FILLER"_s, 0};
        QTest::newRow("joiner between Latin letters")
            << u"a\u200db"_s << Warning{Deceit::Invisible, 0, 1, 0x200d, u"ZERO WIDTH JOINER"_s, 0};
        QTest::newRow("byte order mark within")
            << u"a \ufeff"_s << Warning{Deceit::Invisible, 0, 2, 0xfeff, u"ZERO WIDTH NO-BREAK SPACE"_s, 0};
        QTest::newRow("tag") << u"a "_s + QString::fromUcs4(U"\U000e0061")
                             << Warning{Deceit::Invisible, 0, 2, 0xe0061, u"TAG CHARACTER"_s, 0};
        QTest::newRow("hidden bytes in variation selectors")
            << u"a\ufe01"_s << Warning{Deceit::Invisible, 0, 1, 0xfe01, u"VARIATION SELECTOR"_s, 0};
        QTest::newRow("escape") << u"echo \x1b[2J"_s << Warning{Deceit::Control, 0, 5, 0x1b, u"ESCAPE"_s, 0};
        QTest::newRow("carriage return within")
            << u"rm -rf /\r# harmless"_s << Warning{Deceit::Control, 0, 8, 0x0d, u"CARRIAGE RETURN"_s, 0};
        QTest::newRow("Cyrillic in a Latin word")
            << u"p\u0430ypal = 1"_s << Warning{Deceit::LookAlike, 0, 1, 0x0430, u"CYRILLIC SMALL LETTER A"_s, U'a'};
        QTest::newRow("Greek in a Latin word")
            << u"r\u03bfot"_s << Warning{Deceit::LookAlike, 0, 1, 0x03bf, u"GREEK SMALL LETTER OMICRON"_s, U'o'};
        QTest::newRow("offsets are bytes")
            << u"größe \u202e"_s << Warning{Deceit::Bidirectional, 0, 8, 0x202e, u"RIGHT-TO-LEFT OVERRIDE"_s, 0};
    }

    void whatDeceivesIsToldWithItsPlaceAndName()
    {
        QFETCH(QString, line);
        QFETCH(Warning, warning);
        const auto warnings = addedWarnings(diffOf("", line.toUtf8() + '\n'));
        QCOMPARE(warnings.size(), 1);
        QCOMPARE(warnings[0].name, warning.name);
        QCOMPARE(warnings[0].offset, warning.offset);
        QVERIFY(warnings[0] == warning);
    }

    void ordinaryTextIsNotWarnedOf_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("code") << u"\tfor (;;) { }\f"_s;
        QTest::newRow("Russian") << u"// привет, сосна и рама"_s;
        QTest::newRow("Greek") << u"// καλημέρα"_s;
        QTest::newRow("a Greek letter that is like no Latin one, with a Latin one") << u"Δt = λx"_s;
        QTest::newRow("micro") << u"10 µs"_s;
        QTest::newRow("Hebrew with a mark") << u"// שלום\u200f (a)"_s;
        QTest::newRow("Arabic") << u"// مرحبا"_s;
        QTest::newRow("Persian with a joiner") << u"// می\u200cخواهم"_s;
        QTest::newRow("Hindi with a joiner") << u"// क्\u200dष"_s;
        QTest::newRow("emoji family") << u"// 👨\u200d👩\u200d👧"_s;
        QTest::newRow("information sign") << u"// \u2139\ufe0f and \u00a9\ufe0f"_s;
        QTest::newRow("heart on fire") << u"// \u2764\ufe0f\u200d🔥"_s;
        QTest::newRow("variant of a Han letter and of a sign")
            << u"// 葛"_s + QString::fromUcs4(U"\U000e0100") + u" \u2229\ufe00"_s;
        QTest::newRow("red heart") << u"// \u2764\ufe0f and 1\ufe0f\u20e3"_s;
        QTest::newRow("flag of Scotland")
            << QString::fromUcs4(U"// \U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f");
        QTest::newRow("CRLF") << u"text\r"_s;
        QTest::newRow("byte order mark at the begin") << u"\ufefftext"_s;
    }

    void ordinaryTextIsNotWarnedOf()
    {
        QFETCH(QString, line);
        QCOMPARE(added({}, line + u'\n'), QByteArrayList());
    }

    void bytesHiddenBehindAPictureAreFound()
    {
        QCOMPARE(added({}, u"// \u2764\ufe0f\ufe01\ufe0f\n"_s), (QByteArrayList{"1:9 U+FE01", "1:12 U+FE0F"}));
        QCOMPARE(added({}, u"// 🙂"_s + QString::fromUcs4(U"\U000e0101\U000e0102") + u'\n'),
                 (QByteArrayList{"1:7 U+E0101", "1:11 U+E0102"}));
        QCOMPARE(added({}, u"// 葛"_s + QString::fromUcs4(U"\U000e0101\U000e0102") + u'\n'), {"1:10 U+E0102"});
        QCOMPARE(added({}, u"// 🙂\u200c می\u200c\u200c\n"_s), (QByteArrayList{"1:7 U+200C", "1:18 U+200C"}));
    }

    void onlyWhatTheChangeAddsIsWarnedOf()
    {
        const QString old = u"first \u202e line here\nsecond\n"_s;
        QCOMPARE(added(old, old + u"third\n"_s), {});
        QCOMPARE(added(old, u"first \u202e line there\nsecond\n"_s), {}); // it was in the line that changed
        QCOMPARE(added(old, u"first \u202e line \u202dhere\nsecond\n"_s), {"1:15 U+202D"});
        QCOMPARE(added(old, u"second\n"_s), {});
        QCOMPARE(added(u"first line here\n"_s, old), {"1:6 U+202E"});
    }

    void linesInOtherEncodingsAreLookedAt()
    {
        const QString line = u"\ufeffa \u202e b\n"_s;
        const auto warnings = addedWarnings(diffOf("", encoded(line, TextEncoding::Utf16Be)));
        QCOMPARE(told(warnings), {"1:6 U+202E"});
        QCOMPARE(told(addedWarnings(diffOf("",
                                           "Gr\xf6\xdf"
                                           "e \x1b\n"))),
                 {"1:6 U+001B"});
        // The bytes of an override among bytes that are no UTF-8: what another program reads there counts.
        QCOMPARE(told(addedWarnings(diffOf("", "\xff \xe2\x80\xae\n"))), {"1:2 U+202E"});
    }

    void aFileWhoseLinesEndInCarriageReturnsIsNoDeceit()
    {
        QCOMPARE(told(addedWarnings(diffOf("", "one\rtwo\r"))), {});
    }

    void aLongLineIsLookedAtToItsEnd()
    {
        const QString line = QString(1'000'000, u'x') + u"\u202e\n"_s;
        QCOMPARE(added({}, line), {"1:1000000 U+202E"});
    }
};

QTEST_GUILESS_MAIN(TstWarnings)
#include "tst_warnings.moc"
