// Blobs made of some of the hunks, judged by git apply.
#include "core/diff/hunkpatch.h"
#include "core/diff/treediff.h"
#include "tests/diff/generated.h"

#include <QFile>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

class TstHunkPatch : public QObject {
    Q_OBJECT

private:
    static QBitArray choice(Generated &generated, qsizetype hunks)
    {
        QBitArray chosen(hunks);
        for (qsizetype i = 0; i < hunks; ++i)
            chosen.setBit(i, generated.oneIn(2));
        return chosen;
    }

private Q_SLOTS:
    void noneGivesTheOldBytesAndAllTheNew()
    {
        Generated generated(99);
        for (int round = 0; round < 500; ++round) {
            const QByteArrayList lines = generated.lines(60);
            const QByteArray old = generated.joined(lines), now = generated.joined(generated.edited(lines));
            const FileDiff file
                = diffOf(old, now, {.algorithm = Algorithm(generated.below(3)), .context = generated.below(4)});
            QCOMPARE(withHunks(file, QBitArray(file.hunks().size(), false)).value(), old);
            QCOMPARE(withHunks(file, QBitArray(file.hunks().size(), true)).value(), now);
        }
    }

    void soItIsForAnyBytes()
    {
        Generated generated(77);
        const auto bytes = [&generated](int most) {
            static const QByteArrayList kPieces{"\n",
                                                "\r",
                                                "\r\n",
                                                "a",
                                                "a\n",
                                                " ",
                                                "\xff",
                                                "\xfe",
                                                "\xd8",
                                                "\xdc",
                                                QByteArray(1, '\0'),
                                                QByteArray("\n\0", 2),
                                                QByteArray("\0\n", 2)};
            QByteArray made;
            for (int n = generated.below(most); n > 0; --n)
                made += kPieces.at(generated.below(int(kPieces.size())));
            return made;
        };
        int text = 0;
        for (int round = 0; round < 3000; ++round) {
            QByteArray head, old = bytes(30);
            if (generated.oneIn(2))
                head = generated.oneIn(2) ? "\xff\xfe" : "\xfe\xff";
            else
                old.replace('\0', ""); // else it is binary
            QByteArray now = old;
            for (int edits = generated.below(4); edits > 0; --edits)
                now.insert(generated.below(int(now.size()) + 1),
                           bytes(4).replace('\0', head.isEmpty() ? "" : QByteArray(1, '\0')));
            const FileDiff file
                = diffOf(head + old, generated.oneIn(10) ? now : head + now, {.context = generated.below(3)});
            if (file.facts().isBinary())
                continue;
            ++text;
            QCOMPARE(withHunks(file, QBitArray(file.hunks().size(), false)).value(), file.before().bytes());
            QCOMPARE(withHunks(file, QBitArray(file.hunks().size(), true)).value(), file.after().bytes());
            QCOMPARE(file.before().bytes(), head + old);
        }
        QVERIFY(text > 1500);
    }

    void utf16KeepsItsBytes()
    {
        const QString old = u"\ufeffone\r\n\u0a0a\nthree\n"_s, now = u"\ufeffone\r\n\u0a0b\nthree"_s;
        const FileDiff file
            = diffOf(encoded(old, TextEncoding::Utf16Le), encoded(now, TextEncoding::Utf16Le), {.context = 0});
        QCOMPARE(withHunks(file, QBitArray(file.hunks().size(), true)).value(), encoded(now, TextEncoding::Utf16Le));
    }

