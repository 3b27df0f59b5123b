// Descendants found in /proc, both ways.
#include "core/process/processtree.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace assay;

class ProcessTreeTest : public QObject {
    Q_OBJECT

    pid_t m_child = -1, m_grandchild = -1;

private Q_SLOTS:
    /// test -> child -> grandchild, each in a group of its own.
    void init()
    {
        int pipe[2];
        QCOMPARE(::pipe(pipe), 0);
        m_child = ::fork();
        if (m_child == 0) {
            ::setsid();
            const pid_t below = ::fork();
            if (below == 0) {
                ::setpgid(0, 0);
                for (;;)
                    ::pause();
            }
            ::setpgid(below, below);
            if (::write(pipe[1], &below, sizeof below) != ssize_t(sizeof below))
                ::_exit(1);
            for (;;)
                ::pause();
        }
        QCOMPARE(::read(pipe[0], &m_grandchild, sizeof m_grandchild), ssize_t(sizeof m_grandchild));
        ::close(pipe[0]);
        ::close(pipe[1]);
    }

    void cleanup()
    {
        ::kill(m_grandchild, SIGKILL);
        ::kill(m_child, SIGKILL);
        ::waitpid(m_child, nullptr, 0);
    }

    void descendantsComeParentsFirst_data()
    {
        QTest::addColumn<Listing>("how");
        QTest::newRow("children") << Listing::Children;
        QTest::newRow("whole table") << Listing::WholeTable;
    }

    void descendantsComeParentsFirst()
    {
        QFETCH(Listing, how);
        QCOMPARE(descendants(::getpid(), how), (std::vector{m_child, m_grandchild}));
        QCOMPARE(descendants(m_child, how), std::vector{m_grandchild});
        QVERIFY(descendants(m_grandchild, how).empty());
    }

    void childrenAreTheDirectOnes() { QCOMPARE(assay::children(::getpid()), std::vector{m_child}); }

    void childrenOfEveryThreadCount()
    {
        // A child belongs to the thread that made it; that thread may be gone, or not be the first.
        pid_t other = -1;
        std::atomic<bool> done = false;
        std::atomic<bool> made = false;
        std::thread thread([&] {
            other = ::fork();
            if (other == 0) {
                for (;;)
                    ::pause();
            }
            made = true;
            made.notify_one();
            done.wait(false);
        });
        made.wait(false);
        const auto found = assay::children(::getpid());
        ::kill(other, SIGKILL);
        ::waitpid(other, nullptr, 0);
        done = true;
        done.notify_one();
        thread.join();
        QVERIFY(std::ranges::find(found, other) != found.end());
        QVERIFY(std::ranges::find(found, m_child) != found.end());
    }

    void killingTakesEveryGroupButNotTheRoot()
    {
        const pid_t ofOurGroup = ::fork();
        if (ofOurGroup == 0) {
            for (;;)
                ::pause();
        }
        killDescendants(::getpid());
        int status = 0;
        QCOMPARE(::waitpid(ofOurGroup, &status, 0), ofOurGroup);
        QCOMPARE(WTERMSIG(status), SIGKILL);
        QCOMPARE(::waitpid(m_child, &status, 0), m_child);
        QCOMPARE(WTERMSIG(status), SIGKILL);
        QVERIFY(QTest::qWaitFor([this] { return ::kill(m_grandchild, 0) != 0 || isZombie(m_grandchild); }));
    }

private:
    static bool isZombie(pid_t pid)
    {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
        return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
    }
};

QTEST_GUILESS_MAIN(ProcessTreeTest)
#include "tst_processtree.moc"
