// A command that is talked with while it runs.
#include "core/process/processhost.h"
#include "tests/support/processtest.h"

#include <QElapsedTimer>
#include <QTest>

#include <condition_variable>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace std::chrono_literals;

namespace {

/// What a command printed so far; filled in the host's thread.
class Heard {
public:
    void take(QByteArrayView bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_bytes.append(bytes);
        m_changed.notify_all();
    }
    bool waitFor(QByteArrayView wanted)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, 60s, [&] { return m_bytes.contains(wanted); });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    QByteArray m_bytes;
};

} // namespace

class ProcessInputTest : public QObject {
    Q_OBJECT

    ProcessHost m_host;
    std::shared_ptr<ProcessInput> m_input;
    std::unique_ptr<Heard> m_heard;

    ProcessCommand talking(const QByteArray &script)
    {
        ProcessCommand command = shell(script);
        command.limits.timeout = 120s;
        command.input = m_input;
        command.onOutput = [heard = m_heard.get()](int, QByteArrayView bytes) { heard->take(bytes); };
        return command;
    }

private Q_SLOTS:
    void init()
    {
        m_input = std::make_shared<ProcessInput>();
        m_heard = std::make_unique<Heard>();
    }

    void eachLineIsAnsweredWhileItRuns()
    {
        auto result = m_host.start(talking("while read -r line; do echo \"<$line>\"; done; echo ended"));
        for (const QByteArray &word : {"one"_ba, "two"_ba, "three"_ba}) {
            QVERIFY(m_input->write(word + '\n'));
            QVERIFY(m_heard->waitFor('<' + word + '>'));
        }
        m_input->close();
        const ProcessResult done = result.get();
        QVERIFY(done.succeeded());
        QCOMPARE(done.standardOutput, "<one>\n<two>\n<three>\nended\n");
        QVERIFY(!m_input->write("late\n"));
    }

    void whatIsQueuedArrivesBeforeTheEnd()
    {
        // More than a pipe holds, queued and closed before the command has begun.
        const QByteArray large(qsizetype(8) << 20, 'x');
        QVERIFY(m_input->write(large));
        QVERIFY(m_input->write(large));
        m_input->close();
        const ProcessResult done = m_host.run(talking("wc -c"));
        QVERIFY(done.succeeded());
        QCOMPARE(done.standardOutput.trimmed().toLongLong(), 2 * large.size());
    }

    void aCommandThatNeverReadsBlocksNobody()
    {
        StopSource stop;
        auto deaf = m_host.start(talking("echo begun; exec sleep 1000"), stop.token());
        QVERIFY(m_heard->waitFor("begun"));
        const QByteArray megabyte(qsizetype(1) << 20, 'x');
        qsizetype taken = 0;
        while (m_input->write(megabyte))
            taken += megabyte.size();
        // The pipe may have taken a little; the rest is bounded, and refused rather than waited for.
        QVERIFY2(taken >= ProcessInput::kQueueLimit - megabyte.size()
                     && taken <= ProcessInput::kQueueLimit + megabyte.size(),
                 qPrintable(QString::number(taken)));
        // The host's thread goes on with others.
        QVERIFY(m_host.run(shell("true")).succeeded());
        stop.requestStop();
        QCOMPARE(deaf.get().end, ProcessEnd::Stopped);
        QVERIFY(!m_input->write("x"));
    }

    void aCommandThatStopsReadingIsNoError()
    {
        auto result = m_host.start(talking("exec 0<&-; echo shut; sleep 0.3; exit 3"));
        QVERIFY(m_heard->waitFor("shut"));
        (void)m_input->write(QByteArray(qsizetype(1) << 20, 'x'));
        const ProcessResult done = result.get();
        QCOMPARE(done.end, ProcessEnd::Exited);
        QCOMPARE(done.exitStatus, 3);
        QVERIFY(!m_input->write("x"));
    }

    void silenceWhileItWaitsForUsIsNotIdle()
    {
        ProcessCommand command = talking("echo asks; read -r answer; echo \"got $answer\"; exec sleep 1000");
        command.limits.idle = 500ms;
        m_input->holdIdle(true);
        QElapsedTimer time;
        time.start();
        auto result = m_host.start(std::move(command));
        QVERIFY(m_heard->waitFor("asks"));
        // Longer than the watchdog would have waited: nothing else can be waited for here.
        QCOMPARE(result.wait_for(1500ms), std::future_status::timeout);
        QVERIFY(m_input->write("yes\n"));
        QVERIFY(m_heard->waitFor("got yes"));
        m_input->holdIdle(false);
        QCOMPARE(result.get().end, ProcessEnd::Idle);
        QVERIFY(time.elapsed() >= 2000);
    }

    void outputThatNobodyMayReadWaitsInItsPipe()
    {
        std::atomic<bool> may = false;
        std::atomic<qint64> seen = 0;
        ProcessCommand command = shell("head -c 3000000 /dev/zero; echo done >&2");
        command.limits.idle = 300ms;
        command.onOutput = [&](int, QByteArrayView bytes) { seen += bytes.size(); };
        command.mayRead = [&] { return may.load(); };
        auto result = m_host.start(std::move(command));
        QCOMPARE(result.wait_for(900ms), std::future_status::timeout); // neither ended nor idle
        QCOMPARE(seen.load(), 0);
        may = true;
        const ProcessResult done = result.get();
        QVERIFY(done.succeeded());
        QCOMPARE(done.outputTotal, 3000000);
    }
};

QTEST_GUILESS_MAIN(ProcessInputTest)
#include "tst_processinput.moc"
