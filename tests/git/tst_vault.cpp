// The run's own repository, judged by the git program.
#include "core/git/vault.h"
#include "tests/support/scratchrepository.h"

#include <QTest>
#include <QTimeZone>

#include <thread>

using namespace Qt::StringLiterals;
using namespace assay;
using assay::test::runProgram;

class VaultTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    int m_count = 0;

    Vault newVault() { return Vault::create(m_dir.filePath(u"v%1.git"_s.arg(++m_count))).value(); }
    static QByteArray git(const Vault &vault, const QStringList &arguments)
    {
        return runProgram(u"git"_s, QStringList{u"--git-dir"_s, vault.path()} + arguments, u"/"_s).trimmed();
    }
    static TreeEdit put(Vault &vault, const QByteArray &path, const QByteArray &bytes, quint32 mode = 0100644)
    {
        return {.path = RepoPath(path), .mode = mode, .blob = vault.writeBlob(bytes).value()};
    }
    static QByteArrayList paths(const Vault &vault, const ObjectId &tree)
    {
        QByteArrayList names;
        const auto entries = vault.list(tree).value();
        for (const TreeEntry &entry : entries)
            names.append(entry.path.bytes());
        return names;
    }
    static inline const QDateTime kWhen{QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone::fromSecondsAheadOfUtc(7200)};

