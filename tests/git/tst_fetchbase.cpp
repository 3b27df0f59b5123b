// What of a target's history a run takes: base, its ancestors and their tags; nothing newer, nothing shared.
#include "tests/git/gitstage.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class FetchBaseTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;

    static QByteArray in(const QString &repository, const QStringList &arguments)
    {
        return runProgram(u"git"_s, arguments, repository).trimmed();
    }

private Q_SLOTS:
    void baseItsAncestorsAndTheirTagsAreTaken()
    {
        GitStage stage(m_host);
        ScratchRepository &target = stage.target;
        target.write("a", "1");
        target.commitAll(u"one"_s);
        target.git({u"tag"_s, u"light"_s});
        target.git({u"tag"_s, u"-a"_s, u"-m"_s, u"annotated"_s, u"v1"_s});
        target.git({u"tag"_s, u"-a"_s, u"-m"_s, u"a tag's tag"_s, u"v1-again"_s, u"v1"_s});
        target.git({u"tag"_s, u"a-tree"_s, u"HEAD^{tree}"_s});
        target.write("a", "2");
        QVERIFY_OK(stage.begin());
        target.write("a", "secret of the future");
        const QByteArray newer = target.commitAll(u"newer"_s);
        target.git({u"tag"_s, u"v2"_s});
        target.git({u"branch"_s, u"other"_s});

        const TargetFacts facts{.path = target.path(), .base = stage.base, .baseTree = stage.baseTree};
        const QString vault = target.sibling(u"v.git"_s), baseGit = target.sibling(u"b.git"_s);
        const auto before = fingerprintFolder(target.path()).value();
        QVERIFY_OK(fetchBase(stage.git, facts, vault, baseGit));
        QCOMPARE(fingerprintFolder(target.path()).value(), before);
        for (const QString &store : {vault, baseGit}) {
            QCOMPARE(in(store, {u"for-each-ref"_s, u"--format=%(refname)"_s}),
                     "refs/assay/base\nrefs/tags/light\nrefs/tags/v1\nrefs/tags/v1-again");
            QCOMPARE(in(store, {u"rev-parse"_s, u"refs/assay/base"_s}), stage.base.hex());
            QCOMPARE(in(store, {u"rev-list"_s, u"--count"_s, u"--all"_s}), "2");
            QCOMPARE(in(store, {u"fsck"_s}), "");
            QCOMPARE(in(store, {u"remote"_s}), "");
            int status = 0;
            runProgram(u"git"_s, {u"cat-file"_s, u"-e"_s, QString::fromLatin1(newer)}, store, &status);
            QVERIFY(status != 0);
            QVERIFY(!QFile::exists(store + u"/objects/info/alternates"_s));
            QVERIFY(!QFile::exists(store + u"/FETCH_HEAD"_s));
            QCOMPARE(runProgram(u"find"_s, {store, u"-links"_s, u"+1"_s, u"-type"_s, u"f"_s}, u"/"_s), "");
        }
        // The owner may delete the target: the run does not need it.
        QVERIFY_OK(discard(target.path()));
        QCOMPARE(in(vault, {u"fsck"_s}), "");
        QVERIFY(!QFile::exists(vault + u".partial"_s));
    }

    void resumedSetUpFindsItsVault()
    {
        GitStage stage(m_host);
        stage.target.write("a", "1");
        QVERIFY_OK(stage.begin());
        TargetFacts facts{.path = stage.target.path(), .base = stage.base, .baseTree = stage.baseTree};
        QVERIFY_OK(fetchBase(stage.git, facts, stage.vault(), stage.baseGit()));
        facts.base = ObjectId(QByteArray(40, 'a'));
        const auto other = fetchBase(stage.git, facts, stage.vault(), stage.baseGit());
        QVERIFY(!other);
        QVERIFY(other.error().text().contains(stage.vault()));
    }

    void whatACrashLeftIsMadeAnew()
    {
        GitStage stage(m_host);
        stage.target.write("a", "1");
        QVERIFY_OK(stage.begin());
        const TargetFacts facts{.path = stage.target.path(), .base = stage.base, .baseTree = stage.baseTree};
        const QString vault = stage.target.sibling(u"run/v.git"_s), baseGit = stage.target.sibling(u"run/b.git"_s);
        for (const QString &left : {vault + u".partial/objects"_s, baseGit + u".partial"_s, baseGit})
            QVERIFY(QDir().mkpath(left));
        in(vault + u".partial"_s, {u"init"_s, u"-q"_s, u"--bare"_s});
        QVERIFY_OK(fetchBase(stage.git, facts, vault, baseGit));
        QCOMPARE(in(baseGit, {u"rev-parse"_s, u"refs/assay/base"_s}), stage.base.hex());
    }

    void failedFetchLeavesNothingAndSaysWhy()
    {
        GitStage stage(m_host);
        stage.target.write("a", "1");
        stage.target.commitAll(u"one"_s);
        const QString vault = stage.target.sibling(u"run/v.git"_s), baseGit = stage.target.sibling(u"run/b.git"_s);
        const auto fetched = fetchBase(stage.git, {.path = stage.target.path(), .base = ObjectId(QByteArray(40, 'a'))},
                                       vault, baseGit);
        QVERIFY(!fetched);
        QVERIFY2(fetched.error().text().contains(QString(40, u'a')), qPrintable(fetched.error().text()));
        QCOMPARE(QDir(stage.target.sibling(u"run"_s)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList());
    }

    void damagedTargetIsNotTaken()
    {
        GitStage stage(m_host);
        stage.target.write("a", "precious");
        stage.target.commitAll(u"one"_s);
        const auto facts = inspectTarget(stage.git, stage.target.path(), {});
        QVERIFY_OK(facts);
        const QString id = QString::fromLatin1(stage.target.git({u"rev-parse"_s, u"HEAD:a"_s}).trimmed());
        QVERIFY(QFile::remove(stage.target.path() + u"/.git/objects/"_s + id.left(2) + u'/' + id.mid(2)));
        QVERIFY(!fetchBase(stage.git, *facts, stage.vault(), stage.baseGit()));
        QVERIFY(!QFile::exists(stage.vault()));
    }

    void replacedObjectsOfTheTargetAreNotTaken()
    {
        GitStage stage(m_host);
        stage.target.write("a", "1");
        const QByteArray one = stage.target.commitAll(u"one"_s);
        stage.target.write("a", "2");
        const QByteArray two = stage.target.commitAll(u"two"_s);
        stage.target.git({u"replace"_s, QString::fromLatin1(two), QString::fromLatin1(one)});
        const auto facts = inspectTarget(stage.git, stage.target.path(), {});
        QVERIFY_OK(facts);
        QCOMPARE(facts->base.hex(), two);
        QVERIFY_OK(fetchBase(stage.git, *facts, stage.vault(), stage.baseGit()));
        QCOMPARE(in(stage.vault(), {u"rev-list"_s, u"--count"_s, u"refs/assay/base"_s}), "2");
    }

    void stoppedFetchLeavesNothing()
    {
        GitStage stage(m_host);
        stage.target.write("a", "1");
        stage.target.commitAll(u"one"_s);
        const auto facts = inspectTarget(stage.git, stage.target.path(), {});
        QVERIFY_OK(facts);
        StopSource source;
        source.requestStop();
        const auto fetched = fetchBase(stage.git, *facts, stage.vault(), stage.baseGit(), source.token());
        QVERIFY(!fetched);
        QCOMPARE(fetched.error().kind, ErrorKind::Stopped);
        QVERIFY(!QFile::exists(stage.vault() + u".partial"_s));
    }
};

QTEST_GUILESS_MAIN(FetchBaseTest)
#include "tst_fetchbase.moc"
