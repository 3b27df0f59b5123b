// The owner's repository: every condition in which it may be found, and that it is not touched.
#include "core/git/target.h"
#include "tests/git/gitstage.h"

#include <QProcess>

#include <netinet/in.h>
#include <sys/socket.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TargetTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;
    GitProgram m_git{m_host};

    static QByteArray commitSome(ScratchRepository &repository)
    {
        repository.write("a.txt", "one\n");
        repository.write("dir/b.txt", "two\n");
        return repository.commitAll(u"first"_s);
    }
    /// Refused as the caller's mistake, naming the target, with a remedy and these words in it.
    void refuses(const QString &path, const QString &words, const QString &base = {})
    {
        const auto facts = inspectTarget(m_git, path, base);
        QVERIFY(!facts);
        const QString text = facts.error().text();
        QVERIFY2(text.contains(words), qPrintable(text));
        QVERIFY2(!facts.error().remedy.isEmpty(), qPrintable(text));
        QVERIFY2(!facts.error().subject.isEmpty(), qPrintable(text));
        QCOMPARE(facts.error().kind, ErrorKind::Usage);
    }
    /// A port of the loopback address that nobody listens on.
    static int freePort()
    {
        const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM, 0));
        sockaddr_in address{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
        socklen_t size = sizeof address;
        if (::bind(socket.get(), reinterpret_cast<const sockaddr *>(&address), size) != 0
            || ::getsockname(socket.get(), reinterpret_cast<sockaddr *>(&address), &size) != 0)
            qFatal("no port");
        return ntohs(address.sin_port);
    }
    static QString resolved(const QString &path) { return QFileInfo(path).canonicalFilePath(); }

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

    void missingTargetIsRefused()
    {
        refuses(u"/nowhere/at/all"_s, u"there is no such folder"_s);
        refuses({}, u"no target was given"_s);
    }

    void fileIsNoTarget()
    {
        ScratchRepository target;
        commitSome(target);
        refuses(target.path() + u"/a.txt"_s, u"it is a file"_s);
    }

    void folderThatIsNoRepositoryIsRefused()
    {
        const QTemporaryDir folder;
        refuses(folder.path(), u"not a git repository"_s);
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

    void shallowCloneIsRefused()
    {
        ScratchRepository target;
        commitSome(target);
        target.write("a.txt", "more\n");
        target.commitAll(u"second"_s);
        const QString shallow = target.sibling(u"shallow"_s);
        target.git({u"clone"_s, u"-q"_s, u"--depth=1"_s, u"file://"_s + target.path(), shallow});
        refuses(shallow, u"git fetch --unshallow"_s);
    }

    void partialCloneIsRefused()
    {
        ScratchRepository target;
        commitSome(target);
        target.git({u"config"_s, u"uploadpack.allowFilter"_s, u"true"_s});
        const QString partial = target.sibling(u"partial"_s);
        target.git(
            {u"clone"_s, u"-q"_s, u"--filter=blob:none"_s, u"--no-checkout"_s, u"file://"_s + target.path(), partial});
        refuses(partial, u"partial clone"_s);
    }

    void emptyRepositoryIsRefused()
    {
        ScratchRepository target;
        refuses(target.path(), u"no commit yet"_s);
    }

    void baseThatDoesNotExistIsRefused()
    {
        ScratchRepository target;
        commitSome(target);
        refuses(target.path(), u"there is no commit 'v9'"_s, u"v9"_s);
        refuses(target.path(), u"there is no commit '--all'"_s, u"--all"_s);
        refuses(target.path(), u"there is no commit 'HEAD:a.txt'"_s, u"HEAD:a.txt"_s);
        target.git({u"checkout"_s, u"-q"_s, u"--orphan"_s, u"unborn"_s});
        refuses(target.path(), u"there is no commit 'HEAD'"_s); // but others have some
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

    void unreadableTargetIsRefused()
    {
        if (::geteuid() == 0) // who reads everything
            return runAsNobody(u"unreadableTargetIsRefused"_s);
        ScratchRepository target;
        commitSome(target);
        const QByteArray path = target.path().toUtf8();
        for (const QByteArray &part : {path + "/.git", path, QFileInfo(target.path()).path().toUtf8()}) {
            QCOMPARE(::chmod(part.constData(), 0), 0);
            const auto facts = inspectTarget(m_git, target.path(), {});
            QCOMPARE(::chmod(part.constData(), 0755), 0);
            QVERIFY(!facts);
            QVERIFY2(facts.error().text().contains(u"may not"_s), qPrintable(facts.error().text()));
            QCOMPARE(facts.error().kind, ErrorKind::Usage);
        }
        // Objects that cannot be read show when they are needed, in git's own words.
        QCOMPARE(::chmod((path + "/.git/objects").constData(), 0), 0);
        const auto facts = inspectTarget(m_git, target.path(), {});
        QCOMPARE(::chmod((path + "/.git/objects").constData(), 0755), 0);
        QVERIFY(!facts);
    }

    void anotherUsersRepositoryIsRefusedUnlessItsOwnerIsTrusted()
    {
        if (::geteuid() != 0)
            QSKIP("only root can give a repository to another user");
        ScratchRepository target;
        const QByteArray first = commitSome(target);
        runProgram(u"chown"_s, {u"-R"_s, u"65534:65534"_s, target.path()}, u"/"_s);
        refuses(target.path(), u"git config --global --add safe.directory '%1'"_s.arg(resolved(target.path())));
        const QByteArray sudo = qgetenv("SUDO_UID");
        qputenv("SUDO_UID", "65534");
        const auto bySudo = inspectTarget(m_git, target.path(), {});
        sudo.isNull() ? qunsetenv("SUDO_UID") : qputenv("SUDO_UID", sudo);
        QVERIFY_OK(bySudo);

        const QByteArray home = qgetenv("HOME");
        const QTemporaryDir own;
        qputenv("HOME", own.path().toUtf8());
        const auto configure = [&](const QByteArray &text) {
            QFile config(own.filePath(u".gitconfig"_s));
            QVERIFY(config.open(QIODevice::WriteOnly) && config.write(text) == text.size());
        };
        configure("[safe]\n\tdirectory = /elsewhere\n\tdirectory = " + resolved(target.path()).toUtf8() + "\n");
        const auto trusted = inspectTarget(m_git, target.path(), {});
        const auto vault
            = trusted ? fetchBase(m_git, *trusted, target.sibling(u"v.git"_s), target.sibling(u"b.git"_s)) : Status();
        configure("[safe]\n\tdirectory = *\n\tdirectory =\n");
        const auto revoked = inspectTarget(m_git, target.path(), {});
        qputenv("HOME", home);
        QVERIFY_OK(trusted);
        QCOMPARE(trusted->base.hex(), first);
        QVERIFY_OK(vault);
        QVERIFY(!revoked);
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

    void sha256RepositoryIsRefused()
    {
        ScratchRepository target;
        const QString other = target.sibling(u"sha256"_s);
        target.git({u"init"_s, u"-q"_s, u"--object-format=sha256"_s, other});
        refuses(other, u"sha256"_s);
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

    void unknownFormatIsRefused()
    {
        ScratchRepository target;
        commitSome(target);
        target.git({u"config"_s, u"core.repositoryFormatVersion"_s, u"1"_s});
        target.git({u"config"_s, u"extensions.fromTheFuture"_s, u"true"_s});
        refuses(target.path(), u"fromthefuture"_s);
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

    void folderInsideARepositoryMeansTheWholeOne()
    {
        ScratchRepository target;
        commitSome(target);
        const auto facts = inspectTarget(m_git, target.path() + u"/dir"_s, {});
        QVERIFY_OK(facts);
        QCOMPARE(facts->path, resolved(target.path()));
        QCOMPARE(facts->warnings.size(), 1);
        refuses(target.path() + u"/.git/objects"_s, u"inside a repository's own store"_s);
    }

    void submodulesAreRefusedByName()
    {
        ScratchRepository target, other;
        commitSome(target);
        commitSome(other);
        target.git({u"-c"_s, u"protocol.file.allow=always"_s, u"submodule"_s, u"-q"_s, u"add"_s, other.path(),
                    u"third/party"_s});
        target.commitAll(u"submodule"_s);
        refuses(target.path(), u"third/party"_s);
        QVERIFY_OK(inspectTarget(m_git, target.path(), u"HEAD~1"_s));
    }

    void largeFilePointersAreRefusedByName()
    {
        ScratchRepository target;
        const QByteArray pointer
            = "version https://git-lfs.github.com/spec/v1\noid sha256:" + QByteArray(64, 'a') + "\nsize 12345\n";
        target.write("doc/example.txt", pointer);
        target.commitAll(u"a text about pointers"_s);
        QVERIFY_OK(inspectTarget(m_git, target.path(), {})); // no attribute says that it is one
        target.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
        target.write("model.bin", pointer);
        target.commitAll(u"lfs"_s);
        refuses(target.path(), u"model.bin"_s);
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
        daemon.start(u"git"_s,
                     {u"daemon"_s, u"--export-all"_s, u"--reuseaddr"_s, u"--listen=127.0.0.1"_s,
                      u"--port=%1"_s.arg(port), u"--base-path=%1"_s.arg(target.path()), target.path()});
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

    void addressesAreToldFromPaths()
    {
        refuses(u"https://user:secret@localhost/x.git"_s, u"password"_s);
        QVERIFY(
            !inspectTarget(m_git, u"https://user:secret@localhost/x.git"_s, {}).error().text().contains(u"secret"_s));
        refuses(u"http://127.0.0.1:%1/x.git"_s.arg(freePort()), u"cannot be read"_s);
        refuses(u"ext::sh -c touch% ran"_s, u"cannot be read"_s);
    }
};

QTEST_GUILESS_MAIN(TargetTest)
#include "tst_target.moc"
