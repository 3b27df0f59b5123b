#include "core/journal/runlock.h"

#include "tests/journal/scratchrun.h"

#include <QDir>
#include <QTest>

#include <csignal>

#include <sys/prctl.h>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

class TstRunLock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void secondTakerIsRefusedWithTheHoldersPid();
    void lockIsGivenBackAtTheEndOfItsScope();
    void movedLockIsStillHeld();
    void lockOfAnotherProcessIsSeenUntilItIsKilled();
    void pidLeftByADeadProcessMeansNothing();
    void missingRunFolderIsNamed();

private:
    std::optional<ScratchRun> m_run;
    RunFolder m_folder;
};

void TstRunLock::init()
{
    m_run.emplace();
    m_folder = m_run->folder();
    QVERIFY(QDir().mkpath(m_folder.path()));
}

void TstRunLock::secondTakerIsRefusedWithTheHoldersPid()
{
    const auto first = RunLock::take(m_folder);
    QVERIFY(first);

    const auto second = RunLock::take(m_folder);

    QVERIFY(!second);
    QVERIFY2(second.error().what.contains(QString::number(::getpid())), qPrintable(second.error().text()));
    QCOMPARE(second.error().subject, m_folder.path());
    QCOMPARE(RunLock::holder(m_folder), ::getpid());
}

void TstRunLock::lockIsGivenBackAtTheEndOfItsScope()
{
    QCOMPARE(RunLock::holder(m_folder), 0);
    {
        const auto lock = RunLock::take(m_folder);
        QVERIFY(lock);
        QVERIFY(RunLock::holder(m_folder) != 0);
    }
    QCOMPARE(RunLock::holder(m_folder), 0);
    QVERIFY(RunLock::take(m_folder));
}

void TstRunLock::movedLockIsStillHeld()
{
    auto lock = RunLock::take(m_folder);
    QVERIFY(lock);
    const RunLock kept = std::move(*lock);
    QVERIFY(!RunLock::take(m_folder));
}

void TstRunLock::lockOfAnotherProcessIsSeenUntilItIsKilled()
{
    int ready[2];
    QCOMPARE(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const auto lock = RunLock::take(m_folder);
        const char said = lock ? 'y' : 'n';
        if (::write(ready[1], &said, 1) != 1)
            ::_exit(1);
        for (;;)
            ::pause();
    }
    char said = 0;
    QCOMPARE(::read(ready[0], &said, 1), 1);
    QCOMPARE(said, 'y');

    QCOMPARE(RunLock::holder(m_folder), child);
    const auto refused = RunLock::take(m_folder);
    QVERIFY(!refused);
    QVERIFY2(refused.error().what.contains(QString::number(child)), qPrintable(refused.error().text()));

    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    QCOMPARE(RunLock::holder(m_folder), 0);
    QVERIFY(RunLock::take(m_folder));
}

void TstRunLock::pidLeftByADeadProcessMeansNothing()
{
    QFile file(m_folder.lock());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("1234567890\n");
    file.close();

    QCOMPARE(RunLock::holder(m_folder), 0);
    const auto lock = RunLock::take(m_folder);
    QVERIFY(lock);
    QCOMPARE(RunLock::holder(m_folder), ::getpid());
}

void TstRunLock::missingRunFolderIsNamed()
{
    const RunFolder nowhere(m_folder.path() + u"/nowhere"_s);
    const auto lock = RunLock::take(nowhere);
    QVERIFY(!lock);
    QCOMPARE(lock.error().subject, nowhere.lock());
    QVERIFY(!lock.error().remedy.isEmpty());
    QCOMPARE(RunLock::holder(nowhere), 0);
}

QTEST_APPLESS_MAIN(TstRunLock)
#include "tst_runlock.moc"
