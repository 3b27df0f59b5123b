// What is never taken from an agent's folder, each refused by its name.
#include "tests/git/plainstage.h"

#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class CollectRefusedTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;
    PlainStage m_plain{m_host};

    GitStage &stage() { return m_plain.fresh(); }

    static void refusesOnly(const CollectedTree &collected, const QString &path)
    {
        QCOMPARE(collected.refused.size(), 1);
        QVERIFY2(collected.refused.first().startsWith(path + u": "_s), qPrintable(collected.refused.first()));
    }

private Q_SLOTS:
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

    void replacedGitFolderIsRefused()
    {
        GitStage &s = stage();
        QVERIFY_OK(discard(s.clone() + u"/.git"_s));
        s.link(".git", "../elsewhere");
        const auto collected = s.collectClone();
        QVERIFY_OK(collected);
        refusesOnly(*collected, u".git"_s);
        QCOMPARE(collected->tree, s.baseTree);
        QVERIFY_OK(layGit(s.vault(), s.base, s.baseGit(), s.baseGit().toUtf8(), s.clone()));
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

QTEST_GUILESS_MAIN(CollectRefusedTest)
#include "tst_collectrefused.moc"
