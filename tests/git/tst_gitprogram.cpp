// Git as Assay runs it: the user's and the machine's configuration do not reach it, and its errors speak.
#include "tests/git/gitstage.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class GitProgramTest : public QObject {
    Q_OBJECT

private:
    ProcessHost m_host;
    GitProgram m_git{m_host};

private Q_SLOTS:
    void versionIsRead()
    {
        const auto version = m_git.version();
        QVERIFY_OK(version);
        QVERIFY2(version->startsWith(u"2."_s), qPrintable(*version));
    }

    void oldOrMissingGitIsSaid_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("words");
        QTest::newRow("old") << QByteArray("git version 2.29.3") << u"2.29.3"_s;
        QTest::newRow("other") << QByteArray("nonsense") << u"2.30 or later"_s;
        QTest::newRow("missing") << QByteArray() << u"cannot be started"_s;
    }
    void oldOrMissingGitIsSaid()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QString, words);
        const QTemporaryDir folder;
        if (!answer.isEmpty()) {
            QFile fake(folder.filePath(u"git"_s));
            QVERIFY(fake.open(QIODevice::WriteOnly) && fake.write("#!/bin/sh\necho '" + answer + "'\n") > 0);
            QVERIFY(fake.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        }
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", folder.path().toUtf8());
        const auto version = m_git.version();
        qputenv("PATH", path);
        QVERIFY(!version);
        QVERIFY2(version.error().text().contains(words), qPrintable(version.error().text()));
        QVERIFY(version.error().remedy.contains(u"nstall"_s));
    }

    void usersConfigurationDoesNotReachIt()
    {
        const QTemporaryDir home;
        QFile config(home.filePath(u".gitconfig"_s));
        QVERIFY(config.open(QIODevice::WriteOnly)
                && config.write("[user]\n\tname = Somebody\n[alias]\n\tx = !echo aliased\n") > 0);
        config.close();
        const QByteArray before = qgetenv("HOME");
        qputenv("HOME", home.path().toUtf8());
        qputenv("GIT_DIR", "/nowhere");
        qputenv("GIT_CONFIG_COUNT", "1");
        qputenv("GIT_CONFIG_KEY_0", "user.name");
        qputenv("GIT_CONFIG_VALUE_0", "Other");
        const auto name = m_git.tryRun({.arguments = {"config", "user.name"}});
        const auto alias = m_git.tryRun({.arguments = {"x"}});
        const auto folder = m_git.tryRun({.arguments = {"rev-parse", "--git-dir"}});
        for (const char *variable : {"GIT_DIR", "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0"})
            qunsetenv(variable);
        qputenv("HOME", before);
        QCOMPARE(name.standardOutput, "");
        QVERIFY(!alias.succeeded());
        QVERIFY(!folder.standardError.contains("nowhere"));
    }

    void hooksOfARepositoryAreNotRun()
    {
        ScratchRepository repository;
        repository.write("a", "1");
        repository.commitAll(u"one"_s);
        for (const char *hook :
             {"pre-commit", "post-commit", "post-checkout", "post-index-change", "reference-transaction"})
            repository.write(QByteArray(".git/hooks/") + hook, "#!/bin/sh\ntouch \"$OLDPWD/ran\" ran\n", true);
        repository.write("a", "2");
        QVERIFY_OK(m_git.run({.arguments = {"commit", "-q", "-a", "-m", "two"}, .folder = repository.path().toUtf8()}));
        QVERIFY_OK(m_git.run({.arguments = {"checkout", "-q", "-b", "other"}, .folder = repository.path().toUtf8()}));
        QVERIFY(!QFile::exists(repository.path() + u"/ran"_s));
        QCOMPARE(repository.git({u"log"_s, u"-1"_s, u"--format=%an"_s}).trimmed(), "Assay");
    }

    void errorCarriesGitsWordsAndTheCommand()
    {
        const auto failed
            = m_git.run({.arguments = {"-c", "x.y=z", "rev-parse", "--verify", "nothing"}, .folder = "/"});
        QVERIFY(!failed);
        QVERIFY2(failed.error().subject == u"git rev-parse --verify nothing"_s, qPrintable(failed.error().subject));
        QVERIFY2(failed.error().what.contains(u"not a git repository"_s), qPrintable(failed.error().what));
        QVERIFY(failed.error().what.contains(u"128"_s));
        const auto silent = m_git.tryRun({.arguments = {"rev-parse", "--verify", "nothing"}, .folder = "/"});
        QCOMPARE(silent.exitStatus, 128);
    }

    void outputLargerThanAllowedIsAnErrorNotAPart()
    {
        ScratchRepository repository;
        repository.write("a", QByteArray(100000, 'x'));
        repository.commitAll(u"one"_s);
        const GitProgram::Call call{
            .arguments = {"cat-file", "-p", "HEAD:a"}, .folder = repository.path().toUtf8(), .outputBytes = 1000};
        const auto cut = m_git.run(call);
        QVERIFY(!cut);
        QVERIFY2(cut.error().text().contains(u"100000"_s), qPrintable(cut.error().text()));
        const auto whole = m_git.run({.arguments = call.arguments, .folder = call.folder, .outputBytes = 100000});
        QVERIFY_OK(whole);
        QCOMPARE(whole->size(), 100000);
    }

    void timeAndStopEndIt()
    {
        const GitProgram::Call slow{.arguments = {"-c", "alias.wait=!sleep 60", "wait"},
                                    .timeout = std::chrono::milliseconds(300)};
        const auto late = m_git.run(slow);
        QVERIFY(!late);
        QVERIFY2(late.error().what.contains(u"had not ended"_s), qPrintable(late.error().text()));
        StopSource source;
        source.requestStop();
        const auto stopped = m_git.run({.arguments = slow.arguments}, source.token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().kind, ErrorKind::Stopped);
    }

    void processesCarryTheirRun()
    {
        const GitProgram marked(m_host, "/some/run");
        const auto named = marked.run({.arguments = {"-c", "alias.tell=!echo $ASSAY_RUN", "tell"}});
        QVERIFY_OK(named);
        QCOMPARE(named->trimmed(), "/some/run");
    }
};

QTEST_GUILESS_MAIN(GitProgramTest)
#include "tst_gitprogram.moc"
