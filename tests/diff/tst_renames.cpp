// Which files were renamed, judged by git itself.
#include "core/diff/renames.h"
#include "tests/diff/generated.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

namespace {

/// "M path", "R087 old -> new", sorted.
QByteArrayList told(const QList<FileChange> &files)
{
    QByteArrayList lines;
    for (const FileChange &file : files) {
        const bool two = file.status == FileStatus::Renamed || file.status == FileStatus::Copied;
        lines.append("ADMTRC"_ba.sliced(qsizetype(file.status), 1)
                     + (two ? QByteArray::number(file.similarity).rightJustified(3, '0') : QByteArray()) + ' '
                     + (two ? file.before.path.bytes() + " -> " : QByteArray()) + file.path().bytes());
    }
    std::ranges::sort(lines);
    return lines;
}

QByteArrayList toldByGit(const QByteArray &nameStatus)
{
    QByteArrayList lines;
    const QByteArrayList parts = nameStatus.split('\0');
    for (qsizetype i = 0; i + 1 < parts.size();) {
        const QByteArray status = parts[i++];
        const QByteArray path = parts[i++];
        lines.append(status + ' ' + path + (status.size() > 1 ? " -> " + parts[i++] : QByteArray()));
    }
    std::ranges::sort(lines);
    return lines;
}

} // namespace

class TstRenames : public QObject {
    Q_OBJECT

private:
    std::vector<TwoTrees> m_trees;

    /// Files moved, renamed, copied, split, changed on the way or not.
    static void fill(TwoTrees &trees, Generated &generated)
    {
        for (int i = 0; i < 60; ++i) {
            const QByteArrayList lines = generated.lines(60);
            const QByteArray folder = "d" + QByteArray::number(generated.below(3)) + '/';
            const QByteArray other = "e" + QByteArray::number(generated.below(3)) + '/';
            const QByteArray name = "f" + QByteArray::number(generated.oneIn(3) ? i % 5 : i);
            const QByteArray unique = QByteArray::number(i) + '-' + name;
            const QByteArray old = generated.joined(lines);
            const QByteArray now = generated.oneIn(3) ? old : generated.joined(generated.edited(lines));
            switch (generated.below(5)) {
            case 0: // moved, under its name
                trees.put(false, folder + unique, old);
                trees.put(true, other + unique, now);
                break;
            case 1: // renamed
                trees.put(false, folder + unique, old, generated.oneIn(5) ? 0100755 : 0100644);
                trees.put(true, folder + "new " + unique, now);
                break;
            case 2: // changed and copied
                trees.putBoth(folder + unique, old, now);
                trees.put(true, other + "copy of " + unique, old);
                break;
            case 3: // one that became two, in folders where the name is another's too
                trees.put(false, folder + QByteArray::number(i) + '/' + name, old);
                trees.put(true, other + QByteArray::number(i) + "a/" + name, old);
                trees.put(true, other + QByteArray::number(i) + "b/" + name, now);
                break;
            default:
                trees.put(generated.oneIn(2), folder + unique, old);
            }
        }
        trees.put(false, "link", "target", 0120000);
        trees.put(true, "moved link", "target", 0120000);
        trees.put(false, "link to be changed", "some long target", 0120000);
        trees.put(true, "changed link", "some long target!", 0120000);
        trees.putSubmodule(false, "sub", QByteArray(40, '1'));
        trees.putSubmodule(true, "moved sub", QByteArray(40, '1'));
    }

    /// Files that are nearly alike, some of them equal: what decides is which of them is looked at first.
    static void fillAlike(TwoTrees &trees, Generated &generated)
    {
        QByteArrayList base;
        while (base.size() < 40)
            base.append(generated.line() + QByteArray::number(base.size()) + '\n');
        for (int i = 0; i < 12; ++i) {
            const QByteArray old = generated.edited(base).join(), number = QByteArray::number(i);
            for (const char *twin : {"a/", "b/"}) {
                trees.put(false, twin + number, old);
                if (!generated.oneIn(3))
                    trees.put(true, twin + number, old + "one more line\n");
                trees.put(true, "new/" + (twin + number).replace('/', '-'), generated.edited(base).join());
            }
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (quint32 seed = 1; seed <= 6; ++seed) {
            Generated generated(seed);
            TwoTrees &trees = m_trees.emplace_back();
            if (seed % 3 == 0)
                fillAlike(trees, generated);
            else
                fill(trees, generated);
            trees.make();
        }
    }

    void renamesAndCopiesAreThoseOfGit_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<RenameOptions>("options");
        QTest::newRow("renames") << u"-M"_s << RenameOptions();
        QTest::newRow("copies too") << u"-C"_s << RenameOptions{.copies = true};
        QTest::newRow("whole files only") << u"-M100%"_s << RenameOptions{.similarity = 100};
        QTest::newRow("four fifths") << u"-M80%"_s << RenameOptions{.similarity = 80};
    }

