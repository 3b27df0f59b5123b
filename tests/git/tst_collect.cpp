// What an agent left in its folder, read as a tree: what is taken, left out, listed back and refused.
#include "tests/git/gitstage.h"

#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

QByteArrayList bytes(const QList<RepoPath> &paths)
{
    QByteArrayList list;
    for (const RepoPath &path : paths)
        list.append(path.bytes());
    std::ranges::sort(list);
    return list;
}

} // namespace

class CollectTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;
    std::unique_ptr<GitStage> m_stage;

    /// One stage for all tests that only need the plain tree, put back before each.
    GitStage &stage()
    {
        if (!m_stage) {
            m_stage = std::make_unique<GitStage>(m_host);
            ScratchRepository &target = m_stage->target;
            target.write("a.txt", "one\n");
            target.write("run.sh", "#!/bin/sh\n", true);
            target.write("dir/b.txt", "two\n");
            target.write("dir/sub/c.txt", "three\n");
            target.write("crlf.txt", "a\r\nb\r\n");
            target.write("lf.txt", "a\nb\n");
            target.write(".gitignore", "*.o\n/build/\n*.sock\n/vendor/\n");
            ::symlink("dir", (target.path().toUtf8() + "/link").constData());
            ::symlink("/usr", (target.path().toUtf8() + "/outward").constData());
            if (const auto begun = m_stage->begin(); !begun)
                qFatal("%s", why(begun).constData());
        } else if (const auto back
                   = restore(m_stage->git, m_stage->vault(), m_stage->baseTree, m_stage->clone(), false);
                   !back) {
            qFatal("%s", why(back).constData());
        }
        return *m_stage;
    }
    static void refusesOnly(const CollectedTree &collected, const QString &path)
    {
        QCOMPARE(collected.refused.size(), 1);
        QVERIFY2(collected.refused.first().startsWith(path + u": "_s), qPrintable(collected.refused.first()));
    }

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
        QVERIFY_OK(layGit(s.git, s.vault(), s.base, s.baseGit(), s.baseGit().toUtf8(), s.clone()));
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

    void nestedRepositoryIsRefusedByName_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("with a commit")
            << u"git init -q n && cd n && echo x > f && git add f && git -c user.name=T -c user.email=t@localhost commit -qm x"_s;
        QTest::newRow("empty") << u"git init -q n"_s;
        QTest::newRow("a .git file") << u"mkdir n && echo 'gitdir: ../.git' > n/.git"_s;
        QTest::newRow("a .git link") << u"mkdir n && ln -s ../.git n/.git"_s;
        QTest::newRow("in capitals") << u"mkdir n && mkdir n/.GIT"_s;
    }
    void nestedRepositoryIsRefusedByName()
    {
        QFETCH(QString, command);
        GitStage &s = stage();
        runProgram(u"/bin/sh"_s, {u"-c"_s, command + u"; true"_s}, s.clone());
        s.write("taken", "x");
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        refusesOnly(*collected, u"n"_s);
        QCOMPARE(s.changed(collected->tree), QByteArrayList{"A taken"});
    }

    void trackedFolderThatBecameARepositoryIsRefused()
    {
        GitStage &s = stage();
        runProgram(u"git"_s, {u"init"_s, u"-q"_s, u"dir"_s}, s.clone());
        s.write("dir/b.txt", "changed");
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        refusesOnly(*collected, u"dir"_s);
        QCOMPARE(collected->tree, s.baseTree);
    }

    void ignoredRepositoryIsNobodysAffair()
    {
        GitStage &s = stage();
        runProgram(u"git"_s, {u"init"_s, u"-q"_s, u"vendor/lib"_s}, s.clone());
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(collected->refused, QStringList());
        QCOMPARE(bytes(collected->ignored), QByteArrayList{"vendor"});
    }

    void whatIsNoFileIsRefusedByName()
    {
        GitStage &s = stage();
        s.remove("a.txt");
        QCOMPARE(::mkfifo(s.at("a.txt").constData(), 0644), 0); // in a tracked file's place
        const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
        const FileDescriptor folder(::open(s.clone().toUtf8().constData(), O_RDONLY | O_DIRECTORY));
        QCOMPARE(::fchdir(folder.get()), 0); // a socket's path is short
        for (const char *name : {"s", "hidden.sock"}) {
            const FileDescriptor one(::socket(AF_UNIX, SOCK_STREAM, 0));
            sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
            qstrncpy(address.sun_path, name, sizeof address.sun_path);
            QCOMPARE(::bind(one.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
        }
        QCOMPARE(::chdir("/"), 0);
        const bool device = ::mknod(s.at("null").constData(), S_IFCHR | 0666, makedev(1, 3)) == 0;
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QStringList refused = collected->refused;
        refused.sort();
        QCOMPARE(refused.size(), device ? 3 : 2);
        QVERIFY2(refused.first().startsWith(u"a.txt: it is a named pipe"_s), qPrintable(refused.first()));
        QVERIFY2(refused.last().startsWith(u"s: it is a socket"_s), qPrintable(refused.last()));
        if (device)
            QVERIFY2(refused.at(1).startsWith(u"null: it is a device"_s), qPrintable(refused.at(1)));
        QCOMPARE(collected->tree, s.baseTree);
    }

    void setUidBitIsRefused()
    {
        GitStage &s = stage();
        QCOMPARE(::chmod(s.at("run.sh").constData(), 04755), 0);
        s.write("new.o", "ignored", 04755);
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        refusesOnly(*collected, u"run.sh"_s);
        QVERIFY(collected->refused.first().contains(u"chmod ug-s"_s));
    }

    void unreadableFileIsRefusedByName()
    {
        if (::geteuid() == 0) // who reads every file
            return runAsNobody(u"unreadableFileIsRefusedByName"_s);
        GitStage &s = stage();
        QCOMPARE(::chmod(s.at("a.txt").constData(), 0), 0);
        QCOMPARE(::chmod(s.at("dir").constData(), 0), 0);
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(collected->refused.size(), 2);
        QCOMPARE(collected->tree, s.baseTree);
    }

    void linksThatLeadOutAreRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<bool>("refused");
        QTest::newRow("absolute") << u"ln -s /etc/passwd l"_s << true;
        QTest::newRow("absolute into the tree") << u"ln -s $PWD/a.txt l"_s << true; // elsewhere it leads elsewhere
        QTest::newRow("up and out") << u"ln -s ../../x l"_s << true;
        QTest::newRow("out of a folder") << u"ln -s ../../x dir/l"_s << true;
        QTest::newRow("through a link") << u"ln -s .. dir/up && ln -s dir/up/../x l"_s << true;
        QTest::newRow("through an owner's outward link") << u"ln -s outward/bin l"_s << true;
        QTest::newRow("into .git") << u"ln -s .git/config l"_s << true;
        QTest::newRow("changed to lead out") << u"ln -sfn ../x link"_s << true;
        QTest::newRow("sideways") << u"ln -s ../a.txt dir/l"_s << false;
        QTest::newRow("dangling") << u"ln -s not/there l"_s << false;
        QTest::newRow("loop") << u"ln -s l l"_s << false;
        QTest::newRow("to the root") << u"ln -s .. dir/l"_s << false;
        QTest::newRow("ignored") << u"ln -s /etc/passwd l.o"_s << false;
    }
    void linksThatLeadOutAreRefused()
    {
        QFETCH(QString, command);
        QFETCH(bool, refused);
        GitStage &s = stage();
        runProgram(u"/bin/sh"_s, {u"-c"_s, command}, s.clone());
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QVERIFY2(collected->refused.isEmpty() != refused, qPrintable(collected->refused.join(u'\n')));
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

    void replacedGitFolderIsRefused()
    {
        GitStage &s = stage();
        QVERIFY_OK(discard(s.clone() + u"/.git"_s));
        s.link(".git", "../elsewhere");
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        refusesOnly(*collected, u".git"_s);
        QCOMPARE(collected->tree, s.baseTree);
        QVERIFY_OK(layGit(s.git, s.vault(), s.base, s.baseGit(), s.baseGit().toUtf8(), s.clone()));
    }

    void replacedCloneIsAnError()
    {
        GitStage &s = stage();
        const QString moved = s.target.sibling(u"run/moved"_s);
        QVERIFY(QDir().rename(s.clone(), moved));
        QVERIFY(QFile::link(moved, s.clone()));
        const auto collected = s.collectClone();
        QVERIFY(!collected);
        QVERIFY(collected.error().text().contains(s.clone()));
        QVERIFY(QFile::remove(s.clone()));
        QVERIFY(QDir().rename(moved, s.clone()));
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

    void folderDeeperThanAnyPathIsRefused()
    {
        GitStage &s = stage();
        QVERIFY(QDir().mkdir(s.clone() + u"/bottom"_s));
        makeDeep(s.clone() + u"/bottom"_s, 500);
        s.write("taken", "x");
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        QCOMPARE(s.changed(collected->tree), QByteArrayList{"A taken"});
        QCOMPARE(collected->refused.size(), 1);
        QVERIFY2(collected->refused.first().contains(u"longer than"_s), qPrintable(collected->refused.first()));
    }
};

QTEST_GUILESS_MAIN(CollectTest)
#include "tst_collect.moc"
