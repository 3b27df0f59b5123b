// Trees laid out as folders, brought back after whatever an agent did, with a small .git of their own.
#include "tests/git/gitstage.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class WorktreeTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;
    std::unique_ptr<GitStage> m_stage;
    QByteArray m_before;

    /// Everything in the clone but .git: type, mode, bytes. Two equal snapshots are two equal folders.
    static QByteArray snapshot(const QString &folder)
    {
        return runProgram(u"/bin/sh"_s,
                          {u"-c"_s,
                           u"find . -path ./.git -prune -o -printf '%P|%y|%m|%l|' "
                           "\\( -type f -exec sha256sum {} \\; -o -printf '\\n' \\) | sort"_s},
                          folder);
    }
    static void fill(ScratchRepository &target)
    {
        target.write("plain.txt", "one\n");
        target.write("run.sh", "#!/bin/sh\n", true);
        target.write("deep/er/file", "x");
        target.write("name with space\nand line", "odd\n");
        target.write("latin-\xe9.txt", "not UTF-8\n");
        target.write("empty", "");
        target.write("crlf.txt", "a\r\nb\r\n");
        target.write(".gitignore", "*.o\n/build/\n");
        ::symlink("deep/er", (target.path().toUtf8() + "/link").constData());
        ::symlink("/etc/passwd", (target.path().toUtf8() + "/absolute").constData());
    }

