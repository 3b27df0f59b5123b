// Which files changed, judged by git itself.
#include "core/diff/treediff.h"
#include "tests/diff/generated.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

namespace {

const QByteArray kCommit(40, '1'), kOtherCommit(40, '2');

/// As `git diff --raw -z` has it: modes, blobs, status, then the path or the two of a rename.
QByteArrayList told(const QList<FileChange> &files)
{
    QByteArrayList lines;
    for (const FileChange &file : files) {
        const auto mode = [](quint32 bits) { return QByteArray::number(bits, 8).rightJustified(6, '0'); };
        const auto blob = [](const ObjectId &id) { return id.isNull() ? QByteArray(40, '0') : id.hex(); };
        const bool two = file.status == FileStatus::Renamed || file.status == FileStatus::Copied;
        lines.append(':' + mode(file.before.mode) + ' ' + mode(file.after.mode) + ' ' + blob(file.before.blob) + ' '
                     + blob(file.after.blob) + ' ' + "ADMTRC"_ba.sliced(qsizetype(file.status), 1) + ' '
                     + (two ? file.before.path.bytes() + " -> " : QByteArray()) + file.path().bytes());
    }
    std::ranges::sort(lines);
    return lines;
}

/// The same of git's output, without the similarity.
QByteArrayList toldByGit(const QByteArray &raw)
{
    QByteArrayList lines;
    const QByteArrayList parts = raw.split('\0');
    for (qsizetype i = 0; i + 1 < parts.size();) {
        const QByteArray head = parts[i++];
        const qsizetype status = head.lastIndexOf(' ') + 1;
        const bool two = head[status] == 'R' || head[status] == 'C';
        const QByteArray path = parts[i++];
        lines.append(head.first(status + 1) + ' ' + path + (two ? " -> " + parts[i++] : QByteArray()));
    }
    std::ranges::sort(lines);
    return lines;
}

} // namespace

class TstTreeDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindOfChangeIsThatOfGit()
    {
        TwoTrees trees;
        trees.put(false, "same", "same");
        trees.put(true, "same", "same");
        trees.putBoth("a b/with space", "1\n", "2\n");
        trees.putBoth("quote\"and\\backslash", "1\n", "2\n");
        trees.putBoth("new\nline\tand tab", "1\n", "2\n");
        trees.putBoth("gr\xc3\xb6\xc3\x9f"
                      "e",
                      "1\n", "2\n");
        trees.putBoth("no utf-8 \xff", "1\n", "2\n");
        trees.put(false, "gone", "1\n");
        trees.put(true, "came", "1\n");
        trees.put(true, "empty", "");
        trees.put(false, "mode", "#!\n", 0100644);
        trees.put(true, "mode", "#!\n", 0100755);
        trees.put(false, "link", "target", 0120000);
        trees.put(true, "link", "other", 0120000);
        trees.put(false, "becomes link", "text", 0100644);
        trees.put(true, "becomes link", "text", 0120000);
        trees.put(false, "becomes folder", "1\n");
        trees.put(true, "becomes folder/file", "1\n");
        trees.put(false, "was folder/file", "2\n");
        trees.put(true, "was folder", "2\n");
        trees.putSubmodule(false, "sub", kCommit);
        trees.putSubmodule(true, "sub", kOtherCommit);
        trees.putSubmodule(false, "sub gone", kCommit);
        trees.put(false, "becomes sub", "1\n");
        trees.putSubmodule(true, "becomes sub", kCommit);
        trees.putBoth("binary", QByteArray("\0\1", 2), QByteArray("\0\2", 2));
        trees.make();
        const auto files = changedFiles(trees.vault, trees.before, trees.after);
        QVERIFY_OK(files);
        QCOMPARE(told(*files), toldByGit(trees.gitDiff({u"--raw"_s, u"-z"_s, u"--no-abbrev"_s, u"--no-renames"_s})));
        QVERIFY(std::ranges::is_sorted(
            *files, [](const FileChange &one, const FileChange &other) { return one.path() < other.path(); }));
    }

    void noTreeIsTheEmptyOne()
    {
        TwoTrees trees;
        trees.put(true, "came", "1\n");
        trees.make();
        const auto came = changedFiles(trees.vault, {}, trees.after);
        QVERIFY_OK(came);
        QCOMPARE(came->size(), 1);
        QCOMPARE(came->constFirst().status, FileStatus::Added);
        QVERIFY(!came->constFirst().before.exists());
        const auto gone = changedFiles(trees.vault, trees.after, {});
        QVERIFY_OK(gone);
        QCOMPARE(gone->constFirst().status, FileStatus::Deleted);
        QCOMPARE(gone->constFirst().path().bytes(), "came");
    }

    void aMissingTreeIsNamed()
    {
        TwoTrees trees;
        trees.make();
        const ObjectId nowhere("0123456789012345678901234567890123456789");
        const auto files = changedFiles(trees.vault, trees.before, nowhere);
        QVERIFY(!files);
        QVERIFY(files.error().text().contains(nowhere.text()));
    }
};

QTEST_GUILESS_MAIN(TstTreeDiff)
#include "tst_treediff.moc"
