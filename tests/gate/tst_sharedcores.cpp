// Two pools in two processes: together they run no more at once than the machine has cores.
#include "tests/gate/scene.h"

#include <QProcess>
#include <QTest>
#include <QThread>

#include <future>
#include <thread>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace assay;
using test::Scene;

namespace {

Checkout::Call callOf(const QByteArray &line)
{
    return {.argv = {"/bin/sh", "-c", line}};
}

/// The other process: a command on every core, each of which says when it runs, and never ends by itself.
int holdEveryCore()
{
    Scene scene;
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    if (!prepared)
        return 1;
    std::vector<std::jthread> threads;
    for (int i = 0; i < QThread::idealThreadCount(); ++i) {
        threads.emplace_back([&] {
            const auto checkout = pool->take(*prepared);
            Checkout::Call call = callOf("echo; while :; do sleep 1; done");
            call.onOutput = [](int, QByteArrayView bytes) { (void)!::write(STDOUT_FILENO, bytes.data(), 1); };
            if (checkout)
                (void)(*checkout)->run(call, {});
        });
    }
    return 0;
}

} // namespace

class TestSharedCores : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anotherProcessIsWaitedForUntilItDies();
};

void TestSharedCores::anotherProcessIsWaitedForUntilItDies()
{
    const QTemporaryDir runtime;
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtime.path())); // no other run of this machine takes part
    QProcess other;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TMPDIR"_s, runtime.path());
    other.setProcessEnvironment(environment);
    other.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    other.start(QCoreApplication::applicationFilePath(), {u"--hold"_s});
    QByteArray up;
    while (up.size() < QThread::idealThreadCount() && other.waitForReadyRead(120'000))
        up += other.readAllStandardOutput();
    QCOMPARE(up.size(), QThread::idealThreadCount());

    Scene scene;
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    QVERIFY(prepared);
    const auto runOne = [&](const StopToken &stop) {
        const auto checkout = pool->take(*prepared);
        return checkout ? (*checkout)->run(callOf("true"), stop) : failure(checkout.error());
    };
    // It waits, and can be stopped while it does.
    StopSource stop;
    std::jthread soon([&] {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        stop.requestStop();
    });
    const auto stopped = runOne(stop.token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().kind, ErrorKind::Stopped);
    // The other one dies without a word: the cores are free.
    auto waiting = std::async(std::launch::async, [&] { return runOne({}); });
    other.kill();
    QVERIFY(other.waitForFinished());
    const auto done = waiting.get();
    QVERIFY2(done, done ? "" : qPrintable(done.error().text()));
    QCOMPARE(done->process.exitStatus, 0);
}

int main(int argc, char *argv[])
{
    if (argc > 1 && QByteArrayView(argv[1]) == "--hold")
        return holdEveryCore();
    QCoreApplication app(argc, argv);
    TestSharedCores test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_sharedcores.moc"
