// How ProcessHost ends trees: all of them, whoever is deaf, gone or killed.
#include "core/process/processhost.h"
#include "core/process/processtree.h"
#include "tests/support/processtest.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace std::chrono_literals;

class WholeTreesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    QByteArray path(const QByteArray &name) const { return m_dir.path().toUtf8() + '/' + name; }
    /// A stop that comes once the child said something.
    static ProcessCommand stopping(ProcessCommand command, StopSource &stop)
    {
        command.onOutput = [&stop](int, QByteArrayView) { stop.requestStop(); };
        return command;
    }

private Q_SLOTS:
    void init() { QVERIFY(m_dir.isValid()); }

    void aPoliteProcessIsAskedFirst()
    {
        ProcessHost host;
        StopSource stop;
        const ProcessResult result = host.run(
            stopping(shell("trap 'sleep 0.05; echo asked to end; exit 0' TERM; echo ready; sleep 100 & wait"), stop),
            stop.token());
        QCOMPARE(result.end, ProcessEnd::Stopped);
        QCOMPARE(result.standardOutput, "ready\nasked to end\n");
    }

    void aDeafTreeIsGoneWithinTwoSeconds_data()
    {
        QTest::addColumn<QByteArrayList>("misbehaviour");
        QTest::newRow("ignores SIGTERM") << QByteArrayList{"deaf"};
        QTest::newRow("and left a daemon without environment") << QByteArrayList{"daemon", path("daemon"), "stay"};
        QTest::newRow("makes daemons all the time") << QByteArrayList{"daemons"};
    }

    void aDeafTreeIsGoneWithinTwoSeconds()
    {
        QFETCH(QByteArrayList, misbehaviour);
        QFile::remove(QString::fromUtf8(path("daemon")));
        ProcessHost host;
        StopSource stop;
        QElapsedTimer timer;
        ProcessCommand command = misbehave(misbehaviour);
        command.onOutput = [&](int, QByteArrayView) {
            stop.requestStop();
            timer.start();
        };
        const ProcessResult result = host.run(command, stop.token());
        QVERIFY2(timer.elapsed() < 2000, QByteArray::number(timer.elapsed()));
        QCOMPARE(result.end, ProcessEnd::Stopped);
        QCOMPARE(result.signal, SIGKILL);
        if (misbehaviour.size() > 1) {
            const int pid = readFile(path("daemon")).toInt();
            QVERIFY(pid > 0);
            QVERIFY(!isAlive(pid));
        }
        QVERIFY(descendants(::getpid()).size() <= 2); // the starter, and a keeper on its way out
    }

    void whatOutlivesTheMainProcessIsKilledAndCounted()
    {
        QFile::remove(QString::fromUtf8(path("daemon")));
        ProcessHost host;
        QElapsedTimer timer;
        timer.start();
        const ProcessResult result = host.run(misbehave({"daemon", path("daemon")}));
        QCOMPARE(result.end, ProcessEnd::Exited);
        QCOMPARE(result.exitStatus, 0);
        QCOMPARE(result.childrenLeft, 1);
        QVERIFY(!isAlive(readFile(path("daemon")).toInt()));
        QVERIFY(timer.elapsed() < 2000);
    }

    void aChildThatIsStillWritingMayFinish()
    {
        ProcessHost host;
        const ProcessResult result = host.run(misbehave({"late-writer"}));
        QCOMPARE(result.standardOutput, "late\n");
        QCOMPARE(result.childrenLeft, 0);
    }

    void otherChildrenOfTheProgramAreLeftAlone()
    {
        // Qt's own QProcess, or a library, has children too: nobody but them may wait for those.
        const pid_t other = ::fork();
        if (other == 0) {
            ::usleep(200'000);
            ::_exit(42);
        }
        ProcessHost host;
        QVERIFY(host.run(misbehave({"daemon", path("other")})).succeeded());
        int status = 0;
        QCOMPARE(::waitpid(other, &status, 0), other);
        QCOMPARE(WEXITSTATUS(status), 42);
    }

    void aForkBombEndsAtTheLimitAndNothingIsLeft()
    {
        ProcessHost host;
        ProcessCommand command = misbehave({"bomb", "3000"});
        command.limits.processes = 64;
        QElapsedTimer timer;
        timer.start();
        const ProcessResult result = host.run(command);
        QCOMPARE(result.end, ProcessEnd::TooManyProcesses);
        QVERIFY2(timer.elapsed() < 4000, QByteArray::number(timer.elapsed()));
        QCOMPARE(processesWith("misbehave.py\0bomb"_ba), QList<int>());
    }

    void aHostThatGoesAwayEndsItsChildren()
    {
        QFile::remove(QString::fromUtf8(path("daemon")));
        std::future<ProcessResult> future;
        {
            ProcessHost host;
            future = host.start(misbehave({"daemon", path("daemon"), "stay"}));
            QVERIFY(QTest::qWaitFor([&] { return QFile::exists(QString::fromUtf8(path("daemon"))); }));
        }
        QCOMPARE(future.get().end, ProcessEnd::Stopped);
        const int pid = readFile(path("daemon")).toInt();
        QVERIFY(QTest::qWaitFor([&] { return !isAlive(pid); }));
    }

    void aKilledEngineLeavesNothing()
    {
        QFile::remove(QString::fromUtf8(path("daemon")));
        const pid_t engine = ::fork();
        if (engine == 0) {
            ProcessHost host;
            (void)host.run(misbehave({"daemon", path("daemon"), "stay"}));
            ::_exit(0);
        }
        QVERIFY(QTest::qWaitFor([&] { return QFile::exists(QString::fromUtf8(path("daemon"))); }));
        const int pid = readFile(path("daemon")).toInt();
        QVERIFY(isAlive(pid));
        ::kill(engine, SIGKILL);
        ::waitpid(engine, nullptr, 0);
        QVERIFY(QTest::qWaitFor([&] { return !isAlive(pid); }));
        QVERIFY(QTest::qWaitFor([this] { return processesWith(path("daemon")).isEmpty(); }));
    }

    void aKilledKeeperTakesItsTreeAlong()
    {
        QFile::remove(QString::fromUtf8(path("daemon")));
        ProcessHost host;
        auto future = host.start(misbehave({"daemon", path("daemon"), "stay"}));
        QVERIFY(QTest::qWaitFor([&] { return QFile::exists(QString::fromUtf8(path("daemon"))); }));
        const int pid = readFile(path("daemon")).toInt();
        const auto starter = assay::children(::getpid());
        QCOMPARE(starter.size(), 1U);
        const auto keepers = assay::children(starter.front());
        QCOMPARE(keepers.size(), 1U);
        ::kill(keepers.front(), SIGKILL);
        QCOMPARE(future.get().end, ProcessEnd::Signalled);
        QVERIFY(QTest::qWaitFor([&] { return !isAlive(pid); }));
        QVERIFY(host.run(command("true")).succeeded());
    }

    void aStopBeforeTheStartStartsNothing()
    {
        ProcessHost host;
        StopSource stop;
        stop.requestStop();
        // Looking for the program would be the first thing to fail.
        QCOMPARE(host.run(command("/no/such/program"), stop.token()).end, ProcessEnd::Stopped);
    }
};

QTEST_GUILESS_MAIN(WholeTreesTest)
#include "tst_wholetrees.moc"
