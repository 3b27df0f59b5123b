// The conditions in which a target is refused, each with what to do about it.
#include "tests/git/targetstage.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TargetRefusedTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;
    GitProgram m_git{m_host};

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

private Q_SLOTS:
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
        // As older versions of git wrote it down.
        runProgram(u"git"_s, {u"config"_s, u"--unset"_s, u"remote.origin.promisor"_s}, partial);
        runProgram(u"git"_s, {u"config"_s, u"core.repositoryFormatVersion"_s, u"1"_s}, partial);
        runProgram(u"git"_s, {u"config"_s, u"extensions.partialClone"_s, u"origin"_s}, partial);
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

    void sha256RepositoryIsRefused()
    {
        ScratchRepository target;
        const QString other = target.sibling(u"other"_s);
        target.git({u"init"_s, u"-q"_s, u"--object-format=sha256"_s, other});
        refuses(other, u"named by sha256"_s);
    }

    void unknownFormatIsRefused()
    {
        ScratchRepository target;
        commitSome(target);
        target.git({u"config"_s, u"core.repositoryFormatVersion"_s, u"1"_s});
        target.git({u"config"_s, u"extensions.fromTheFuture"_s, u"true"_s});
        refuses(target.path(), u"fromthefuture"_s);
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
        target.write(".gitattributes", "*.txt text\n");
        target.commitAll(u"a text about pointers"_s);
        QVERIFY_OK(inspectTarget(m_git, target.path(), {})); // no attribute says that it is one
        target.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
        target.write("model.bin", pointer);
        target.commitAll(u"lfs"_s);
        refuses(target.path(), u"model.bin"_s);
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

QTEST_GUILESS_MAIN(TargetRefusedTest)
#include "tst_targetrefused.moc"