    void renamesAndCopiesAreThoseOfGit()
    {
        QFETCH(QString, option);
        QFETCH(RenameOptions, options);
        for (const TwoTrees &trees : m_trees) {
            const auto files = changedFiles(trees.vault, trees.before, trees.after).value();
            const auto renamed = withRenames(trees.vault, files, options);
            QVERIFY_OK(renamed);
            QVERIFY(renamed->complete);
            QCOMPARE(told(renamed->files), toldByGit(trees.gitDiff({u"--name-status"_s, u"-z"_s, option})));
            QVERIFY(std::ranges::is_sorted(renamed->files, [](const FileChange &one, const FileChange &other) {
                return one.path() < other.path();
            }));
        }
    }

    void likenessIsGitsToThePerCent()
    {
        // Of so many lines git's short hash takes some for others; where files are as alike as these, that decides.
        Generated generated(3);
        const auto words = [&generated] {
            return QByteArray::number(generated.below(1'000'000'000)) + ' '
                + QByteArray::number(generated.below(1'000'000'000)) + '\n';
        };
        TwoTrees trees;
        QByteArray old, now;
        for (int i = 0; i < 6'000; ++i) {
            const QByteArray line = words();
            old += line;
            now += i % 5 < 2 ? line : words();
        }
        trees.put(false, "old name", old);
        trees.put(true, "new name", now);
        trees.make();
        const auto files = changedFiles(trees.vault, trees.before, trees.after).value();
        QCOMPARE(told(withRenames(trees.vault, files, {.similarity = 30}).value().files),
                 toldByGit(trees.gitDiff({u"--name-status"_s, u"-z"_s, u"-M30%"_s})));
    }

    void aRenamedFileIsComparedWithWhatItWas()
    {
        TwoTrees trees;
        trees.put(false, "old name", "1\n2\n3\n4\n5\n6\n", 0100644);
        trees.put(true, "new name", "1\n2\n3\n4\nfive\n6\n", 0100755);
        trees.make();
        const auto files = changedFiles(trees.vault, trees.before, trees.after).value();
        QCOMPARE(files.size(), 2);
        const auto renamed = withRenames(trees.vault, files).value().files;
        QCOMPARE(renamed.size(), 1);
        const FileDiff file = FileDiff::read(trees.vault, renamed[0]).value();
        QCOMPARE(file.added(), 1);
        QCOMPARE(file.removed(), 1);
        QVERIFY(file.change().modeChanged());
        QCOMPARE(file.change().before.path.bytes(), "old name");
        QCOMPARE(file.change().path().bytes(), "new name");
        QVERIFY(renamed[0].similarity >= 50 && renamed[0].similarity < 100);
    }

    void beyondTheLimitsEqualFilesAreFoundAndItIsSaid()
    {
        TwoTrees trees;
        const QByteArray text = QByteArray("some line that is long enough\n").repeated(20);
        for (int i = 0; i < 4; ++i) {
            const QByteArray number = QByteArray::number(i);
            trees.put(false, "old" + number, text + number + '\n');
            trees.put(true, "new" + number, text + number + (i == 0 ? "\n" : "\nmore\n"));
        }
        trees.make();
        const auto files = changedFiles(trees.vault, trees.before, trees.after).value();
        const RenamedFiles few = withRenames(trees.vault, files, {.pairLimit = 8}).value();
        QVERIFY(!few.complete);
        QCOMPARE(told(few.files).last(), "R100 old0 -> new0");
        QCOMPARE(few.files.size(), 7);
        const RenamedFiles small = withRenames(trees.vault, files, {.fileLimit = 100}).value();
        QVERIFY(!small.complete);
        QCOMPARE(small.files.size(), 7);
        QVERIFY(withRenames(trees.vault, files, {.pairLimit = 9}).value().complete);
    }

    void aStopIsAnswered()
    {
        TwoTrees trees;
        trees.put(false, "old", "1\n2\n3\n");
        trees.put(true, "new", "1\n2\n3\n4\n");
        trees.make();
        StopSource source;
        source.requestStop();
        const auto stopped = withRenames(trees.vault, changedFiles(trees.vault, trees.before, trees.after).value(), {},
                                         source.token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().kind, ErrorKind::Stopped);
    }
};

QTEST_GUILESS_MAIN(TstRenames)
#include "tst_renames.moc"
