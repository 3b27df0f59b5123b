// A command line becomes words without a shell.
#include "core/agent/wordlist.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

class WordListTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordsAreSplitAsAShellQuotes_data();
    void wordsAreSplitAsAShellQuotes();
    void openQuotesAreRefused_data();
    void openQuotesAreRefused();
};

void WordListTest::wordsAreSplitAsAShellQuotes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("words");
    QTest::addRow("nothing") << u"  \t "_s << QStringList{};
    QTest::addRow("plain") << u" a  b\tc\nd "_s << QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s};
    QTest::addRow("single quotes") << u"a 'b \"c\" \\d' e"_s << QStringList{u"a"_s, u"b \"c\" \\d"_s, u"e"_s};
    QTest::addRow("a backslash in single quotes quotes nothing") << u"'a\\' b"_s << QStringList{u"a\\"_s, u"b"_s};
    QTest::addRow("double quotes") << u"\"a 'b' \\\"c\\\" \\\\ \\n\""_s << QStringList{u"a 'b' \"c\" \\ \\n"_s};
    QTest::addRow("backslash") << u"a\\ b \\'c"_s << QStringList{u"a b"_s, u"'c"_s};
    QTest::addRow("joined") << u"a'b'\"c\"d"_s << QStringList{u"abcd"_s};
    QTest::addRow("empty words") << u"'' a \"\""_s << QStringList{u""_s, u"a"_s, u""_s};
    QTest::addRow("nothing is expanded") << u"$HOME * `x` | ; ~"_s
                                         << QStringList{u"$HOME"_s, u"*"_s, u"`x`"_s, u"|"_s, u";"_s, u"~"_s};
}

void WordListTest::wordsAreSplitAsAShellQuotes()
{
    QFETCH(QString, line);
    const auto words = splitWords(line);
    QVERIFY(words);
    QTEST(*words, "words");
}

void WordListTest::openQuotesAreRefused_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("what");
    QTest::addRow("single") << u"a 'b"_s << u"a quote ' that is never closed"_s;
    QTest::addRow("double") << u"\"a\\\""_s << u"a quote \" that is never closed"_s;
    QTest::addRow("backslash") << u"a\\"_s << u"ends in a backslash"_s;
}

void WordListTest::openQuotesAreRefused()
{
    QFETCH(QString, line);
    QFETCH(QString, what);
    const auto words = splitWords(line);
    QVERIFY(!words);
    QCOMPARE(words.error().kind, ErrorKind::Usage);
    QVERIFY2(words.error().text().contains(what), qPrintable(words.error().text()));
}

QTEST_GUILESS_MAIN(WordListTest)
#include "tst_wordlist.moc"