    void anySubsetIsWhatGitApplyMakesOfIt()
    {
        Generated generated(1234);
        TwoTrees trees;
        for (int i = 0; i < 150; ++i) {
            const QByteArrayList lines = generated.lines(120);
            trees.putBoth("f" + QByteArray::number(i), generated.joined(lines),
                          generated.joined(generated.edited(generated.edited(lines))));
        }
        trees.make();
        // One patch of the chosen hunks of all files, in git's own words.
        const auto files = changedFiles(trees.vault, trees.before, trees.after).value();
        QHash<QByteArray, QBitArray> chosen;
        QHash<QByteArray, FileDiff> diffs;
        int hunks = 0;
        for (const FileChange &change : files) {
            const FileDiff file = FileDiff::read(trees.vault, change).value();
            chosen[change.path().bytes()] = choice(generated, file.hunks().size());
            diffs.insert(change.path().bytes(), file);
            hunks += int(file.hunks().size());
        }
        QVERIFY(hunks > 200);
        QByteArray patch, heading, path;
        qsizetype hunk = -1;
        bool taken = false;
        const QByteArray whole = trees.gitDiff({u"-p"_s, u"--full-index"_s});
        for (qsizetype at = 0; at < whole.size();) {
            const qsizetype end = whole.indexOf('\n', at) + 1;
            const QByteArray line = whole.sliced(at, end - at);
            at = end;
            if (line.startsWith("diff --git")) {
                heading.clear();
                path = line.mid(line.lastIndexOf(" b/") + 3).trimmed();
                hunk = -1;
            }
            if (line.startsWith("@@ ")) {
                taken = chosen.value(path).testBit(++hunk);
                if (taken)
                    patch += std::exchange(heading, {}); // once, before the first hunk taken
            }
            if (hunk < 0 && !line.startsWith("index "))
                heading += line;
            else if (hunk >= 0 && taken)
                patch += line;
        }
        const QString file = trees.folder() + u"/subset.patch"_s;
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(patch);
        out.close();
        int status = -1;
        trees.git({u"read-tree"_s, trees.before.text()}, &status);
        QCOMPARE(status, 0);
        trees.git({u"apply"_s, u"--cached"_s, u"--whitespace=nowarn"_s, file}, &status);
        QCOMPARE(status, 0);
        const ObjectId applied(trees.git({u"write-tree"_s}).trimmed());
        for (const FileChange &change : files) {
            const QByteArray name = change.path().bytes();
            const auto found = trees.vault.find(applied, change.path()).value();
            const QByteArray expected = found ? trees.vault.blob(found->object).value() : QByteArray();
            QCOMPARE(withHunks(diffs.value(name), chosen.value(name)).value(), expected);
        }
    }

    void whatHasNoHunksToTakeIsRefused()
    {
        const FileDiff blanks = diffOf("a b\n", "a  c\n", {.whitespace = Whitespace::IgnoreAll});
        QVERIFY(withHunks(blanks, QBitArray(1, true)).error().text().contains(u"ignores whitespace"_s));
        const QByteArray nul("\0", 1);
        QVERIFY(!withHunks(diffOf(nul, nul + "x"), {}));
        QVERIFY(!withHunks(diffOf("a\n", "b\n"), QBitArray(2, true)));
        QVERIFY(!withHunks(diffOf("a\n", "b\n", {.fileLimit = 1}), {}));
    }

    void aHunkIsKnownByItsContentWhereverItStands()
    {
        const auto lines = QByteArray("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n");
        QByteArray now = lines;
        now.replace("\n3\n", "\nthree\n").replace("\n11\n", "\neleven\n");
        const auto identities = hunkIdentities(diffOf(lines, now));
        QCOMPARE(identities.size(), 2);
        QVERIFY(!identities[0].sameContent(identities[1]));
        // Another change above moves the second, and a change of the first leaves it alone.
        QByteArray later = now;
        later.replace("1\n2\n", "0\n1\n2\n").replace("three", "drei");
        const auto again = hunkIdentities(diffOf(lines, later));
        QVERIFY(!again[0].sameContent(identities[0]));
        QVERIFY(again[1].sameContent(identities[1]));
    }

    void equalHunksOfOneFileAreToldApart()
    {
        const QByteArray block = "a\nb\nc\nd\ne\nold\nf\ng\nh\ni\n";
        QByteArray now = block + block;
        now.replace("old", "new");
        const auto identities = hunkIdentities(diffOf(block + block, now));
        QCOMPARE(identities.size(), 2);
        QCOMPARE(identities[0].lines, identities[1].lines);
        QVERIFY(!identities[0].sameContent(identities[1]));
    }

    void linesThatPassFromOneStretchToTheNextMakeAnotherHunk()
    {
        const auto one = hunkIdentities(diffOf("a\nb\n", "c\n"));
        const auto other = hunkIdentities(diffOf("a\n", "b\nc\n"));
        QVERIFY(one[0].lines != other[0].lines);
    }
};

QTEST_GUILESS_MAIN(TstHunkPatch)
#include "tst_hunkpatch.moc"
