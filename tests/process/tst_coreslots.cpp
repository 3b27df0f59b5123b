#include "core/process/coreslots.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <thread>
#include <unistd.h>

#include <sys/wait.h>

using namespace Qt::StringLiterals;
using namespace assay;

class TestCoreSlots : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asManyAreTakenAsThereAre();
    void aWaiterTakesWhatIsGivenBack();
    void aWaiterIsStopped();
    void aDeadHolderGivesItsSlotBack();
    void aFolderThatCannotBeMadeIsNamed();

private:
    /// Whether one is free now: an attempt that is stopped before it waits.
    static bool isFree(const CoreSlots &slots_)
    {
        StopSource stop;
        std::jthread soon([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            stop.requestStop();
        });
        return slots_.take(stop.token()).has_value();
    }
};

void TestCoreSlots::asManyAreTakenAsThereAre()
{
    const QTemporaryDir dir;
    const CoreSlots one(dir.filePath(u"a/b"_s), 2), other(dir.filePath(u"a/b"_s), 2);
    auto first = one.take({}), second = other.take({});
    QVERIFY(first && second);
    QVERIFY(!isFree(one));
    *first = CoreSlots::Slot();
    QVERIFY(isFree(other));
    const CoreSlots elsewhere(dir.filePath(u"c"_s), 0); // at least one
    QVERIFY(elsewhere.take({}));
}

void TestCoreSlots::aWaiterTakesWhatIsGivenBack()
{
    const QTemporaryDir dir;
    const CoreSlots slots_(dir.path(), 1);
    auto held = std::make_unique<Result<CoreSlots::Slot>>(slots_.take({}));
    QVERIFY(*held);
    bool taken = false;
    std::jthread waiter([&] { taken = slots_.take({}).has_value(); });
    held.reset();
    waiter.join();
    QVERIFY(taken);
}

void TestCoreSlots::aWaiterIsStopped()
{
    const QTemporaryDir dir;
    const CoreSlots slots_(dir.path(), 1);
    const auto held = slots_.take({});
    QVERIFY(held);
    StopSource stop;
    std::optional<ErrorKind> end;
    std::jthread waiter([&] {
        const auto taken = slots_.take(stop.token());
        if (!taken)
            end = taken.error().kind;
    });
    stop.requestStop();
    waiter.join();
    QCOMPARE(end, ErrorKind::Stopped);
}

void TestCoreSlots::aDeadHolderGivesItsSlotBack()
{
    const QTemporaryDir dir;
    const CoreSlots slots_(dir.path(), 1);
    int pipe[2];
    QCOMPARE(::pipe(pipe), 0);
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        const auto held = slots_.take({});
        const char answer = held ? 'y' : 'n';
        (void)!::write(pipe[1], &answer, 1);
        for (;;)
            ::pause();
    }
    char answer = 0;
    QCOMPARE(::read(pipe[0], &answer, 1), ssize_t(1));
    QCOMPARE(answer, 'y');
    QVERIFY(!isFree(slots_));
    QCOMPARE(::kill(child, SIGKILL), 0);
    QCOMPARE(::waitpid(child, nullptr, 0), child);
    QVERIFY(slots_.take({}));
    ::close(pipe[0]);
    ::close(pipe[1]);
}

void TestCoreSlots::aFolderThatCannotBeMadeIsNamed()
{
    const auto taken = CoreSlots(u"/dev/null/proofs"_s, 1).take({});
    QVERIFY(!taken);
    QCOMPARE(taken.error().kind, ErrorKind::Failed);
    QCOMPARE(taken.error().subject, u"/dev/null/proofs"_s);
}

QTEST_APPLESS_MAIN(TestCoreSlots)
#include "tst_coreslots.moc"