private Q_SLOTS:
    void materializedTreeIsTheTree()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        QCOMPARE(snapshot(stage.clone()), snapshot(stage.target.path()));
        QCOMPARE(stage.read("latin-\xe9.txt"), "not UTF-8\n");
        QCOMPARE(stage.read("crlf.txt"), "a\r\nb\r\n");
        const auto again = materialize(stage.git, stage.vault(), stage.baseTree, stage.clone());
        QVERIFY(!again); // not over something
        QVERIFY(again.error().text().contains(stage.clone()));
    }

    void attributesDecideTheLineEndsOfTheFolder()
    {
        GitStage stage(m_host);
        stage.target.write(".gitattributes", "*.bat text eol=crlf\n");
        stage.target.write("a.bat", "echo\r\n");
        QVERIFY_OK(stage.begin());
        QCOMPARE(stage.read("a.bat"), "echo\r\n");
        QCOMPARE(stage.inClone({u"cat-file"_s, u"-p"_s, u"HEAD:a.bat"_s}), "echo");
        QCOMPARE(stage.inClone({u"status"_s, u"--porcelain"_s}), "");
    }

    void filtersThatATreeNamesAreNotRun()
    {
        GitStage stage(m_host);
        stage.target.write(".gitattributes", "* filter=evil\n");
        stage.target.write("a", "x\n");
        QVERIFY_OK(stage.begin());
        QCOMPARE(stage.read("a"), "x\n");
    }

    void freshGitIsCleanAndStandsOnBase()
    {
        GitStage stage(m_host);
        fill(stage.target);
        stage.target.commitAll(u"older"_s);
        stage.target.git({u"tag"_s, u"v1.0"_s});
        stage.target.write("plain.txt", "two\n");
        QVERIFY_OK(stage.begin());
        QCOMPARE(stage.inClone({u"status"_s, u"--porcelain"_s}), "");
        QCOMPARE(stage.inClone({u"rev-parse"_s, u"HEAD"_s}), stage.base.hex());
        QCOMPARE(stage.inClone({u"symbolic-ref"_s, u"--short"_s, u"HEAD"_s}), "work");
        QCOMPARE(stage.inClone({u"describe"_s, u"--tags"_s}).left(7), "v1.0-1-");
        QCOMPARE(stage.inClone({u"remote"_s}), "");
        QVERIFY(!QFile::exists(stage.clone() + u"/.git/hooks"_s));
        stage.write("plain.txt", "three\n");
        std::ignore = stage.inClone({u"commit"_s, u"-q"_s, u"-a"_s, u"-m"_s, u"by the agent"_s}); // it has an identity
        QCOMPARE(stage.inClone({u"log"_s, u"-1"_s, u"--format=%an %s"_s}), "Assay by the agent");
    }

    void laterCheckpointIsOneCommitWithoutHistory()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        stage.write("new.txt", "secret of checkpoint 1\n");
        auto vault = Vault::open(stage.vault()).value();
        const auto one = vault.commitTree(stage.collectClone().value().tree, {stage.base}, "F1: a finding", {}).value();
        stage.write("new.txt", "checkpoint 2\n");
        const auto two = vault.commitTree(stage.collectClone().value().tree, {one}, "F2: another", {}).value();

        QVERIFY_OK(layGit(stage.vault(), two, stage.baseGit(), stage.baseGit().toUtf8(), stage.clone()));
        QCOMPARE(stage.inClone({u"status"_s, u"--porcelain"_s}), "");
        QCOMPARE(stage.inClone({u"rev-list"_s, u"--count"_s, u"HEAD"_s}), "2");
        QCOMPARE(stage.inClone({u"rev-parse"_s, u"HEAD~1"_s}), stage.base.hex());
        QCOMPARE(stage.inClone({u"rev-parse"_s, u"HEAD^{tree}"_s}), vault.commit(two).value().tree.hex());
        QVERIFY(!stage.inClone({u"log"_s, u"--format=%B"_s}).contains("F1"));
        int status = 0;
        runProgram(u"git"_s, {u"cat-file"_s, u"-e"_s, one.text()}, stage.clone(), &status);
        QVERIFY(status != 0); // what lies between cannot even be looked up
        QCOMPARE(stage.inClone({u"fsck"_s, u"--no-dangling"_s}), "");
        QFile alternates(stage.clone() + u"/.git/objects/info/alternates"_s);
        QVERIFY(alternates.open(QIODevice::ReadOnly));
        QCOMPARE(alternates.readAll(), stage.baseGit().toUtf8() + "/objects\n");
    }

    void laidIndexKnowsEveryFile()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        // Without reading a file and without writing the index: what a build tool asks.
        int status = -1;
        runProgram(u"git"_s, {u"diff-files"_s, u"--quiet"_s}, stage.clone(), &status);
        QCOMPARE(status, 0);
        stage.write("plain.txt", "changed\n");
        runProgram(u"git"_s, {u"diff-files"_s, u"--quiet"_s}, stage.clone(), &status);
        QCOMPARE(status, 1);
    }

    void gitIsLaidForThePathThatItsUserSees()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        QVERIFY_OK(layGit(stage.vault(), stage.base, stage.baseGit(), "/assay/base.git", stage.clone()));
        QFile alternates(stage.clone() + u"/.git/objects/info/alternates"_s);
        QVERIFY(alternates.open(QIODevice::ReadOnly));
        QCOMPARE(alternates.readAll(), "/assay/base.git/objects\n");
        // Seen under that path, here by naming it, the index is clean and nothing has to be read again.
        qputenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", stage.baseGit().toUtf8() + "/objects");
        const QByteArray status = stage.inClone({u"status"_s, u"--porcelain"_s});
        qunsetenv("GIT_ALTERNATE_OBJECT_DIRECTORIES");
        QCOMPARE(status, "");
    }

    void layingGitDoesNotFollowWhatReplacedIt_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("link") << u"rm -rf .git && ln -s ../outside .git"_s;
        QTest::newRow("file") << u"rm -rf .git && echo 'gitdir: ../outside' > .git"_s;
        QTest::newRow("gone") << u"rm -rf .git"_s;
        QTest::newRow("links inside") << u"rm -rf .git/objects && ln -s ../../outside .git/objects"_s;
        QTest::newRow("trash name taken") << u"ln -s ../outside .git.discard; ln -s ../outside .discard"_s;
        QTest::newRow("no permission") << u"chmod 000 .git/objects .git/refs .git"_s;
        QTest::newRow("hooks and config")
            << u"printf '#!/bin/sh\\ntouch ../outside/ran\\n' > .git/ran; mkdir -p .git/hooks; "
               "for h in post-checkout post-index-change pre-commit; do cp .git/ran .git/hooks/$h; "
               "chmod +x .git/hooks/$h; done; git config core.fsmonitor '../outside/x'"_s;
    }
    void layingGitDoesNotFollowWhatReplacedIt()
    {
        QFETCH(QString, command);
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        const QString outside = stage.target.sibling(u"run/outside"_s);
        QVERIFY(QDir().mkpath(outside));
        QFile::copy(stage.target.path() + u"/plain.txt"_s, outside + u"/precious"_s);
        const auto before = fingerprintFolder(outside).value();
        runProgram(u"/bin/sh"_s, {u"-c"_s, command}, stage.clone());
        QVERIFY_OK(layGit(stage.vault(), stage.base, stage.baseGit(), stage.baseGit().toUtf8(), stage.clone()));
        QVERIFY(!QFileInfo(stage.clone() + u"/.git"_s).isSymLink());
        const QByteArray status = stage.inClone({u"status"_s, u"--porcelain"_s});
        QVERIFY2(status == "" || status.contains("discard"), status.constData());
        QCOMPARE(fingerprintFolder(outside).value(), before);
    }

    void restoreBringsBackTheTree_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("nothing") << u"true"_s;
        QTest::newRow("edited") << u"echo more >> plain.txt"_s;
        QTest::newRow("same size") << u"printf 'ONE\\n' > plain.txt"_s;
        QTest::newRow("stamps damaged") << u"echo more >> plain.txt; printf 'As' > ../clone.laid"_s;
        QTest::newRow("stamps cut") << u"echo more >> plain.txt; truncate -s 200 ../clone.laid"_s;
        QTest::newRow("stamps gone") << u"echo more >> plain.txt; rm -f ../clone.laid"_s;
        QTest::newRow("deleted") << u"rm -rf deep plain.txt link"_s;
        QTest::newRow("added") << u"mkdir -p x/y build && touch x/y/z a.o build/out 'new\nline'"_s;
        QTest::newRow("modes") << u"chmod 777 plain.txt && chmod 000 run.sh && chmod 000 deep/er deep"_s;
        QTest::newRow("set-uid") << u"chmod 4755 run.sh"_s;
        QTest::newRow("file to folder") << u"rm plain.txt && mkdir plain.txt && touch plain.txt/x"_s;
        QTest::newRow("folder to file") << u"rm -rf deep && touch deep"_s;
        QTest::newRow("folder to link out") << u"rm -rf deep && ln -s ../outside deep"_s;
        QTest::newRow("file to link out") << u"ln -sf ../outside/precious plain.txt"_s;
        QTest::newRow("link elsewhere") << u"ln -sfn ../outside link"_s;
        QTest::newRow("link to folder") << u"rm link && mkdir link && touch link/x"_s;
        QTest::newRow("hard link out") << u"rm plain.txt && ln ../outside/precious plain.txt && chmod 600 plain.txt"_s;
        QTest::newRow("fifo") << u"rm plain.txt && mkfifo plain.txt other"_s;
        QTest::newRow("line ends") << u"printf 'a\\nb\\n' > crlf.txt"_s;
        QTest::newRow("ignore file") << u"echo '*' > .gitignore; mkdir d; echo '*' > d/.gitignore; touch d/hidden"_s;
        QTest::newRow("ignore file in a tracked folder") << u"echo '*' > deep/.gitignore; touch deep/hidden"_s;
        QTest::newRow("ignore file far down") << u"mkdir -p e/f/g; echo '*' > e/f/.gitignore; touch e/f/x e/f/g/y"_s;
        QTest::newRow("deep") << u"mkdir bottom"_s;
        QTest::newRow("locked folder") << u"mkdir -p l/m && touch l/m/n && chmod 000 l/m l"_s;
        QTest::newRow("nested repository") << u"git init -q nested && touch nested/x"_s;
        QTest::newRow("linked into") << u"ln -s ../outside into && ln -s . self"_s;
        QTest::newRow("names of ours") << u"touch ../clone.fresh; mkdir ../clone.discard; touch ../clone.discard/5"_s;
        QTest::newRow("clone unreadable") << u"chmod 000 ."_s;
    }
    void restoreBringsBackTheTree()
    {
        QFETCH(QString, command);
        // One stage for all rows: each must leave it as it found it.
        if (!m_stage) {
            m_stage = std::make_unique<GitStage>(m_host);
            fill(m_stage->target);
            QVERIFY_OK(m_stage->begin());
            m_before = snapshot(m_stage->clone());
            QVERIFY(QDir().mkpath(m_stage->target.sibling(u"run/outside"_s)));
            QVERIFY(QFile::copy(m_stage->target.path() + u"/plain.txt"_s,
                                m_stage->target.sibling(u"run/outside/precious"_s)));
        }
        GitStage &stage = *m_stage;
        const QString outside = stage.target.sibling(u"run/outside"_s);
        for (const bool keepIgnored : {true, false}) {
            runProgram(u"/bin/sh"_s, {u"-c"_s, command}, stage.clone());
            if (command == u"mkdir bottom"_s)
                makeDeep(stage.clone() + u"/bottom"_s, 1200);
            const auto outsideBefore = fingerprintFolder(outside).value();
            QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), keepIgnored));
            QCOMPARE(fingerprintFolder(outside).value(), outsideBefore);
            if (keepIgnored)
                runProgram(u"/bin/rm"_s, {u"-rf"_s, u"a.o"_s, u"build"_s}, stage.clone());
            QCOMPARE(snapshot(stage.clone()), m_before);
            QCOMPARE(stage.inClone({u"rev-parse"_s, u"HEAD"_s}), stage.base.hex()); // .git is left alone
        }
        QCOMPARE(QDir(stage.target.sibling(u"run"_s)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden),
                 (QStringList{u"base.git"_s, u"clone"_s, u"clone.laid"_s, u"outside"_s, u"vault.git"_s}));
    }

    void restoreKeepsWhatTheTreesOwnIgnoreFilesHide()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        stage.write("build/cache", "kept");
        stage.write("deep/a.o", "kept");
        stage.write(".gitignore", "*.o\n/build/\n*.mine\n");
        stage.write("x.mine", "goes: only the agent's rule hides it");
        stage.write("new", "goes");
        QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), true));
        QCOMPARE(stage.read("build/cache"), "kept");
        QCOMPARE(stage.read("deep/a.o"), "kept");
        QCOMPARE(stage.read("x.mine"), "<none>");
        QCOMPARE(stage.read("new"), "<none>");
        QCOMPARE(stage.read(".gitignore"), "*.o\n/build/\n");
        QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), false));
        QCOMPARE(stage.read("build/cache"), "<none>");
        QCOMPARE(stage.read("deep/a.o"), "<none>");
    }

    void restoreLeavesUnchangedFilesAlone()
    {
        GitStage stage(m_host);
        fill(stage.target);
        stage.target.write(".gitattributes", "* text=auto\n");
        QVERIFY_OK(stage.begin());
        struct stat before, after;
        QCOMPARE(::stat(stage.at("plain.txt").constData(), &before), 0);
        stage.write("crlf.txt", "a\nb\n"); // equal to git, not to the byte
        QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), true));
        QCOMPARE(::stat(stage.at("plain.txt").constData(), &after), 0);
        QCOMPARE(after.st_ino, before.st_ino); // a build in the clone need not start over
        QCOMPARE(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    }

    void restoreSeesAChangeThatHidesItself()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        QTest::qWait(150); // until stamps are trusted
        QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), true));
        runProgram(u"/bin/sh"_s,
                   {u"-c"_s, u"touch -r plain.txt ../t; printf 'ONE\\n' > plain.txt; touch -r ../t plain.txt"_s},
                   stage.clone());
        QCOMPARE(stage.read("plain.txt"), "ONE\n");
        QTest::qWait(150);
        QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), true));
        QCOMPARE(stage.read("plain.txt"), "one\n");
    }

    void restoreGoesBetweenTrees()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        stage.write("plain.txt", "changed\n");
        stage.write("added/x", "x");
        stage.remove("empty");
        const auto other = stage.collectClone()->tree;
        QVERIFY_OK(restore(stage.git, stage.vault(), other, stage.clone(), false));
        const QByteArray atOther = snapshot(stage.clone());
        QTest::qWait(150); // until stamps are trusted
        for (int i = 0; i < 2; ++i) {
            QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), false));
            QCOMPARE(snapshot(stage.clone()), snapshot(stage.target.path()));
            QVERIFY_OK(restore(stage.git, stage.vault(), other, stage.clone(), true));
            QCOMPARE(snapshot(stage.clone()), atOther);
        }
        // Attributes decide how files are written that are themselves the same.
        stage.write(".gitattributes", "*.txt text eol=crlf\n");
        const auto attributed = stage.collectClone()->tree;
        QTest::qWait(150);
        QVERIFY_OK(restore(stage.git, stage.vault(), other, stage.clone(), true));
        QCOMPARE(stage.read("plain.txt"), "changed\n");
        QTest::qWait(150);
        QVERIFY_OK(restore(stage.git, stage.vault(), attributed, stage.clone(), true));
        QCOMPARE(stage.read("plain.txt"), "changed\r\n");
    }

    void restoreReplacesACloneThatBecameALink()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        const QByteArray before = snapshot(stage.clone());
        QVERIFY(QDir().rename(stage.clone(), stage.target.sibling(u"run/moved"_s)));
        QVERIFY(QFile::link(stage.target.sibling(u"run/moved"_s), stage.clone()));
        const auto moved = fingerprintFolder(stage.target.sibling(u"run/moved"_s)).value();
        QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), false));
        QVERIFY(!QFileInfo(stage.clone()).isSymLink());
        QCOMPARE(snapshot(stage.clone()), before);
        QCOMPARE(fingerprintFolder(stage.target.sibling(u"run/moved"_s)).value(), moved);
        QVERIFY_OK(discard(stage.clone()));
        QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), true));
        QCOMPARE(snapshot(stage.clone()), before);
    }

    void patchAppliesToBaseAndGivesTheTree()
    {
        GitStage stage(m_host);
        fill(stage.target);
        stage.target.write("blob.bin", QByteArray("\0\1\2\3", 4));
        QVERIFY_OK(stage.begin());
        stage.write("blob.bin", QByteArray("\0\4\5", 3));
        stage.write("crlf.txt", "a\r\nc\r\n");
        stage.write("added empty", "");
        stage.write("latin-\xe9.txt", "changed\n");
        stage.remove("plain.txt");
        stage.remove("link");
        stage.write("link", "a file now");
        QCOMPARE(::chmod(stage.at("empty").constData(), 0755), 0);
        const auto tree = stage.collectClone().value().tree;
        const auto patch = patchBetween(stage.git, stage.vault(), stage.baseTree, tree);
        QVERIFY_OK(patch);
        QFile file(stage.target.sibling(u"fix.patch"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(*patch) == patch->size() && file.flush());
        stage.target.git({u"apply"_s, u"--index"_s, file.fileName()});
        QCOMPARE(stage.target.git({u"write-tree"_s}).trimmed(), tree.hex());
        const auto whole = patchBetween(stage.git, stage.vault(), {}, stage.baseTree);
        QVERIFY_OK(whole);
        QVERIFY(whole->contains("new file mode 100755"));
    }

    void stopEndsTheWork()
    {
        GitStage stage(m_host);
        fill(stage.target);
        QVERIFY_OK(stage.begin());
        StopSource source;
        source.requestStop();
        const auto stopped = restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), false, source.token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().kind, ErrorKind::Stopped);
        QVERIFY_OK(restore(stage.git, stage.vault(), stage.baseTree, stage.clone(), false));
    }
};

QTEST_GUILESS_MAIN(WorktreeTest)
#include "tst_worktree.moc"
