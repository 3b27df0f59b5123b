// What an agent left in its folder, read as a tree: what is taken, left out, listed back and refused.
#include "tests/git/plainstage.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class CollectTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;
    PlainStage m_plain{m_host};

    GitStage &stage() { return m_plain.fresh(); }

private Q_SLOTS:
    void untouchedFolderIsTheSameTree()
    {
        GitStage &s = stage();
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(collected->tree, s.baseTree);
        QVERIFY(collected->refused.isEmpty() && collected->ignored.isEmpty() && collected->leftOut.isEmpty()
                && collected->endOfLineChurn.isEmpty());
    }

    void everyKindOfChangeIsTaken_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArrayList>("changes");
        QTest::newRow("edit") << u"echo x >> a.txt"_s << QByteArrayList{"M a.txt"};
        QTest::newRow("same size, old time")
            << u"touch -r a.txt ../t; printf 'ONE\\n' > a.txt; touch -r ../t a.txt; rm ../t"_s
            << QByteArrayList{"M a.txt"};
        QTest::newRow("add") << u"mkdir n && echo x > n/new"_s << QByteArrayList{"A n/new"};
        QTest::newRow("delete") << u"rm -r dir"_s << QByteArrayList{"D dir/b.txt", "D dir/sub/c.txt"};
        QTest::newRow("mode only") << u"chmod +x a.txt"_s << QByteArrayList{"M a.txt"};
        QTest::newRow("file to folder") << u"rm a.txt && mkdir a.txt && echo x > a.txt/in"_s
                                        << QByteArrayList{"D a.txt", "A a.txt/in"};
        QTest::newRow("folder to file") << u"rm -r dir && echo x > dir"_s
                                        << QByteArrayList{"A dir", "D dir/b.txt", "D dir/sub/c.txt"};
        QTest::newRow("file to link") << u"ln -sf dir/b.txt a.txt"_s << QByteArrayList{"T a.txt"};
        QTest::newRow("link to file") << u"rm link && echo x > link"_s << QByteArrayList{"T link"};
        QTest::newRow("link to folder") << u"rm link && mkdir link && echo x > link/y"_s
                                        << QByteArrayList{"D link", "A link/y"};
        QTest::newRow("odd names")
            << u"echo x > \"$(printf 'new\\nline \\351 \\\\ \"')\"; echo x > -rf; echo x > ':(top)x'; echo x > '*'"_s
            << QByteArrayList{"A *", "A -rf", "A :(top)x", "A new\nline \xe9 \\ \""};
        QTest::newRow("all gone") << u"rm -r a.txt run.sh dir crlf.txt lf.txt .gitignore link outward"_s
                                  << QByteArrayList{"D .gitignore", "D a.txt",         "D crlf.txt",
                                                    "D dir/b.txt",  "D dir/sub/c.txt", "D lf.txt",
                                                    "D link",       "D outward",       "D run.sh"};
        QTest::newRow("attributes")
            << u"echo '* filter=evil diff=evil' > .gitattributes; git config filter.evil.clean 'touch ran'"_s
            << QByteArrayList{"A .gitattributes"};
    }
    void everyKindOfChangeIsTaken()
    {
        QFETCH(QString, command);
        QFETCH(QByteArrayList, changes);
        GitStage &s = stage();
        QVERIFY_OK(s.collectClone()); // the index knows the files: a change must be seen all the same
        runProgram(u"/bin/sh"_s, {u"-c"_s, command}, s.clone());
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(s.changed(collected->tree), changes);
        QCOMPARE(collected->refused, QStringList());
        QFile::remove(s.index());
        QCOMPARE(s.collectClone()->tree, collected->tree); // with no index to start from it is the same
        QCOMPARE(s.read("ran"), "<none>");
    }

    void collectingStartsFromAgainstEachTime()
    {
        GitStage &s = stage();
        s.write("new", "x");
        QCOMPARE(s.changed(s.collectClone()->tree), QByteArrayList{"A new"});
        s.remove("new");
        QCOMPARE(s.collectClone()->tree, s.baseTree);
        const auto whole = collect(s.git, s.vault(), s.index(), {}, s.clone(), {}); // against nothing
        QVERIFY_OK(whole);
        QCOMPARE(whole->tree, s.baseTree);
    }

    void clonesOwnGitIsNeitherUsedNorRun()
    {
        GitStage &s = stage();
        s.write("kept.txt", "x");
        runProgram(u"/bin/sh"_s,
                   {u"-c"_s,
                    u"echo kept.txt > .git/info/exclude; git update-index --assume-unchanged a.txt; echo y >> a.txt;"
                    "git config core.excludesFile \"$PWD/a.txt\"; git config core.fsmonitor ./hook; git config "
                    "core.hooksPath .;"
                    "printf '#!/bin/sh\\ntouch ran\\n' > hook; chmod +x hook; cp hook post-index-change; echo broken > "
                    ".git/HEAD;"
                    "touch .git/index.lock"_s},
                   s.clone());
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(s.changed(collected->tree),
                 (QByteArrayList{"M a.txt", "A hook", "A kept.txt", "A post-index-change"}));
        QCOMPARE(s.read("ran"), "<none>");
        QVERIFY_OK(layGit(s.vault(), s.base, s.baseGit(), s.baseGit().toUtf8(), s.clone()));
    }

    void ignoredNewFilesAreListedAndNotTaken()
    {
        GitStage &s = stage();
        s.write("new.o", "x");
        s.write("build/deep/out", "x");
        s.write("dir/n.o", "x");
        s.write("taken", "x");
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(bytes(collected->ignored), (QByteArrayList{"build", "dir/n.o", "new.o"}));
        QCOMPARE(s.changed(collected->tree), QByteArrayList{"A taken"});
        QCOMPARE(collected->refused, QStringList());
    }

    void ignoredFileThatIsTrackedIsTaken()
    {
        GitStage own(m_host);
        own.target.write("gen.o", "1");
        own.target.git({u"add"_s, u"-f"_s, u"gen.o"_s});
        own.target.write(".gitignore", "*.o\n");
        QVERIFY_OK(own.begin());
        own.write("gen.o", "2");
        const auto collected = own.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(own.changed(collected->tree), QByteArrayList{"M gen.o"});
        QCOMPARE(bytes(collected->ignored), QByteArrayList());
    }

    void leftOutPathsKeepTheirState()
    {
        GitStage &s = stage();
        s.write("a.txt", "changed");
        s.remove("dir/sub/c.txt");
        s.write("dir/sub/new", "x");
        s.write("left/by/baseline", "x");
        s.write("dir/b.txt", "taken");
        s.write("lf*.txt", "taken: a name is no pattern");
        const auto collected = s.collectClone({RepoPath("a.txt"), RepoPath("dir/sub"), RepoPath("left"),
                                               RepoPath("not there"), RepoPath("run.sh"), RepoPath("lf?.txt")});
        QVERIFY_OK(collected);
        QCOMPARE(s.changed(collected->tree), (QByteArrayList{"M dir/b.txt", "A lf*.txt"}));
        QCOMPARE(bytes(collected->leftOut), (QByteArrayList{"a.txt", "dir/sub/c.txt", "left"}));
    }

    void leftOutPathsMayBeIgnoredToo()
    {
        GitStage &s = stage();
        s.write("build/deep/out", "x");
        s.write("x.o", "x");
        s.write("y.o", "x");
        s.write("taken", "x");
        const auto collected = s.collectClone({RepoPath("build/deep"), RepoPath("x.o"), RepoPath("none.o")});
        QVERIFY_OK(collected);
        QCOMPARE(s.changed(collected->tree), QByteArrayList{"A taken"});
        QCOMPARE(bytes(collected->ignored), (QByteArrayList{"build", "y.o"}));
        QCOMPARE(bytes(collected->leftOut), QByteArrayList{"x.o"});
    }

    void knownCachesAreLeftOutUnlessTracked()
    {
        GitStage own(m_host);
        own.target.write("a.py", "1");
        own.target.write("node_modules/tracked.js", "1");
        QVERIFY_OK(own.begin());
        own.write("__pycache__/a.pyc", "x");
        own.write("dir/.pytest_cache/x", "x");
        own.write("b.pyc", "x");
        own.write("dir/real.py", "x");
        own.write("node_modules/tracked.js", "2");
        const auto collected = own.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(own.changed(collected->tree), (QByteArrayList{"A dir/real.py", "M node_modules/tracked.js"}));
        QCOMPARE(bytes(collected->leftOut), (QByteArrayList{"__pycache__", "b.pyc", "dir/.pytest_cache"}));
    }

    void changedLineEndsAreChurn()
    {
        GitStage &s = stage();
        s.write("crlf.txt", "a\nb\n");
        s.write("lf.txt", "a\r\nb\r\n");
        s.write("a.txt", "one\r\nand more\r\n"); // a real change beside it
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(collected->endOfLineChurn,
                 (QStringList{u"crlf.txt: only its line ends changed. Write it with CRLF again, as it was."_s,
                              u"lf.txt: only its line ends changed. Write it with LF again, as it was."_s}));
        QCOMPARE(s.changed(collected->tree), (QByteArrayList{"M a.txt", "M crlf.txt", "M lf.txt"}));
    }

    void crlfFilesStayCrlf()
    {
        GitStage &s = stage();
        s.write("crlf.txt", "a\r\nc\r\n");
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(collected->endOfLineChurn, QStringList());
        const auto vault = Vault::open(s.vault()).value();
        const auto entry = vault.find(collected->tree, RepoPath("crlf.txt")).value();
        QCOMPARE(vault.blob(entry->object).value(), "a\r\nc\r\n");
    }

    void filesOlderThanTheirAttributesAreNoChange()
    {
        GitStage own(m_host);
        own.target.write("old.txt", "a\r\nb\r\n");
        own.target.write("id.c", "$Id: 123 $\n");
        own.target.write("touched.txt", "a\r\nb\r\n");
        own.target.commitAll(u"before the attributes"_s);
        own.target.write(".gitattributes", "*.txt text\n*.c ident\n");
        own.target.git({u"add"_s, u".gitattributes"_s});
        own.target.git({u"commit"_s, u"-q"_s, u"-m"_s, u"attributes"_s});
        // Not GitStage::begin(): its add -A would renormalise.
        own.base = ObjectId(own.target.git({u"rev-parse"_s, u"HEAD"_s}).trimmed());
        own.baseTree = ObjectId(own.target.git({u"rev-parse"_s, u"HEAD^{tree}"_s}).trimmed());
        QVERIFY_OK(makeFolder(own.target.sibling(u"run"_s)));
        QVERIFY_OK(fetchBase(own.git, {.path = own.target.path(), .base = own.base, .baseTree = own.baseTree},
                             own.vault(), own.baseGit()));
        QVERIFY_OK(materialize(own.git, own.vault(), own.baseTree, own.clone()));
        const auto untouched = own.collectClone();
        QVERIFY_OK(untouched);
        QCOMPARE(own.changed(untouched->tree), QByteArrayList());
        QCOMPARE(untouched->endOfLineChurn, QStringList());
        own.write("touched.txt", "a\r\nb\r\nc\r\n");
        const auto touched = own.collectClone();
        QVERIFY_OK(touched);
        QCOMPARE(own.changed(touched->tree), QByteArrayList{"M touched.txt"});
    }

    void leftLockAndDamagedIndexDoNotStopARun()
    {
        GitStage &s = stage();
        s.write("new", "x");
        QFile lock(s.index() + u".lock"_s);
        QVERIFY(lock.open(QIODevice::WriteOnly));
        QFile index(s.index());
        QVERIFY(index.open(QIODevice::WriteOnly | QIODevice::Truncate) && index.write("nonsense") == 8);
        index.close();
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(s.changed(collected->tree), QByteArrayList{"A new"});
    }
};

QTEST_GUILESS_MAIN(CollectTest)
#include "tst_collect.moc"
