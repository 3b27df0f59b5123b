// What the owner leaves out is not in the tree, to the byte; all else is; and git makes the same tree of the patch.
#include "core/review/leftouttree.h"
#include "core/review/reviewedchange.h"
#include "tests/diff/generated.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::review;
using namespace assay::test;

namespace {

ReviewMarks leavingOut(const QList<ReviewPlace> &places)
{
    ReviewMarks marks;
    for (const ReviewPlace &place : places)
        marks.insert(place, {.leftOut = true, .by = u"owner"_s, .seq = 7});
    return marks;
}

ReviewedFile fileOf(const QList<ReviewedFile> &files, const QByteArray &path)
{
    for (const ReviewedFile &file : files) {
        if (file.change().path().bytes() == path)
            return file;
    }
    qFatal("no such file: %s", path.constData());
}

QByteArray blobAt(const TwoTrees &trees, const ObjectId &tree, const QByteArray &path)
{
    const auto entry = trees.vault.find(tree, RepoPath(path)).value();
    return entry ? trees.vault.blob(entry->object).value() : "(none)";
}

const QByteArray kBefore = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";

} // namespace

class TstLeftOutTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingLeftOutIsTheTreeItself()
    {
        TwoTrees trees;
        trees.putBoth("f", "a\n", "b\n");
        trees.make();
        QCOMPARE(withoutLeftOut(trees.vault, trees.before, trees.after, {}).value().tree, trees.after);
    }

    void oneHunkIsTakenBackAndTheOthersStay()
    {
        TwoTrees trees;
        QByteArray now = kBefore;
        now.replace("\n3\n", "\nthree\n").replace("\n11\n", "\neleven\nmore\n");
        trees.putBoth("f", kBefore, now);
        trees.putBoth("other", "a\n", "b\n");
        trees.make();
        const auto files = readChange(trees.vault, trees.before, trees.after).value();
        const ReviewedFile f = fileOf(files, "f");
        QCOMPARE(f.hunks.size(), 2);
        const auto left = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut({f.place(1)})).value();
        QCOMPARE(blobAt(trees, left.tree, "f"), QByteArray(kBefore).replace("\n3\n", "\nthree\n"));
        QCOMPARE(blobAt(trees, left.tree, "other"), "b\n");
        QCOMPARE(left.left.size(), 1);
        QCOMPARE(left.left.first().place, f.place(1));
        QCOMPARE(left.left.first().added, 2);
        QCOMPARE(left.left.first().removed, 1);
        QCOMPARE(left.left.first().by, u"owner"_s);
        QVERIFY(left.lapsed.isEmpty());
    }

    void fileOfWhichNothingStaysIsWhatItWas()
    {
        TwoTrees trees;
        trees.put(true, "new.txt", "1\n");
        trees.put(false, "gone.txt", "2\n");
        trees.put(false, "mode.sh", "3\n", 0100644);
        trees.put(true, "mode.sh", "4\n", 0100755);
        trees.putBoth("kept", "a\n", "b\n");
        trees.make();
        const auto files = readChange(trees.vault, trees.before, trees.after).value();
        QList<ReviewPlace> places;
        for (const QByteArray &path : QByteArrayList{"new.txt", "gone.txt", "mode.sh"})
            places += fileOf(files, path).places();
        const auto left = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut(places)).value();
        // An added file is not left as an empty one, a deleted one is there again, a mode is as it was.
        QVERIFY(!trees.vault.find(left.tree, RepoPath("new.txt")).value());
        QCOMPARE(blobAt(trees, left.tree, "gone.txt"), "2\n");
        QCOMPARE(trees.vault.find(left.tree, RepoPath("mode.sh")).value()->mode, 0100644u);
        QCOMPARE(blobAt(trees, left.tree, "mode.sh"), "3\n");
        QCOMPARE(blobAt(trees, left.tree, "kept"), "b\n");
    }

    void renamedFileCanLoseAHunkOrItsNewName()
    {
        TwoTrees trees;
        QByteArray before;
        for (int i = 0; i < 40; ++i)
            before += "line " + QByteArray::number(i) + '\n';
        QByteArray now = before;
        now.replace("line 3\n", "line three\n").replace("line 30\n", "line thirty\n");
        trees.put(false, "old name", before);
        trees.put(true, "new name", now);
        trees.make();
        const auto files = readChange(trees.vault, trees.before, trees.after).value();
        QCOMPARE(files.size(), 1);
        QCOMPARE(files.first().change().status, diff::FileStatus::Renamed);
        const ReviewedFile &f = files.first();
        const auto hunk = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut({f.place(0)})).value();
        QCOMPARE(blobAt(trees, hunk.tree, "new name"), QByteArray(before).replace("line 30\n", "line thirty\n"));
        QVERIFY(!trees.vault.find(hunk.tree, RepoPath("old name")).value());
        const auto whole = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut({f.whole()})).value();
        QCOMPARE(whole.tree, trees.before);
    }

    void copyIsLeftOutAndWhatItWasCopiedFromStays()
    {
        TwoTrees trees;
        QByteArray before;
        for (int i = 0; i < 40; ++i)
            before += "line " + QByteArray::number(i) + '\n';
        trees.putBoth("from", before, QByteArray(before).replace("line 9\n", "nine\n"));
        trees.put(true, "copy", QByteArray(before).replace("line 3\n", "three\n").replace("line 30\n", "thirty\n"));
        trees.make();
        const auto files = readChange(trees.vault, trees.before, trees.after).value();
        const ReviewedFile copy = fileOf(files, "copy");
        QCOMPARE(copy.change().status, diff::FileStatus::Copied);
        QCOMPARE(copy.hunks.size(), 2);
        const auto hunk = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut({copy.place(0)})).value();
        QCOMPARE(blobAt(trees, hunk.tree, "copy"), QByteArray(before).replace("line 30\n", "thirty\n"));
        const auto all = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut(copy.places())).value();
        QVERIFY(!trees.vault.find(all.tree, RepoPath("copy")).value());
        QVERIFY(blobAt(trees, all.tree, "from").contains("nine"));
    }

    void fileWithoutHunksIsLeftOutAsAWhole()
    {
        TwoTrees trees;
        trees.putBoth("logo.png", QByteArray("\0\1\2", 3), QByteArray("\0\1\3", 3));
        trees.put(false, "run.sh", "x\n", 0100644);
        trees.put(true, "run.sh", "x\n", 0100755);
        trees.put(true, "empty", "");
        trees.put(true, "link", "run.sh", 0120000);
        trees.put(true, "kept", "k\n");
        trees.make();
        const auto files = readChange(trees.vault, trees.before, trees.after).value();
        QList<ReviewPlace> places;
        for (const QByteArray &path : QByteArrayList{"logo.png", "run.sh", "empty", "link"})
            places += fileOf(files, path).places();
        const auto left = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut(places)).value();
        const auto changes = trees.vault.changes(trees.before, left.tree).value();
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes.first().path.bytes(), "kept");
    }

    void markOfAHunkThatIsNoMoreIsSaid()
    {
        TwoTrees trees;
        trees.putBoth("f", kBefore, QByteArray(kBefore).replace("3\n", "three\n"));
        trees.make();
        const ReviewPlace gone = ReviewPlace::ofHunk(RepoPath("f"), HunkId(QString(64, u'0')));
        const auto left = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut({gone})).value();
        QCOMPARE(left.tree, trees.after);
        QCOMPARE(left.lapsed, QList<ReviewPlace>{gone});
    }

    void whatWasLeftOutBeforeItChangedHasLapsed()
    {
        TwoTrees trees;
        QByteArray now = kBefore;
        now.replace("\n3\n", "\nthree\n").replace("\n11\n", "\neleven\n");
        trees.putBoth("f", kBefore, now);
        trees.putBoth("same", "a\n", "a\n");
        trees.put(false, "old name", kBefore + kBefore);
        trees.put(true, "new name", kBefore + kBefore);
        trees.make();
        const auto files = readChange(trees.vault, trees.before, trees.after).value();
        const ReviewedFile f = fileOf(files, "f");
        const auto hunkOf
            = [](const QByteArray &path) { return ReviewPlace::ofHunk(RepoPath(path), HunkId(QString(64, u'0'))); };
        const ObjectId other(QByteArray(40, 'd'));
        const ReviewPlace whole = ReviewPlace::ofFile(RepoPath("f"), f.change().before.blob, other);
        // Of "same" nothing is changed any more: there is nothing to look at.
        const ReviewMarks marks
            = leavingOut({f.place(1), f.whole(), hunkOf("f"), whole, hunkOf("same"), hunkOf("old name")});
        const QList<ReviewPlace> expected{whole, hunkOf("f"), hunkOf("old name")};
        QCOMPARE(lapsedMarks(marks, files), expected);
        QCOMPARE(lapsedMarks(trees.vault, trees.before, trees.after, marks).value(), expected);
        QCOMPARE(withoutLeftOut(trees.vault, trees.before, trees.after, marks).value().lapsed, expected);
        QVERIFY(lapsedMarks(trees.vault, trees.before, trees.after, {}).value().isEmpty());
        // Accepting the file takes them along.
        QList<ReviewPlace> accepted;
        for (const QJsonValue one : acceptMarks(f, marks)) {
            QCOMPARE(one[u"state"].toString(), u"accepted"_s);
            accepted.append(placeFromJson(one.toObject()));
        }
        for (const ReviewPlace &place : {f.place(0), f.place(1), f.whole(), whole, hunkOf("f")})
            QVERIFY2(accepted.removeOne(place), qPrintable(place.text()));
        QVERIFY(accepted.isEmpty());
    }

    void fileWhoseNameIsAFolderNowIsNotTakenBackSilently()
    {
        TwoTrees trees;
        trees.put(false, "a", "1\n");
        trees.put(true, "a/b", "a wholly other thing\n");
        trees.make();
        const auto files = readChange(trees.vault, trees.before, trees.after).value();
        const auto left
            = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut(fileOf(files, "a").places()));
        QVERIFY(!left);
        QVERIFY2(left.error().text().contains(u"Leave both out"), qPrintable(left.error().text()));
        // Both is base.
        QList<ReviewPlace> both;
        for (const ReviewedFile &file : files)
            both += file.places();
        QCOMPARE(withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut(both)).value().tree, trees.before);
    }

    void commentsThatLieInACandidateAreFound()
    {
        TwoTrees trees;
        QByteArray now = kBefore;
        now.replace("\n3\n", "\nthree\n").replace("\n11\n", "\neleven\n");
        trees.putBoth("f", kBefore, now);
        trees.putBoth("logo.png", QByteArray("\0\1\2", 3), QByteArray("\0\1\3", 3));
        trees.make();
        const auto files = readChange(trees.vault, trees.before, trees.after).value();
        const ReviewedFile f = fileOf(files, "f"), logo = fileOf(files, "logo.png");
        ReviewMarks marks;
        marks.insert(f.place(1), {.comment = u"why?"_s});
        marks.insert(f.whole(), {.comment = u"both?"_s});
        marks.insert(logo.whole(), {.comment = u"given"_s, .given = 3});
        marks.insert(ReviewPlace::ofHunk(RepoPath("f"), HunkId(QString(64, u'0'))),
                     {.comment = u"of an earlier one"_s});
        marks.insert(ReviewPlace::ofHunk(RepoPath("g"), f.hunks.at(0)), {.comment = u"elsewhere"_s});
        QCOMPARE(openCommentsIn(trees.vault, marks, trees.before, trees.after).value(),
                 (QList<ReviewPlace>{f.whole(), f.place(1)}));
        // The comment carries what it is about, so that it can be read where no tree is.
        const QJsonObject data = f.markData(1, marked::Comment, u"why?"_s);
        QCOMPARE(data[u"line"].toInt(), 11);
        QCOMPARE(data[u"excerpt"].toString(), u"-11\n+eleven"_s);
        ReviewMark mark;
        applyMark(mark, data);
        QCOMPARE(commentText(f.place(1), mark), u"f, line 11:\n    -11\n    +eleven\nwhy?"_s);
    }

    /// Over changes made from seeds, with any choice of places left out: the patch against base gives the tree with
    /// `git apply --index`, the mail with `git am --keep-cr`, and what stays is what was not left out.
    void anyChoiceMakesTheTreeThatGitMakesOfThePatch()
    {
        for (quint32 seed = 1; seed <= 25; ++seed) {
            Generated generated(seed);
            TwoTrees trees;
            const QByteArrayList names{"plain.txt", "with space", "qu\"ote", "n\new", "\xc3\xa4/\xe6\x97\xa5",
                                       "lat\xe4"};
            for (const QByteArray &name : names) {
                const QByteArrayList lines = generated.lines(80);
                const quint32 mode = generated.oneIn(3) ? 0100755 : 0100644;
                switch (generated.below(5)) {
                case 0:
                    trees.put(false, name, generated.joined(lines), mode);
                    break;
                case 1:
                    trees.put(true, name, generated.joined(lines), mode);
                    break;
                default:
                    trees.put(false, name, generated.joined(lines));
                    trees.put(true, name, generated.joined(generated.edited(lines)), mode);
                }
            }
            trees.putBoth("bin", QByteArray("\0a", 2) + QByteArray::number(seed), QByteArray("\0b", 2));
            trees.putBoth("long", QByteArray(1 << 20, 'x') + "\n", QByteArray(1 << 20, 'y'));
            trees.put(generated.oneIn(2), "link", "plain.txt", 0120000);
            trees.put(generated.oneIn(2), "empty", "");
            trees.make();

            const auto files = readChange(trees.vault, trees.before, trees.after).value();
            QList<ReviewPlace> all, chosen;
            for (const ReviewedFile &file : files)
                all += file.places();
            for (const ReviewPlace &place : std::as_const(all)) {
                if (generated.oneIn(2))
                    chosen.append(place);
            }
            QCOMPARE(withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut(all)).value().tree,
                     trees.before);
            const auto left = withoutLeftOut(trees.vault, trees.before, trees.after, leavingOut(chosen)).value();
            QCOMPARE(left.left.size(), chosen.size());
            QVERIFY(left.lapsed.isEmpty());
            // A file keeps its change if and only if something of it was not left out.
            for (const ReviewedFile &file : files) {
                const bool stays = std::ranges::any_of(
                    file.places(), [&](const ReviewPlace &place) { return !chosen.contains(place); });
                const auto entry = trees.vault.find(left.tree, file.change().after.path).value();
                const auto base = trees.vault.find(trees.before, file.change().after.path).value();
                const bool changed = entry.has_value() != base.has_value()
                    || (entry && (entry->object != base->object || entry->mode != base->mode));
                QVERIFY2(!file.change().after.exists() || changed == stays,
                         qPrintable(u"seed %1: %2"_s.arg(seed).arg(file.change().path().display())));
            }
            judgeByGit(trees, left.tree, seed);
            if (seed % 5 == 0)
                judgeByGit(trees, trees.after, seed); // the whole change goes round, too
            if (QTest::currentTestFailed())
                return;
        }
    }

