// The owner's repository: every condition in which it may be found, and that it is not touched.
#include "tests/git/targetstage.h"

#include <QProcess>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TargetTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;
    GitProgram m_git{m_host};

private Q_SLOTS:
    void plainRepositoryGivesItsFacts()
    {
        ScratchRepository target;
        const QByteArray first = commitSome(target);
        target.git({u"tag"_s, u"-a"_s, u"-m"_s, u"x"_s, u"v1"_s});
        target.write("a.txt", "two\n");
        const QByteArray second = target.commitAll(u"second"_s);
        const auto facts = inspectTarget(m_git, target.path(), {});
        QVERIFY_OK(facts);
        QCOMPARE(facts->path, resolved(target.path()));
        QCOMPARE(facts->base.hex(), second);
        QCOMPARE(facts->baseTree.hex(), target.git({u"rev-parse"_s, u"HEAD^{tree}"_s}).trimmed());
        QCOMPARE(facts->baseName, u"HEAD"_s);
        QCOMPARE(facts->branch, u"main"_s);
        QVERIFY(facts->dirty.isEmpty() && facts->warnings.isEmpty());
        for (const QString &name :
             {QString::fromLatin1(first), QString::fromLatin1(first.left(8)), u"HEAD~1"_s, u"v1"_s, u"main^"_s}) {
            const auto older = inspectTarget(m_git, target.path(), name);
            QVERIFY_OK(older);
            QCOMPARE(older->base.hex(), first);
            QCOMPARE(older->baseName, name.size() == 40 ? name.left(7) : name);
        }
        QCOMPARE(inspectTarget(m_git, u"file://"_s + target.path(), {})->path, facts->path);
        QCOMPARE(inspectTarget(m_git, target.path() + u"/.git"_s, {})->path, facts->path);
    }

    void bareRepositoryHasNoWorkTree()
    {
        ScratchRepository target;
        const QByteArray first = commitSome(target);
        const QString bare = target.sibling(u"bare.git"_s);
        target.git({u"clone"_s, u"-q"_s, u"--bare"_s, u"."_s, bare});
        const auto facts = inspectTarget(m_git, bare, {});
        QVERIFY_OK(facts);
        QCOMPARE(facts->base.hex(), first);
        QCOMPARE(facts->path, resolved(bare));
        QVERIFY(facts->dirty.isEmpty());
    }

    void dirtyFilesAreNamedAndLeft()
    {
        ScratchRepository target;
        commitSome(target);
        target.write("a.txt", "changed\n");
        target.write("new\nname \xe9", "x");
        target.write("folder/in", "x");
        target.remove("dir/b.txt");
        target.write("staged", "x");
        target.git({u"add"_s, u"staged"_s});
        const auto before = fingerprintFolder(target.path()).value();
        const auto facts = inspectTarget(m_git, target.path(), {});
        QVERIFY_OK(facts);
        QList<RepoPath> dirty = facts->dirty;
        std::ranges::sort(dirty, [](const auto &a, const auto &b) { return a < b; });
        QCOMPARE(dirty,
                 (QList{RepoPath("a.txt"), RepoPath("dir/b.txt"), RepoPath("folder/"), RepoPath("new\nname \xe9"),
                        RepoPath("staged")}));
        QCOMPARE(fingerprintFolder(target.path()).value(), before);
        QVERIFY_OK(discard(target.path())); // QTemporaryDir cannot delete names that are not UTF-8
    }

    void unfinishedWorkIsAWarning_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("words");
        QTest::newRow("rebase") << QStringList{u"rebase"_s, u"main"_s} << u"middle of a rebase"_s;
        QTest::newRow("merge") << QStringList{u"merge"_s, u"main"_s} << u"middle of a merge"_s;
        QTest::newRow("cherry-pick") << QStringList{u"cherry-pick"_s, u"main"_s} << u"middle of a cherry-pick"_s;
        QTest::newRow("revert") << QStringList{u"revert"_s, u"HEAD~1"_s} << u"middle of a revert"_s;
        QTest::newRow("bisect") << QStringList{u"bisect"_s, u"start"_s} << u"middle of a bisection"_s;
    }
    void unfinishedWorkIsAWarning()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, words);
        ScratchRepository target;
        commitSome(target);
        target.git({u"checkout"_s, u"-q"_s, u"-b"_s, u"topic"_s});
        target.write("a.txt", "topic\n");
        target.commitAll(u"topic"_s);
        target.write("a.txt", "topic 2\n");
        target.commitAll(u"topic 2"_s);
        target.git({u"checkout"_s, u"-q"_s, u"main"_s});
        target.write("a.txt", "main\n");
        target.commitAll(u"main"_s);
        target.git({u"checkout"_s, u"-q"_s, u"topic"_s});
        int status = 0;
        target.git(command, &status); // stops at the conflict
        const auto before = fingerprintFolder(target.path()).value();
        const auto facts = inspectTarget(m_git, target.path(), u"main"_s);
        QVERIFY_OK(facts);
        QVERIFY2(facts->warnings.join(u'\n').contains(words), qPrintable(facts->warnings.join(u'\n')));
        QCOMPARE(fingerprintFolder(target.path()).value(), before);
    }

    void lockOfAnotherGitIsAWarning()
    {
        ScratchRepository target;
        commitSome(target);
        target.write(".git/index.lock", "");
        const auto facts = inspectTarget(m_git, target.path(), {});
        QVERIFY_OK(facts);
        QVERIFY2(facts->warnings.join(u'\n').contains(u"index.lock"_s), qPrintable(facts->warnings.join(u'\n')));
    }

    void otherReferenceFormatIsReadWhereGitCan()
    {
        ScratchRepository target;
        const QString other = target.sibling(u"reftable"_s);
        int status = 0;
        target.git({u"init"_s, u"-q"_s, u"--ref-format=reftable"_s, other}, &status);
        if (status != 0)
            QSKIP("this git makes no reftable repositories");
        runProgram(u"git"_s,
                   {u"-c"_s, u"user.name=T"_s, u"-c"_s, u"user.email=t@localhost"_s, u"commit"_s, u"-q"_s,
                    u"--allow-empty"_s, u"-m"_s, u"x"_s},
                   other);
        const auto before = fingerprintFolder(other).value();
        const auto facts = inspectTarget(m_git, other, {});
        QVERIFY_OK(facts);
        QVERIFY_OK(fetchBase(m_git, *facts, target.sibling(u"v.git"_s), target.sibling(u"b.git"_s)));
        QCOMPARE(fingerprintFolder(other).value(), before);
    }

    void linkedWorkTreeIsATarget()
    {
        ScratchRepository target;
        commitSome(target);
        const QString linked = target.sibling(u"linked"_s);
        target.git({u"worktree"_s, u"add"_s, u"-q"_s, u"-b"_s, u"side"_s, linked});
        const auto facts = inspectTarget(m_git, linked, {});
        QVERIFY_OK(facts);
        QCOMPARE(facts->branch, u"side"_s);
        QVERIFY_OK(fetchBase(m_git, *facts, target.sibling(u"v.git"_s), target.sibling(u"b.git"_s)));
    }

    void filtersOfTheOwnersConfigurationAreNotRun()
    {
        ScratchRepository target;
        commitSome(target);
        target.write(".gitattributes", "*.txt filter=log\n");
        target.commitAll(u"attributes"_s);
        target.git({u"config"_s, u"filter.log.clean"_s, u"echo ran >> ran; cat"_s});
        target.git({u"config"_s, u"filter.log.required"_s, u"true"_s});
        target.git({u"config"_s, u"core.fsmonitor"_s, u"echo ran >> ran"_s});
        target.write("a.txt", "one\n"); // a new time, the same bytes
        const auto before = fingerprintFolder(target.path()).value();
        const auto facts = inspectTarget(m_git, target.path(), {});
        QVERIFY_OK(facts);
        QCOMPARE(facts->dirty, QList<RepoPath>());
        QCOMPARE(facts->warnings, QStringList());
        QVERIFY(!QFile::exists(target.path() + u"/ran"_s));
        QCOMPARE(fingerprintFolder(target.path()).value(), before);
    }

    void splitIndexIsNotLookedAt()
    {
        ScratchRepository target;
        commitSome(target);
        target.git({u"update-index"_s, u"--split-index"_s});
        target.write("a.txt", "changed\n");
        const auto before = fingerprintFolder(target.path()).value();
        const auto facts = inspectTarget(m_git, target.path(), {});
        QVERIFY_OK(facts);
        QVERIFY(facts->warnings.join(u'\n').contains(u"split"_s));
        QCOMPARE(fingerprintFolder(target.path()).value(), before);
    }

    void fingerprintSeesEveryChange_data()
    {
        QTest::addColumn<QString>("command");
        for (const char *command :
             {"echo x >> a.txt", "touch a.txt", "chmod +x a.txt", "mv a.txt b.txt", "mkdir x", "touch x; rm x",
              "ln -s x y", "touch .git/index", "git update-index --refresh; touch -d yesterday a.txt"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void fingerprintSeesEveryChange()
    {
        QFETCH(QString, command);
        ScratchRepository target;
        commitSome(target);
        const auto before = fingerprintFolder(target.path()).value();
        QCOMPARE(fingerprintFolder(target.path()).value(), before);
        runProgram(u"/bin/sh"_s, {u"-c"_s, command}, target.path());
        QVERIFY(fingerprintFolder(target.path()).value() != before);
        QVERIFY(!fingerprintFolder(u"/nowhere"_s));
    }

    void addressIsReadWithoutAWorkTree()
    {
        ScratchRepository target;
        const QByteArray first = commitSome(target);
        target.git({u"tag"_s, u"-a"_s, u"-m"_s, u"x"_s, u"v1"_s});
        target.write("a.txt", "two\n");
        const QByteArray second = target.commitAll(u"second"_s);
        target.git({u"tag"_s, u"v2"_s});
        const int port = freePort();
        QProcess daemon;
        daemon.setWorkingDirectory(u"/"_s);
        // The program itself: ending `git daemon` would leave what it started.
        daemon.start(QString::fromUtf8(runProgram(u"git"_s, {u"--exec-path"_s}, u"/"_s).trimmed()) + u"/git-daemon"_s,
                     {u"--export-all"_s, u"--reuseaddr"_s, u"--listen=127.0.0.1"_s, u"--port=%1"_s.arg(port),
                      u"--base-path=%1"_s.arg(target.path()), target.path()});
        QVERIFY(daemon.waitForStarted());
        const QString address = u"git://127.0.0.1:%1/"_s.arg(port);
        auto facts = inspectTarget(m_git, address, {});
        for (int tries = 0; !facts && tries < 200; ++tries) { // until the daemon listens
            QTest::qWait(100);
            facts = inspectTarget(m_git, address, {});
        }
        const auto older = inspectTarget(m_git, address, u"v1"_s);
        const auto missing = inspectTarget(m_git, address, u"v9"_s);
        const QString vault = target.sibling(u"v.git"_s);
        const auto fetched = older ? fetchBase(m_git, *older, vault, target.sibling(u"b.git"_s)) : Status();
        daemon.kill();
        daemon.waitForFinished();
        QVERIFY_OK(facts);
        QCOMPARE(facts->base.hex(), second);
        QCOMPARE(facts->branch, u"main"_s);
        QCOMPARE(facts->path, address);
        QCOMPARE(facts->warnings.size(), 1);
        QVERIFY_OK(older);
        QCOMPARE(older->base.hex(), first);
        QVERIFY(!missing);
        QCOMPARE(missing.error().kind, ErrorKind::Usage);
        QVERIFY_OK(fetched);
        QCOMPARE(runProgram(u"git"_s, {u"tag"_s}, vault), "v1\n");
    }
};

QTEST_GUILESS_MAIN(TargetTest)
#include "tst_target.moc"
