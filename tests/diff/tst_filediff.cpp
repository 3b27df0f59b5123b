// Which lines changed, judged by git itself.
#include "core/diff/treediff.h"
#include "tests/diff/generated.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

namespace {

/// "@@ -a,b +c,d @@" as git writes it.
QByteArray header(const Hunk &hunk)
{
    const auto side = [](int start, int count) {
        const QByteArray number = QByteArray::number(count == 0 ? start : start + 1);
        return count == 1 ? number : number + ',' + QByteArray::number(count);
    };
    return "@@ -" + side(hunk.oldStart, hunk.oldCount) + " +" + side(hunk.newStart, hunk.newCount) + " @@";
}

} // namespace

class TstFileDiff : public QObject {
    Q_OBJECT

private:
    TwoTrees m_trees;

private Q_SLOTS:
    void initTestCase()
    {
        Generated generated(20261130);
        for (int i = 0; i < 400; ++i) {
            const QByteArrayList lines = generated.lines(i % 10 == 0 ? 300 : 40);
            const QByteArray name = "f" + QByteArray::number(i);
            m_trees.putBoth(name, generated.joined(lines), generated.joined(generated.edited(lines)));
        }
        const QByteArray line(1'000'000, 'x');
        m_trees.putBoth("one long line", line, line + "y");
        m_trees.putBoth("long lines", line + "\na\n" + line + '\n', line + "\nb\n" + line + "\r\n");
        m_trees.putBoth("filled", "", "a\nb");
        m_trees.putBoth("emptied", "a\nb\n", "");
        m_trees.make();
    }

