// What is left when the engine and everybody who should have ended its children were killed at once.
#include "core/process/processtree.h"
#include "core/process/sandbox.h"
#include "tests/support/processtest.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class LeftoversTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;
    std::vector<pid_t> m_started;

    QByteArray path(const QByteArray &name) const { return m_dir->path().toUtf8() + '/' + name; }
    int pidIn(const QByteArray &name) const { return readFile(path(name)).toInt(); }

    /// A process of a run, child of the test itself.
    pid_t startOfRun(const QByteArray &runFolder)
    {
        const QByteArray mark = "ASSAY_RUN=" + runFolder;
        const pid_t pid = ::fork();
        if (pid == 0) {
            const char *arguments[] = {"sleep", "1000", nullptr};
            const char *environment[] = {"A=b", mark.constData(), nullptr};
            ::execve("/bin/sleep", const_cast<char **>(arguments), const_cast<char **>(environment));
            ::_exit(1);
        }
        m_started.push_back(pid);
        // Until exec the child still has the test's own environment.
        const QByteArray shown = "/proc/" + QByteArray::number(pid) + "/environ";
        if (!QTest::qWaitFor([&] { return readFile(shown).contains(mark); }))
            qWarning("sleep did not start");
        return pid;
    }

    /// Puts the mark where /proc shows this process's environment: the memory that exec filled.
    static void carryMark(const QByteArray &mark)
    {
        const QByteArray stat = readFile("/proc/self/stat");
        const QByteArrayList fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        constexpr int envStart = 50 - 3, envEnd = 51 - 3; // proc_pid_stat(5) counts from 1; two fields are cut off
        const auto start = fields.value(envStart).toULongLong(), end = fields.value(envEnd).toULongLong();
        if (end - start > quint64(mark.size()))
            ::memcpy(reinterpret_cast<void *>(start), mark.constData(), size_t(mark.size()) + 1);
        else
            qWarning("the environment is too small for the mark");
    }

    /// Runs `command` under an engine of its own; once the file `note` is there, kills the engine, its starter and its
    /// keepers in one go, as `pkill -9 assay` would.
    void killAllAtOnce(const ProcessCommand &command, const QByteArray &note)
    {
        const pid_t engine = ::fork();
        if (engine == 0) {
            ProcessHost host;
            (void)host.run(command);
            ::_exit(0);
        }
        QVERIFY(QTest::qWaitFor([&] { return pidIn(note) > 0; }));
        std::vector<pid_t> ours{engine};
        for (const pid_t starter : assay::children(engine)) {
            ours.push_back(starter);
            for (const pid_t keeper : assay::children(starter))
                ours.push_back(keeper);
        }
        QCOMPARE(ours.size(), 3U);
        for (const int signal : {SIGSTOP, SIGKILL}) {
            for (const pid_t pid : ours)
                ::kill(pid, signal);
        }
        ::waitpid(engine, nullptr, 0);
    }

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
    }

    void cleanup()
    {
        for (const pid_t pid : m_started) {
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
        }
        m_started.clear();
    }

    void onlyThisRunsProcessesAreEnded()
    {
        const pid_t ours = startOfRun(path("run"));
        const pid_t longer = startOfRun(path("run2"));
        const pid_t inside = startOfRun(path("run/inside"));
        QCOMPARE(reapLeftovers(path("run")), 1);
        QVERIFY(!isAlive(ours));
        QVERIFY(isAlive(longer));
        QVERIFY(isAlive(inside));
        QCOMPARE(reapLeftovers(path("run")), 0);
    }

    void theCallerAndItsParentsAreSpared()
    {
        // An engine started from within the run, by an agent say, must not end itself or who started it.
        const pid_t leftover = startOfRun(path("run"));
        const pid_t parent = ::fork();
        if (parent == 0) {
            carryMark("ASSAY_RUN=" + path("run"));
            const pid_t caller = ::fork(); // carries the mark too
            if (caller == 0)
                ::_exit(10 + reapLeftovers(path("run")));
            int status = 0;
            ::waitpid(caller, &status, 0);
            ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(parent, &status, 0), parent);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 11);
        QVERIFY(!isAlive(leftover));
    }

    void aDaemonThatLostEverybodyIsFound()
    {
        ProcessCommand command = misbehave({"daemon", path("daemon"), "stay", "keep"});
        command.environment.insert("ASSAY_RUN", path("run"));
        killAllAtOnce(command, "daemon");
        const int daemon = pidIn("daemon");
        QVERIFY(isAlive(daemon));
        QVERIFY(reapLeftovers(path("run")) >= 1);
        QVERIFY(!isAlive(daemon));
    }

    void whatWasContainedDiesByItself()
    {
        ProcessHost host;
        const Sandbox sandbox = Sandbox::detect(host);
        if (!sandbox.contains())
            QSKIP(qPrintable(sandbox.ability().reason));
        ::mkdir(path("home").constData(), 0755);
        const QByteArray daemon = "contained-leftover-of-" + QByteArray::number(::getpid());
        ProcessCommand command = misbehave({"daemon", "/assay/home/" + daemon, "stay"});
        command.arguments[1] = "/assay/support/misbehave.py";
        const SandboxSpec spec{.binds = {{path("home"), "/assay/home", SandboxBind::Mode::ReadWrite},
                                         {ASSAY_SOURCE_DIR "/tests/support", "/assay/support"}},
                               .home = "/assay/home"};
        killAllAtOnce(sandbox.wrap(command, spec), "home/" + daemon);
        QVERIFY(QTest::qWaitFor([&] { return processesWith(daemon).isEmpty(); }, 2000));
    }
};

QTEST_GUILESS_MAIN(LeftoversTest)
#include "tst_leftovers.moc"