private:
    static void judgeByGit(const TwoTrees &trees, const ObjectId &tree, quint32 seed)
    {
        int status = 0;
        const auto vault = [&](const QStringList &arguments) {
            return QString::fromLatin1(
                trees.git(QStringList{u"-c"_s, u"user.name=n"_s, u"-c"_s, u"user.email=e@x"_s} + arguments, &status)
                    .trimmed());
        };
        const QString base = vault({u"commit-tree"_s, u"-m"_s, u"base"_s, trees.before.text()});
        const QString made = vault({u"commit-tree"_s, u"-p"_s, base, u"-m"_s, u"What stays"_s, tree.text()});
        vault({u"update-ref"_s, u"refs/heads/base"_s, base});
        const QStringList form{u"--binary"_s, u"--full-index"_s, u"--no-renames"_s, u"--no-ext-diff"_s,
                               u"--no-textconv"_s};
        const QString patch = trees.folder() + u"/patch"_s, mail = trees.folder() + u"/mail"_s,
                      clone = trees.folder() + u"/clone"_s;
        vault(QStringList{u"diff"_s} + form + QStringList{u"--output="_s + patch, base, made});
        vault(QStringList{u"format-patch"_s, u"-q"_s, u"--no-stat"_s, u"--no-signature"_s} + form
              + QStringList{u"--output="_s + mail, base + u".."_s + made});
        const auto git = [&](const QStringList &arguments) {
            return runProgram(u"git"_s,
                              QStringList{u"-c"_s, u"user.name=n"_s, u"-c"_s, u"user.email=e@x"_s} + arguments, clone,
                              &status);
        };
        runProgram(u"git"_s, {u"clone"_s, u"-q"_s, u"--branch"_s, u"base"_s, trees.vault.path(), clone}, trees.folder(),
                   &status);
        QCOMPARE(status, 0);
        if (QFileInfo(patch).size() > 0) {
            git({u"apply"_s, u"--index"_s, u"--whitespace=nowarn"_s, patch});
            QVERIFY2(status == 0, qPrintable(u"seed %1: git apply"_s.arg(seed)));
        }
        QCOMPARE(QString::fromLatin1(git({u"write-tree"_s}).trimmed()), tree.text());
        git({u"reset"_s, u"-q"_s, u"--hard"_s, base});
        if (QFileInfo(patch).size() > 0) {
            git({u"am"_s, u"-q"_s, u"--keep-cr"_s, u"--whitespace=nowarn"_s, mail});
            QVERIFY2(status == 0, qPrintable(u"seed %1: git am"_s.arg(seed)));
        }
        QCOMPARE(QString::fromLatin1(git({u"rev-parse"_s, u"HEAD^{tree}"_s}).trimmed()), tree.text());
        runProgram(u"rm"_s, {u"-rf"_s, clone}, trees.folder()); // QDir does not find names that are not UTF-8
    }
};

QTEST_GUILESS_MAIN(TstLeftOutTree)
#include "tst_leftouttree.moc"