    void countsAndHunksAreThoseOfGit_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<Options>("options");
        QTest::newRow("as it is") << QStringList() << Options();
        QTest::newRow("ends of lines ignored")
            << QStringList{u"--ignore-space-at-eol"_s} << Options{.whitespace = Whitespace::IgnoreAtEnd};
        QTest::newRow("amount ignored") << QStringList{u"-b"_s} << Options{.whitespace = Whitespace::IgnoreAmount};
        QTest::newRow("whitespace ignored") << QStringList{u"-w"_s} << Options{.whitespace = Whitespace::IgnoreAll};
        QTest::newRow("patience") << QStringList{u"--patience"_s} << Options{.algorithm = Algorithm::Patience};
        QTest::newRow("minimal") << QStringList{u"--minimal"_s} << Options{.algorithm = Algorithm::Minimal};
        QTest::newRow("no context") << QStringList{u"-U0"_s} << Options{.context = 0};
        QTest::newRow("ten lines of context") << QStringList{u"-U10"_s} << Options{.context = 10};
    }

    void countsAndHunksAreThoseOfGit()
    {
        QFETCH(QStringList, arguments);
        QFETCH(Options, options);
        QMap<QByteArray, QByteArrayList> expected; // by path: the counts, then the headers of hunks
        for (const QByteArray &line : m_trees.gitDiff(arguments + QStringList{u"--numstat"_s}).split('\n')) {
            const QByteArrayList parts = line.split('\t');
            if (parts.size() == 3)
                expected[parts[2]] = {parts[0] + '\t' + parts[1]};
        }
        QByteArray path;
        const QRegularExpression headers(u"^(@@ -[0-9,]+ \\+[0-9,]+ @@)"_s);
        for (const QByteArray &line : m_trees.gitDiff(arguments + QStringList{u"-p"_s}).split('\n')) {
            if (line.startsWith("diff --git"))
                path = line.mid(line.lastIndexOf(" b/") + 3);
            else if (const auto match = headers.match(QString::fromLatin1(line)); match.hasMatch())
                expected[path].append(match.captured(1).toLatin1());
        }
        const auto files = changedFiles(m_trees.vault, m_trees.before, m_trees.after);
        QVERIFY_OK(files);
        QVERIFY(files->size() > 300);
        for (const FileChange &change : *files) {
            const auto file = FileDiff::read(m_trees.vault, change, options);
            QVERIFY_OK(file);
            QByteArrayList found{QByteArray::number(file->added()) + '\t' + QByteArray::number(file->removed())};
            for (const Hunk &hunk : file->hunks())
                found.append(header(hunk));
            // What whitespace alone changed, git does not list.
            if (file->changes().isEmpty() && options.whitespace != Whitespace::Exact)
                QVERIFY(expected.value(change.path().bytes(), {"0\t0"}) == QByteArrayList{"0\t0"});
            else
                QCOMPARE(found, expected.value(change.path().bytes()));
        }
    }

    void unchangedLinesAreEqualAndChangesNeverTouch()
    {
        const auto files = changedFiles(m_trees.vault, m_trees.before, m_trees.after).value();
        for (const FileChange &change : files) {
            const FileDiff file = FileDiff::read(m_trees.vault, change).value();
            int old = 0, now = 0;
            for (const LineChange &lines : file.changes()) {
                QVERIFY(lines.oldStart > old || old == 0);
                QCOMPARE(lines.oldStart - old, lines.newStart - now);
                QCOMPARE(file.before().lines(old, lines.oldStart - old), file.after().lines(now, lines.newStart - now));
                old = lines.oldEnd();
                now = lines.newEnd();
            }
            QCOMPARE(file.before().lines(old, file.before().count() - old),
                     file.after().lines(now, file.after().count() - now));
        }
    }

    void aHunkIsFoundByEachOfItsLines()
    {
        const FileDiff file = diffOf("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n9\n", {.context = 1});
        QCOMPARE(file.hunks().size(), 2);
        QCOMPARE(file.hunkOfNewLine(0), 0);
        QCOMPARE(file.hunkOfNewLine(1), 0);
        QCOMPARE(file.hunkOfNewLine(2), -1);
        QCOMPARE(file.hunkOfOldLine(7), 1);
        QCOMPARE(file.hunkOfOldLine(5), -1);
        QCOMPARE(diffOf("", "a\n").hunkOfOldLine(0), -1);
    }

    void aHunkKnowsWhatItIsIn()
    {
        const FileDiff file
            = diffOf("int f()\n{\n  1\n  2\n  3\n  4\n  5\n}\n", "int f()\n{\n  1\n  2\n  3\n  4\n  6\n}\n");
        QCOMPARE(file.sectionLine(0), 0);
        QCOMPARE(diffOf("a\n", "b\n").sectionLine(0), -1);
    }

    void whatIsNoTextHasFactsAndNoLines()
    {
        const FileDiff file = diffOf(QByteArray("\x89PNG\r\n\x1a\n\0old", 12), QByteArray("a\0b", 3));
        QVERIFY(file.facts().isBinary());
        QCOMPARE(file.facts().before.image, ImageFormat::Png);
        QCOMPARE(file.facts().before.size, 12);
        QCOMPARE(file.facts().after.size, 3);
        QVERIFY(file.changes().isEmpty());
        QCOMPARE(file.before().count(), 0);
    }

    void aFileBeyondTheLimitSaysSoAndTheLimitCanBeLifted()
    {
        const QByteArray line(99, 'x'), old = (line + '\n').repeated(600'000), now = old + "one more\n";
        const FileDiff cut = diffOf(old, now);
        QVERIFY(cut.truncated());
        QCOMPARE(*cut.truncated(), (Truncated{.limit = Truncated::FileBytes, .shown = 0, .whole = now.size()}));
        QVERIFY(cut.changes().isEmpty());
        const FileDiff whole = diffOf(old, now, {.fileLimit = Options::kNoLimit});
        QVERIFY(!whole.truncated());
        QCOMPARE(whole.added(), 1);

        TwoTrees trees;
        trees.putBoth("large", old, now);
        trees.make();
        const FileChange change = changedFiles(trees.vault, trees.before, trees.after).value().constFirst();
        const FileDiff unread = FileDiff::read(trees.vault, change).value();
        QCOMPARE(unread.truncated(), cut.truncated());
        QCOMPARE(unread.facts().before.kind, ContentKind::Unread);
        QCOMPARE(unread.facts().before.size, old.size());
        QCOMPARE(FileDiff::read(trees.vault, change, {.fileLimit = Options::kNoLimit}).value().added(), 1);
    }

    void aLineOfAMegabyteIsOneLine()
    {
        const QByteArray line(1'000'000, 'x');
        const FileDiff file = diffOf("a\n" + line + "\nb\n", "a\n" + line + "y\nb\n");
        QCOMPARE(file.changes(), (QList<LineChange>{{.oldStart = 1, .oldCount = 1, .newStart = 1, .newCount = 1}}));
        QCOMPARE(file.after().text(1).size(), 1'000'001);
    }

    void utf16IsComparedByItsOwnLines_data()
    {
        QTest::addColumn<TextEncoding>("encoding");
        QTest::newRow("little endian") << TextEncoding::Utf16Le;
        QTest::newRow("big endian") << TextEncoding::Utf16Be;
    }

    void utf16IsComparedByItsOwnLines()
    {
        QFETCH(TextEncoding, encoding);
        // U+0A0A and U+000D0A… hold the byte of a line feed where there is none.
        const QString old = u"\ufeffone\r\n\u0a0a\u0a00\u010a\nthree\n"_s,
                      now = u"\ufeffone\r\n\u0a0a\u0a00\u010b\nthree\n"_s;
        const FileDiff file = diffOf(encoded(old, encoding), encoded(now, encoding));
        QCOMPARE(file.facts().before.kind, ContentKind::Text);
        QCOMPARE(file.facts().before.encoding, encoding);
        QCOMPARE(file.before().count(), 3);
        QCOMPARE(file.changes(), (QList<LineChange>{{.oldStart = 1, .oldCount = 1, .newStart = 1, .newCount = 1}}));
        QCOMPARE(file.before().decoded(0).text(), u"\ufeffone"_s);
        QCOMPARE(file.before().lineEnd(0), LineEnd::CrLf);
        QCOMPARE(file.before().decoded(1).text(), u"\u0a0a\u0a00\u010a"_s);
        QCOMPARE(file.facts().before.lineEnds(), LineEndStyle::Mixed);
        // Against UTF-8 nothing is the same.
        const FileDiff other = diffOf(encoded(old, encoding), old.toUtf8());
        QVERIFY(other.facts().encodingChanged());
        QCOMPARE(other.removed(), 3);
        QCOMPARE(other.added(), 3);
    }

    void aMissingBlobIsNamed()
    {
        const ObjectId nowhere("0123456789012345678901234567890123456789");
        const auto file = FileDiff::read(
            m_trees.vault,
            {.status = FileStatus::Added, .after = {.path = RepoPath("x"), .mode = 0100644, .blob = nowhere}});
        QVERIFY(!file);
        QVERIFY(file.error().text().contains(nowhere.text()));
    }
};

QTEST_GUILESS_MAIN(TstFileDiff)
#include "tst_filediff.moc"