private Q_SLOTS:
    void missingVaultSaysWhich()
    {
        const auto vault = Vault::open(u"/nowhere/vault.git"_s);
        QVERIFY(!vault);
        QCOMPARE(vault.error().subject, u"/nowhere/vault.git"_s);
        QVERIFY(!vault.error().remedy.isEmpty());
    }

    void vaultIsNotMadeOverAnother()
    {
        const Vault vault = newVault();
        QVERIFY(!Vault::create(vault.path()));
        QVERIFY(Vault::open(vault.path()));
    }

    void aBlobsSizeIsKnownWithoutReadingIt()
    {
        Vault vault = newVault();
        QCOMPARE(vault.blobSize(vault.writeBlob("twelve bytes").value()).value(), 12);
        QCOMPARE(vault.blobSize(vault.writeBlob("").value()).value(), 0);
        const auto missing = vault.blobSize(ObjectId("0123456789012345678901234567890123456789"));
        QVERIFY(!missing);
        QVERIFY(missing.error().what.contains(u"0123456789012345678901234567890123456789"_s));
    }

    void gitReadsWhatWasWritten()
    {
        Vault vault = newVault();
        const auto tree = vault.editTree({},
                                         {put(vault, "src/a b\n.c", "one\n"), put(vault, "run", "#!\n", 0100755),
                                          put(vault, "link", "src", 0120000), put(vault, "b\xff", "")});
        QVERIFY2(tree, qPrintable(tree.error_or(Error{}).text()));
        const auto first = vault.commitTree(*tree, {}, "First\n\nTrailer: x", kWhen).value();
        const auto second = vault.commitTree(*tree, {first}, "Second", kWhen).value();
        QCOMPARE(git(vault, {u"ls-tree"_s, u"-r"_s, u"--name-only"_s, u"-z"_s, second.text()}),
                 QByteArray("b\xff\0link\0run\0src/a b\n.c\0", 23));
        QCOMPARE(git(vault, {u"log"_s, u"-1"_s, u"--format=%an %ae %cI %P"_s, second.text()}),
                 QByteArray("Assay assay@localhost 2026-01-02T03:04:05+02:00 ") + first.hex());
        QCOMPARE(git(vault, {u"fsck"_s, u"--strict"_s}), QByteArray("dangling commit ") + second.hex());

        const auto facts = vault.commit(second).value();
        QCOMPARE(facts.tree, *tree);
        QCOMPARE(facts.parents, QList{first});
        QCOMPARE(facts.message, "Second\n");
        QCOMPARE(facts.committed, kWhen);
        QCOMPARE(paths(vault, *tree), (QByteArrayList{"b\xff", "link", "run", "src/a b\n.c"}));
        const auto found = vault.find(*tree, RepoPath("run")).value();
        QVERIFY(found);
        QCOMPARE(found->mode, 0100755U);
        QCOMPARE(vault.blob(found->object).value(), "#!\n");
        QVERIFY(!vault.find(*tree, RepoPath("src")).value()); // a folder is no entry
        QVERIFY(!vault.find(*tree, RepoPath("none/such")).value());
    }

    void editTurnsFilesIntoFoldersAndBack()
    {
        Vault vault = newVault();
        const auto flat = vault.editTree({}, {put(vault, "a", "1"), put(vault, "deep/er/b", "2")}).value();
        const auto swapped = vault
                                 .editTree(flat,
                                           {put(vault, "a/inside", "1"),
                                            {.path = RepoPath("deep/er/b"), .blob = {}},
                                            put(vault, "deep/er", "3")})
                                 .value();
        QCOMPARE(paths(vault, swapped), (QByteArrayList{"a/inside", "deep/er"}));
        const auto back = vault.editTree(swapped, {put(vault, "a", "1"), put(vault, "deep/er/b", "2")}).value();
        QCOMPARE(back, flat);
        const auto emptied
            = vault
                  .editTree(flat,
                            {{.path = RepoPath("deep/er/b"), .blob = {}}, {.path = RepoPath("not/there"), .blob = {}}})
                  .value();
        QCOMPARE(paths(vault, emptied), QByteArrayList{"a"});
        QCOMPARE(git(vault, {u"ls-tree"_s, u"--name-only"_s, emptied.text()}), "a"); // no empty folder is left
    }

    void editRefusesPathsThatLeaveTheTree_data()
    {
        QTest::addColumn<QByteArray>("path");
        for (const char *path : {".git/config", "../out", "a/../b", "/absolute", "a//b", "", "a/.GIT/x"})
            QTest::newRow(path) << QByteArray(path);
    }
    void editRefusesPathsThatLeaveTheTree()
    {
        QFETCH(QByteArray, path);
        Vault vault = newVault();
        QVERIFY(!vault.editTree({}, {put(vault, path, "x")}));
    }

    void editRefusesABlobThatIsNotThere()
    {
        Vault vault = newVault();
        const auto tree = vault.editTree({}, {{.path = RepoPath("a"), .blob = ObjectId(QByteArray(40, 'a'))}});
        QVERIFY(!tree);
        QCOMPARE(tree.error().kind, ErrorKind::Internal);
    }

    void changesNameEveryKind()
    {
        Vault vault = newVault();
        const auto from = vault
                              .editTree({},
                                        {put(vault, "same", "s"), put(vault, "gone", "g"), put(vault, "text", "1"),
                                         put(vault, "mode", "m"), put(vault, "kind", "k"), put(vault, "x/y", "1")})
                              .value();
        const auto to
            = vault
                  .editTree({},
                            {put(vault, "same", "s"), put(vault, "new", "g"), put(vault, "text", "2"),
                             put(vault, "mode", "m", 0100755), put(vault, "kind", "k", 0120000), put(vault, "x", "1")})
                  .value();
        const auto changes = vault.changes(from, to).value();
        QByteArrayList lines;
        for (const ChangedFile &change : changes)
            lines.append("ADMT"_ba.sliced(qsizetype(change.kind), 1) + ' ' + change.path.bytes() + ' '
                         + QByteArray::number(change.oldMode, 8) + ' ' + QByteArray::number(change.newMode, 8));
        QCOMPARE(lines,
                 (QByteArrayList{"D gone 100644 0", "T kind 100644 120000", "M mode 100644 100755", "A new 0 100644",
                                 "M text 100644 100644", "A x 0 100644", "D x/y 100644 0"}));
        QVERIFY(changes.at(0).newBlob.isNull());
        QVERIFY(changes.at(3).oldBlob.isNull());
        QCOMPARE(changes.at(0).oldBlob, changes.at(3).newBlob); // a rename stays two changes
        QCOMPARE(vault.changes({}, from).value().size(), 6);
        QCOMPARE(vault.changes(to, to).value().size(), 0);
    }

    void referencesAreGuarded()
    {
        Vault vault = newVault();
        const auto tree = vault.editTree({}, {}).value();
        const auto one = vault.commitTree(tree, {}, "1", kWhen).value();
        const auto two = vault.commitTree(tree, {one}, "2", kWhen).value();
        QVERIFY(vault.setRef(u"head"_s, one));
        QVERIFY(vault.setRef(u"head"_s, one));       // again, after a crash: the same end
        QVERIFY(!vault.setRef(u"head"_s, two));      // but never over another
        QVERIFY(vault.setRef(u"head"_s, two, one));
        QVERIFY(vault.setRef(u"head"_s, two, one));
        const auto refused = vault.setRef(u"head"_s, one, one);
        QVERIFY(!refused);
        QVERIFY2(refused.error().text().contains(two.text()), qPrintable(refused.error().text()));
        QVERIFY(!vault.setRef(u"absent"_s, two, one));
        QVERIFY(!vault.setRef(u"not..valid"_s, two));
        QVERIFY(!vault.setRef(u"dangling"_s, ObjectId(QByteArray(40, 'a'))));

        QCOMPARE(git(vault, {u"rev-parse"_s, u"refs/assay/head"_s}), two.hex());
        QCOMPARE(vault.ref(u"head"_s).value(), two);
        QCOMPARE(vault.ref(u"none"_s).value(), std::nullopt);
        QVERIFY(vault.setRef(u"salvage/2"_s, two));
        QVERIFY(vault.setRef(u"salvage/1"_s, one));
        QCOMPARE(vault.refs(u"salvage/"_s).value(),
                 (QList<std::pair<QString, ObjectId>>{{u"salvage/1"_s, one}, {u"salvage/2"_s, two}}));
        QCOMPARE(vault.refs({}).value().size(), 3);
    }

    void revisionsResolveToCommits()
    {
        Vault vault = newVault();
        const auto tree = vault.editTree({}, {}).value();
        const auto one = vault.commitTree(tree, {}, "1", kWhen).value();
        QVERIFY(vault.setRef(u"base"_s, one));
        git(vault,
            {u"-c"_s, u"user.name=T"_s, u"-c"_s, u"user.email=t@localhost"_s, u"tag"_s, u"-a"_s, u"-m"_s, u"x"_s,
             u"v1"_s, one.text()});
        for (const QString &name : {one.text(), one.shortText(), u"base"_s, u"refs/assay/base"_s, u"v1"_s})
            QCOMPARE(vault.resolveCommit(name).value_or(ObjectId()), one);
        QCOMPARE(vault.resolveCommit(u"nothing"_s).error().kind, ErrorKind::Usage);
        QVERIFY(vault.resolveCommit(tree.text()).error().what.contains(u"tree"_s));
        QVERIFY(vault.hasObject(one));
        QVERIFY(!vault.hasObject(ObjectId(QByteArray(40, 'b'))));
        QVERIFY(!vault.hasObject(ObjectId("short")));
    }

    void damagedObjectIsAnErrorNotAnAnswer()
    {
        Vault vault = newVault();
        const auto blob = vault.writeBlob("precious").value();
        const QString file = vault.path() + u"/objects/"_s + blob.text().left(2) + u'/' + blob.text().mid(2);
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
        QFile damaged(file);
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("nonsense") == 8);
        damaged.close();
        const auto read = Vault::open(vault.path()).value().blob(blob);
        QVERIFY(!read);
        QVERIFY(read.error().text().contains(blob.text()));
    }

    void eachThreadReadsWithItsOwnHandle()
    {
        Vault vault = newVault();
        const auto from = vault.editTree({}, {put(vault, "a", "1")}).value();
        const auto to = vault.editTree({}, {put(vault, "a", "2")}).value();
        std::atomic<int> good = 0;
        std::vector<std::thread> readers;
        for (int i = 0; i < 4; ++i)
            readers.emplace_back([&] {
                const auto own = Vault::open(vault.path()).value();
                for (int n = 0; n < 200; ++n)
                    good += own.changes(from, to).value().size() == 1;
            });
        for (int n = 0; n < 50; ++n)
            QVERIFY(vault.writeBlob(QByteArray::number(n)));
        for (auto &reader : readers)
            reader.join();
        QCOMPARE(good.load(), 800);
    }
};

QTEST_GUILESS_MAIN(VaultTest)
#include "tst_vault.moc"
