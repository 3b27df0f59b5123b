// Any local repository compared with itself: how it is found, which revisions it knows, and that it is only read.
#include "core/git/comparedtrees.h"
#include "core/git/target.h"
#include "tests/git/targetstage.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class ComparedTreesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void revisionsAreWhatGitTakesThemFor_data()
    {
        QTest::addColumn<QString>("revision");
        for (const char *revision : {"HEAD~1", "v1", "main^", "main@{0}", ":/second"})
            QTest::newRow(revision) << QString::fromLatin1(revision);
    }
    void revisionsAreWhatGitTakesThemFor()
    {
        QFETCH(QString, revision);
        const auto trees = comparedTrees(m_repository.path(), revision, u"HEAD"_s);
        QVERIFY_OK(trees);
        QCOMPARE(trees->from.hex(), treeOf(revision));
        QCOMPARE(trees->to.hex(), treeOf(u"HEAD"_s));
    }
    void repositoryIsFoundFromWhereverOneIs()
    {
        const QString linked = m_repository.sibling(u"linked"_s), bare = m_repository.sibling(u"bare.git"_s);
        m_repository.git({u"worktree"_s, u"add"_s, u"-q"_s, linked, u"v1"_s});
        m_repository.git({u"clone"_s, u"-q"_s, u"--bare"_s, m_repository.path(), bare});
        for (const QString &path :
             {m_repository.path(), m_repository.path() + u"/dir"_s, m_repository.path() + u"/.git"_s, linked, bare}) {
            const auto trees = comparedTrees(path, u"v1"_s, u"main"_s);
            QVERIFY2(trees, qPrintable(path + u": "_s + (trees ? QString() : trees.error().text())));
            QCOMPARE(trees->to.hex(), treeOf(u"main"_s));
            const auto opened = Vault::open(trees->repository); // as a reader of the change does
            QVERIFY_OK(opened);
            QVERIFY(opened->hasObject(trees->from) && opened->hasObject(trees->to));
        }
        // HEAD is the linked work tree's own.
        const auto head = comparedTrees(linked, u"v1"_s, u"HEAD"_s);
        QVERIFY_OK(head);
        QCOMPARE(head->from, head->to);
    }
    void whatIsNotThereIsSaid_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("said");
        QTest::newRow("no folder") << u"/nowhere/at/all"_s << u"HEAD"_s << u"no such folder"_s;
        QTest::newRow("no repository") << u"/dev"_s << u"HEAD"_s << u"no git repository"_s;
        QTest::newRow("no name") << QString() << u"HEAD"_s << u"no repository is named"_s;
        QTest::newRow("no revision") << u"repo"_s << QString() << u"two revisions"_s;
        QTest::newRow("unknown revision") << u"repo"_s << u"nonesuch"_s << u"'nonesuch'"_s;
        QTest::newRow("a file's blob") << u"repo"_s << u"HEAD:a.txt"_s << u"a commit is needed"_s;
    }
    void whatIsNotThereIsSaid()
    {
        QFETCH(QString, path);
        QFETCH(QString, from);
        QFETCH(QString, said);
        const auto trees = comparedTrees(path == "repo"_L1 ? m_repository.path() : path, from, u"HEAD"_s);
        QVERIFY(!trees);
        QCOMPARE(trees.error().kind, ErrorKind::Usage);
        QVERIFY2(trees.error().text().contains(said), qPrintable(trees.error().text()));
        QVERIFY(!trees.error().remedy.isEmpty());
    }
    void repositoryIsOnlyRead()
    {
        const auto before = fingerprintFolder(m_repository.path());
        QVERIFY_OK(before);
        QVERIFY_OK(comparedTrees(m_repository.path(), u"v1"_s, u"main"_s));
        const auto after = fingerprintFolder(m_repository.path());
        QVERIFY_OK(after);
        QCOMPARE(*after, *before);
    }
    void initTestCase()
    {
        commitSome(m_repository);
        m_repository.git({u"tag"_s, u"v1"_s});
        m_repository.write("a.txt", "two\n");
        m_repository.commitAll(u"second"_s);
    }

private:
    [[nodiscard]] QByteArray treeOf(const QString &revision)
    {
        return m_repository.git({u"log"_s, u"-1"_s, u"--format=%T"_s, revision}).trimmed();
    }
    ScratchRepository m_repository;
};

QTEST_GUILESS_MAIN(ComparedTreesTest)
#include "tst_comparedtrees.moc"
