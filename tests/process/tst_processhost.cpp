// What ProcessHost promises, on real processes.
#include "core/process/processhost.h"
#include "tests/support/processtest.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace std::chrono_literals;

class ProcessHostTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    QByteArray path(const QByteArray &name) const { return m_dir.path().toUtf8() + '/' + name; }

private Q_SLOTS:
    void init() { QVERIFY(m_dir.isValid()); }

    void statusAndBothStreamsComeBack()
    {
        ProcessHost host;
        const ProcessResult result = host.run(shell("echo out; echo err >&2; exit 7"));
        QCOMPARE(result.end, ProcessEnd::Exited);
        QCOMPARE(result.exitStatus, 7);
        QVERIFY(!result.succeeded());
        QCOMPARE(result.standardOutput, "out\n");
        QCOMPARE(result.standardError, "err\n");
        QCOMPARE(result.outputTotal, 4);
        QCOMPARE(result.childrenLeft, 0);
    }

    void aSignalIsNoExitStatus()
    {
        ProcessHost host;
        const ProcessResult result = host.run(shell("kill -SEGV $$"));
        QCOMPARE(result.end, ProcessEnd::Signalled);
        QCOMPARE(result.signal, SIGSEGV);
        QCOMPARE(result.exitStatus, -1);
    }

    void argumentsEnvironmentAndFolderAreBytes()
    {
        ProcessHost host;
        const QByteArray odd = "a\xff\xfe\n\"' $b";
        ::mkdir(path(odd).constData(), 0755);
        ProcessCommand command = shell("printf '%s|%s|' \"$1\" \"$ODD\"; pwd");
        command.arguments += {"sh", odd};
        command.environment = {{"ODD", odd}};
        command.workingFolder = path(odd);
        QCOMPARE(host.run(command).standardOutput, odd + '|' + odd + '|' + path(odd) + '\n');
        ::rmdir(path(odd).constData()); // QTemporaryDir cannot name it
    }

    void nothingIsInherited()
    {
        ::signal(SIGPIPE, SIG_IGN);
        const int leaked = ::dup(STDOUT_FILENO); // without close-on-exec
        ProcessHost host;
        const int later = ::dup(STDOUT_FILENO);
        ProcessCommand command = misbehave({});
        command.arguments = {"-S", "-c",
                             "import os, signal\n"
                             "print(sorted(int(f) for f in os.listdir('/proc/self/fd'))[:-1])\n"
                             "print(dict(os.environ), os.getsid(0) == os.getpid())\n"};
        command.environment = {{"PATH", command.environment.value("PATH")}, {"ONLY", "this"}, {"LC_ALL", "C.UTF-8"}};
        const ProcessResult result = host.run(command);
        const ProcessResult signalled = host.run(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status"));
        ::close(leaked);
        ::close(later);
        ::signal(SIGPIPE, SIG_DFL);
        const QByteArrayList lines = result.standardOutput.split('\n');
        QCOMPARE(lines.value(0), "[0, 1, 2]");
        QVERIFY2(lines.value(1).contains("'ONLY': 'this'") && lines.value(1).endsWith("} True"), lines.value(1));
        QVERIFY2(!lines.value(1).contains("HOME"), lines.value(1));
        QCOMPARE(signalled.standardOutput, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    }

    void standardInputIsWholeAndThenEnds()
    {
        ProcessHost host;
        ProcessCommand command = test::command("sha256sum");
        command.standardInput = QByteArray(3'000'000, '\xff');
        QCOMPARE(host.run(command).standardOutput.left(64),
                 QCryptographicHash::hash(command.standardInput, QCryptographicHash::Sha256).toHex());
        QCOMPARE(host.run(test::command("wc", {"-c"})).standardOutput.trimmed(), "0");
        command.program = "wc";
        command.arguments = {"-c"};
        QCOMPARE(host.run(command).standardOutput.trimmed(), "3000000");
    }

    void whatDoesNotStartSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<QString>("says");
        QTest::newRow("not in PATH") << "no-such-program-x"_ba << u"not found in PATH ("_s;
        QTest::newRow("no such file") << "/no/such/file"_ba << u"does not exist"_s;
        QTest::newRow("no run bit") << path("plain") << u"run bit (chmod +x)"_s;
        QTest::newRow("no #!") << path("noshebang") << u"must begin #!"_s;
        QTest::newRow("missing interpreter") << path("badinterpreter") << u"interpreter"_s;
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << u"NUL byte"_s;
    }

    void whatDoesNotStartSaysWhy()
    {
        const auto write = [this](const QByteArray &name, const QByteArray &text, mode_t mode) {
            QFile file(QString::fromUtf8(path(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            file.close();
            QCOMPARE(::chmod(path(name).constData(), mode), 0);
        };
        write("plain", "#!/bin/sh\n", 0644);
        write("noshebang", "echo hi\n", 0755);
        write("badinterpreter", "#!/no/such/interpreter\n", 0755);
        QFETCH(QByteArray, program);
        QFETCH(QString, says);
        ProcessHost host;
        const ProcessResult result = host.run(command(program));
        QCOMPARE(result.end, ProcessEnd::NotStarted);
        QVERIFY2(result.startError.contains(says), qPrintable(result.startError));
    }

    void aMissingWorkingFolderIsNamed()
    {
        ProcessHost host;
        ProcessCommand command = shell("true");
        command.workingFolder = "/no/such/folder";
        const ProcessResult result = host.run(command);
        QCOMPARE(result.end, ProcessEnd::NotStarted);
        QVERIFY2(result.startError.contains(u"/no/such/folder cannot be entered"_s), qPrintable(result.startError));
    }

    void programsAreFoundInTheCommandsOwnPath()
    {
        ProcessHost host;
        QFile file(QString::fromUtf8(path("assay-own")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho own\n");
        file.close();
        ::chmod(path("assay-own").constData(), 0755);
        ProcessCommand command = test::command("assay-own");
        QCOMPARE(host.run(command).end, ProcessEnd::NotStarted);
        command.environment.insert("PATH", "/nowhere:" + m_dir.path().toUtf8());
        QCOMPARE(host.run(command).standardOutput, "own\n");
        // "." would be a folder that the target's author fills.
        const QString before = QDir::currentPath();
        QDir::setCurrent(m_dir.path());
        command.environment.insert("PATH", ".::/nowhere");
        const QString relative = host.run(command).startError;
        QDir::setCurrent(before);
        QVERIFY2(relative.contains(u"not found in PATH"_s), qPrintable(relative));
    }

    void aLoudChildKeepsMemoryFlat()
    {
        ProcessHost host;
        constexpr qint64 total = 300'000'000;
        ProcessCommand command = misbehave({"print", QByteArray::number(total)});
        command.limits.outputBytes = 1 << 20;
        QVERIFY(host.run(misbehave({"print", "1000000"})).succeeded());
        resetPeakMemory();
        const qint64 before = peakMemory();
        const ProcessResult result = host.run(command);
        const qint64 grown = peakMemory() - before;
        QCOMPARE(result.outputTotal, total);
        QVERIFY2(grown < 32 << 20, QByteArray::number(grown));
        QVERIFY(result.standardOutput.startsWith("000000000000000\n000000000000001\n"));
        const QByteArray line
            = "\n\xe2\x80\xa6 " + QByteArray::number(total - (1 << 20)) + " bytes left out \xe2\x80\xa6\n";
        QCOMPARE(result.standardOutput.indexOf(line), 1 << 19);
        QCOMPARE(result.standardOutput.size(), (1 << 20) + line.size());
        // The block of 65,536 bytes was cut at the end: its line numbers tell that the order is right.
        const qint64 last = (total % 65536) / 16 - 1;
        QVERIFY(result.standardOutput.endsWith(QByteArray::number(last).rightJustified(15, '0') + '\n'));
    }

    void theSinkSeesWhatTheLimitLeavesOut()
    {
        ProcessHost host;
        ProcessCommand command = shell("seq 1 50000; echo done >&2");
        command.limits.outputBytes = 100;
        QByteArray seen[2];
        command.onOutput = [&seen](int stream, QByteArrayView bytes) { seen[stream - 1].append(bytes); };
        const ProcessResult result = host.run(command);
        QCOMPARE(seen[0].count('\n'), 50000);
        QCOMPARE(seen[1], "done\n");
        QCOMPARE(seen[0].size(), result.outputTotal);
    }

    void aTimeOutEndsTheTree()
    {
        ProcessHost host;
        ProcessCommand command = misbehave({"deaf"});
        command.limits.timeout = 300ms;
        const ProcessResult result = host.run(command);
        QCOMPARE(result.end, ProcessEnd::TimedOut);
        QVERIFY(result.duration >= 300ms && result.duration < 2000ms);
    }

    void silenceEndsTheTreeButOutputKeepsIt()
    {
        ProcessHost host;
        ProcessCommand command = shell("for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done; sleep 100");
        command.limits.idle = 350ms;
        const ProcessResult result = host.run(command);
        QCOMPARE(result.end, ProcessEnd::Idle);
        QCOMPARE(result.standardOutput, "1\n2\n3\n4\n5\n6\n");
        QVERIFY(result.duration < 3000ms);
    }

    void aDiskThatFillsEndsTheTree()
    {
        ProcessHost host;
        ProcessCommand command = misbehave({"write-file", path("large"), "1000000"});
        command.limits.diskPath = m_dir.path().toUtf8();
        command.limits.diskFloor = qint64(1) << 60;
        QCOMPARE(host.run(command).end, ProcessEnd::DiskFloor);
    }

    void aFileDoesNotGrowPastItsLimit()
    {
        ProcessHost host;
        ProcessCommand command = shell("exec dd if=/dev/zero of=" + path("big") + " bs=4096 count=1000 2>/dev/null");
        command.limits.fileBytes = 100'000;
        const ProcessResult result = host.run(command);
        QCOMPARE(result.end, ProcessEnd::Signalled);
        QCOMPARE(result.signal, SIGXFSZ);
        QCOMPARE(QFileInfo(QString::fromUtf8(path("big"))).size(), 100'000);
    }

    void waitingCostsNoProcessorTime()
    {
        const auto used = [] {
            rusage own{}, ended{};
            ::getrusage(RUSAGE_SELF, &own);
            ::getrusage(RUSAGE_CHILDREN, &ended);
            const auto ms = [](const timeval &time) { return time.tv_sec * 1000 + time.tv_usec / 1000; };
            return ms(own.ru_utime) + ms(own.ru_stime) + ms(ended.ru_utime) + ms(ended.ru_stime);
        };
        const auto before = used();
        {
            ProcessHost host;
            QVERIFY(host.run(command("sleep", {"2"})).succeeded());
        }
        // With the starter, its keeper and sleep itself; 5 % of one core would be 100 ms.
        QVERIFY2(used() - before < 100, QByteArray::number(qint64(used() - before)));
    }

    void manyRunSideBySide()
    {
        ProcessHost host;
        std::vector<std::future<ProcessResult>> futures;
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 40; ++i)
            futures.push_back(host.start(shell("sleep 0.3; echo " + QByteArray::number(i))));
        for (int i = 0; i < 40; ++i)
            QCOMPARE(futures[size_t(i)].get().standardOutput, QByteArray::number(i) + '\n');
        QVERIFY(timer.elapsed() < 6000);
        QVERIFY(host.childTime() >= 40 * 300ms);
    }

    void theCleanEnvironmentKeepsWhatIsNamed()
    {
        qputenv("ASSAY_TEST_SECRET", "s");
        qputenv("ASSAY_TEST_KEPT", "\xff");
        qputenv("LC_TIME", "C");
        const auto environment = cleanEnvironment({"ASSAY_TEST_KEPT"});
        QCOMPARE(environment.value("ASSAY_TEST_KEPT"), "\xff");
        QCOMPARE(environment.value("LC_TIME"), "C");
        QVERIFY(environment.contains("PATH"));
        QVERIFY(!environment.contains("ASSAY_TEST_SECRET"));
        QVERIFY(!environment.contains("HOME"));
    }
};

QTEST_GUILESS_MAIN(ProcessHostTest)
#include "tst_processhost.moc"
