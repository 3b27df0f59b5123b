// Which words changed, and that marks are sane by git's own word diff.
#include "core/diff/words.h"
#include "tests/diff/generated.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

namespace {

/// The line with what is marked in brackets.
QString marked(QStringView line, const QList<Span> &spans)
{
    QString text;
    qsizetype at = 0;
    for (const Span &span : spans) {
        text += line.sliced(at, span.start - at);
        text += u'[';
        text += line.sliced(span.start, span.length);
        text += u']';
        at = span.end();
    }
    text += line.sliced(at);
    return text;
}

QString unmarked(QStringView line, const QList<Span> &spans)
{
    QString text;
    qsizetype at = 0;
    for (const Span &span : spans) {
        text += line.sliced(at, span.start - at);
        at = span.end();
    }
    text += line.sliced(at);
    return text;
}

} // namespace

class TstWordChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changedWordsAreMarked_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("one name") << u"int [total] = 0;"_s << u"int [sum] = 0;"_s;
        QTest::newRow("a part of a name is all of it") << u"call([valueOne]);"_s << u"call([valueTwo]);"_s;
        QTest::newRow("one sign") << u"if (a [<] b)"_s << u"if (a [>] b)"_s;
        QTest::newRow("a sign more") << u"if (a < b)"_s << u"if (a <[=] b)"_s;
        QTest::newRow("blanks alone") << u"a =[ ]b"_s << u"a =[  ]b"_s;
        QTest::newRow("a blank that changed its place") << u"char*[ ]name"_s << u"char[ ]*name"_s;
        QTest::newRow("blanks alone on a line") << u"[  ]"_s << u"[\t]"_s;
        QTest::newRow("indentation") << u"[  ]return x;"_s << u"[\t]return x;"_s;
        QTest::newRow("blanks between are marked too")
            << u"keep [one two] end of it"_s << u"keep [three four] end of it"_s;
        QTest::newRow("only more") << u"f(first)"_s << u"f(first[, second])"_s;
        QTest::newRow("not ASCII") << u"die [Größe] und Länge"_s << u"die [Größen] und Länge"_s;
        QTest::newRow("beyond the first plane") << u"smile [🙂] now please"_s << u"smile [🙃] now please"_s;
        QTest::newRow("marks belong to their letter") << u"[cafe] au lait"_s << u"[cafe\u0301] au lait"_s;
        QTest::newRow("nothing") << u"same"_s << u"same"_s;
    }

    void changedWordsAreMarked()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const auto plain = [](QString text) { return text.remove(u'[').remove(u']'); };
        const WordChanges changes = wordChanges(plain(before), plain(after));
        QVERIFY(changes.alike);
        QCOMPARE(marked(plain(before), changes.removed), before);
        QCOMPARE(marked(plain(after), changes.added), after);
    }

    void linesThatAreNotAlikeAreNotSpeckled()
    {
        const WordChanges changes
            = wordChanges(u"for (int i = 0; i < n; ++i)", u"std::ranges::sort(items, {}, &Item::name);");
        QVERIFY(!changes.alike);
        QVERIFY(changes.removed.isEmpty() && changes.added.isEmpty());
        QVERIFY(!wordChanges(u"    }", u"    return true;").alike);
    }

    void whatIsNotMarkedIsEqual()
    {
        Generated generated(31);
        for (int round = 0; round < 3000; ++round) {
            const QString before = LineText::decoded(generated.line() + generated.line(), TextEncoding::Broken).text();
            QString after = before;
            for (int edits = generated.below(4); edits > 0; --edits)
                after.insert(generated.below(int(after.size()) + 1),
                             LineText::decoded(generated.line(), TextEncoding::Broken).text());
            const WordChanges changes = wordChanges(before, after);
            if (!changes.alike)
                continue;
            // Blanks between changed words are marked on the side where they lie between such.
            QCOMPARE(unmarked(before, changes.removed).remove(u' ').remove(u'\t'),
                     unmarked(after, changes.added).remove(u' ').remove(u'\t'));
            for (const auto &[line, spans] : {std::pair(before, changes.removed), std::pair(after, changes.added)}) {
                qsizetype last = -1;
                for (const Span &span : spans) {
                    QVERIFY(span.length > 0 && span.start > last && span.end() <= line.size());
                    last = span.end();
                    for (const qsizetype edge : {span.start, span.end()})
                        QVERIFY(edge == 0 || edge == line.size() || !line[edge].isLowSurrogate()
                                || !line[edge - 1].isHighSurrogate());
                }
            }
        }
    }

    void wordsAreThoseOfGitsWordDiff()
    {
        // One pair of lines a file; git is told the same words and counts no blanks.
        Generated generated(5);
        const auto joined = [&generated](const QStringList &words) {
            QString line;
            for (const QString &word : words) {
                const bool apart = !line.isEmpty() && line.back().isLetterOrNumber() && word.front().isLetterOrNumber();
                line += QString(apart ? 1 + generated.below(2) : generated.below(3), u' ') + word;
            }
            return line + u';'; // so that the file does not end in blanks
        };
        TwoTrees trees;
        QHash<QByteArray, std::pair<QString, QString>> lines;
        for (int i = 0; i < 300; ++i) {
            QStringList words;
            for (int n = 6 + generated.below(8); n > 0; --n)
                words.append(generated.oneIn(3) ? u"()*:?"_s.sliced(generated.below(5), 1)
                                                : u"w%1"_s.arg(generated.below(20)));
            QStringList other = words;
            other[generated.below(int(words.size()))] = u"changed"_s;
            if (generated.oneIn(2))
                other.removeAt(generated.below(int(other.size())));
            const QByteArray name = "f" + QByteArray::number(i);
            lines[name] = {joined(words), joined(other)};
            trees.putBoth(name, lines[name].first.toUtf8() + '\n', lines[name].second.toUtf8() + '\n');
        }
        trees.make();
        const auto count = [](QStringView text) {
            return std::ranges::count_if(wordsOf(text), [text](const Span &word) {
                return !text.sliced(word.start, word.length).trimmed().isEmpty();
            });
        };
        QByteArray path;
        QHash<QByteArray, std::pair<qsizetype, qsizetype>> expected; // words gone and come
        for (const QByteArray &line :
             trees.gitDiff({u"--word-diff=porcelain"_s, u"--word-diff-regex=[A-Za-z0-9_]+|[^[:space:]]"_s})
                 .split('\n')) {
            if (line.startsWith("diff --git"))
                path = line.mid(line.lastIndexOf(" b/") + 3);
            else if (line.startsWith('-') && !line.startsWith("---"))
                expected[path].first += count(QString::fromUtf8(line.sliced(1)));
            else if (line.startsWith('+') && !line.startsWith("+++"))
                expected[path].second += count(QString::fromUtf8(line.sliced(1)));
        }
        int compared = 0;
        for (const auto &[name, pair] : lines.asKeyValueRange()) {
            const WordChanges changes = wordChanges(pair.first, pair.second);
            if (!changes.alike)
                continue;
            const auto countIn = [&count](QStringView line, const QList<Span> &spans) {
                qsizetype words = 0;
                for (const Span &span : spans)
                    words += count(line.sliced(span.start, span.length));
                return words;
            };
            QCOMPARE(std::pair(countIn(pair.first, changes.removed), countIn(pair.second, changes.added)),
                     expected.value(name));
            ++compared;
        }
        QVERIFY(compared > 200);
    }

    void aLongLineIsNotComparedUnlessAsked()
    {
        QString before = u"word "_s.repeated(200'000), after = before;
        after.replace(500'000, 4, u"other"_s);
        const WordChanges cut = wordChanges(before, after);
        QVERIFY(!cut.alike);
        QCOMPARE(*cut.truncated, (Truncated{.limit = Truncated::LineLength, .shown = 5'000, .whole = 1'000'001}));
        const WordChanges whole = wordChanges(before, after, WordChanges::kNoLimit);
        QVERIFY(!whole.truncated);
        QCOMPARE(whole.added, (QList<Span>{{.start = 500'000, .length = 5}}));
    }

    void twoLongLinesWithNothingInCommonCostNoMoreThanReadingThem()
    {
        QString before, after;
        for (int i = 0; i < 100'000; ++i) {
            before += u"a%1 "_s.arg(i);
            after += u"b%1 "_s.arg(i);
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!wordChanges(before, after, WordChanges::kNoLimit).alike);
        // The unbounded search would visit ten thousand million pairs.
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(u"%1 ms"_s.arg(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TstWordChanges)
#include "tst_wordchanges.moc"
