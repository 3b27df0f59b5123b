#include "core/domain/error.h"
#include "core/domain/rules.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

namespace {

/// Every word of the list is read as a value of its own and written as the same word; no other word is read.
template <class Enum>
void verifyWords(const QStringList &words, std::optional<Enum> (*fromWord)(QStringView))
{
    int next = 0;
    for (const QString &word : words) {
        const std::optional<Enum> value = fromWord(word);
        QVERIFY2(value, qPrintable(word));
        QCOMPARE(static_cast<int>(*value), next++); // the order of the enumeration, so none is left out before the last
        QCOMPARE(toWord(*value), word);
    }
    QVERIFY(!fromWord(u"no such word"));
    QVERIFY(!fromWord(u""));
    QVERIFY(!fromWord(words.first().toUpper()));
}

} // namespace

class tst_Words : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void filesAndScreensUseTheWordsOfTheLoop()
    {
        verifyWords({u"high"_s, u"medium"_s, u"low"_s}, &severityFromWord);
        verifyWords({u"present"_s, u"absent"_s, u"inconclusive"_s}, &answerFromWord);
        verifyWords({u"claimed"_s, u"reproduced"_s, u"not-reproduced"_s, u"flaky"_s, u"inconclusive"_s,
                     u"control-refused"_s, u"duplicate"_s, u"fixed"_s, u"regressed"_s},
                    &findingStateFromWord);
        verifyWords({u"acceptance"_s, u"guard"_s, u"unusable"_s}, &checkRoleFromWord);
        verifyWords({u"spot"_s, u"structural"_s, u"gate"_s}, &taskTypeFromWord);
        verifyWords({u"open"_s, u"superseded"_s, u"blocked"_s, u"parked"_s, u"done"_s}, &taskStateFromWord);
        verifyWords({u"decision"_s, u"approval"_s, u"permission"_s}, &promptTypeFromWord);
        verifyWords({u"open"_s, u"deferred"_s, u"answered"_s, u"withdrawn"_s}, &promptStateFromWord);
        verifyWords({u"tests"_s, u"commit"_s, u"files"_s, u"check"_s}, &claimTypeFromWord);
        verifyWords({u"unchecked"_s, u"confirmed"_s, u"refuted"_s}, &claimResultFromWord);
        verifyWords({u"passed"_s, u"failed"_s, u"error"_s, u"skipped"_s}, &caseResultFromWord);
        verifyWords({u"status"_s, u"unittest"_s, u"pytest"_s, u"ctest"_s, u"junit"_s, u"tap"_s}, &reportFormatFromWord);
        verifyWords({u"new"_s, u"old"_s, u"base"_s}, &testSourceFromWord);
        verifyWords({u"toothed"_s, u"toothless"_s, u"not-comparable"_s}, &teethFromWord);
        verifyWords({u"auto"_s, u"review"_s, u"step"_s}, &supervisionFromWord);
        verifyWords({u"ask"_s, u"accept-covered"_s}, &suspectPolicyFromWord);
        verifyWords({u"list"_s, u"refuse"_s}, &undefendedPolicyFromWord);
        verifyWords({u"protected"_s, u"sensitive"_s, u"test"_s, u"product"_s}, &pathClassFromWord);
    }

    void anErrorReadsAsOneParagraph()
    {
        QCOMPARE((Error{u"it is full"_s, u"/disk"_s, u"Make room."_s}.text()), u"/disk: it is full. Make room."_s);
        QCOMPARE((Error{u"it is full."_s, u"/disk"_s, u"Make room."_s}.text()), u"/disk: it is full. Make room."_s);
        QCOMPARE((Error{u"it is full"_s, {}, {}}.text()), u"it is full"_s);
    }

    void pathsAreShownWithoutLosingAByte_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QByteArray("a/b c.py") << u"a/b c.py"_s;
        QTest::newRow("UTF-8") << QByteArray("\xc3\xa4.py") << u"ä.py"_s;
        QTest::newRow("newline") << QByteArray("a\nb") << u"a\\x0ab"_s;
        QTest::newRow("not UTF-8") << QByteArray("a\xff\xc3") << u"a\\xff\\xc3"_s;
    }

    void pathsAreShownWithoutLosingAByte()
    {
        QFETCH(QByteArray, bytes);
        QTEST(RepoPath(bytes).display(), "shown");
    }

    void aFolderHoldsWhatLiesBelowIt()
    {
        QVERIFY(RepoPath("tests/a.py").isBelow("tests"));
        QVERIFY(RepoPath("tests").isBelow("tests"));
        QVERIFY(RepoPath("tests").isBelow(""));
        QVERIFY(!RepoPath("tests2/a.py").isBelow("tests"));
    }

    void aDigestIsTheSha256OfTheBytes()
    {
        QCOMPARE(Digest::of("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
};

QTEST_GUILESS_MAIN(tst_Words)
#include "tst_words.moc"
