// Checks under the repro contract, the misbehaving ones included.
#include "core/gate/proofrunner.h"
#include "tests/gate/scene.h"

#include <QElapsedTimer>
#include <QTest>
#include <QtConcurrentMap>

#include <sys/statvfs.h>

using namespace Qt::StringLiterals;
using namespace assay;
using test::Scene;

class TestProofRunner : public QObject {
    Q_OBJECT

    static void bothWays()
    {
        QTest::addColumn<bool>("contained");
        QTest::newRow("contained") << true;
        QTest::newRow("not contained") << false;
    }

    /// A scene with one prepared tree, and checks run on it.
    struct Bench {
        explicit Bench(bool contained, const Policy &itsPolicy = {},
                       const test::Files &files = {{"product.py", "answer = 41\n"}})
            : scene(contained),
              policy(itsPolicy),
              tree(scene.base(files)),
              pool(scene.pool(policy)),
              prepared(*pool->prepare(tree, Freshness::Reuse, {})),
              runner(*pool, scene.evidence, policy)
        {}
        ProofResult run(const QByteArray &bytes, int k = 1) const
        {
            const auto result = runner.run("check.sh", bytes, prepared, k, {});
            if (!result) {
                qWarning("%s", qPrintable(result.error().text()));
                return {};
            }
            return *result;
        }
        Scene scene;
        Policy policy;
        ObjectId tree;
        std::unique_ptr<CheckoutPool> pool;
        PreparedTree prepared;
        ProofRunner runner;
    };

#define BENCH(name, ...)                                                                                         \
    Bench name(__VA_ARGS__);                                                                                     \
    if (!name.scene.sandbox.contains() && name.scene.sandbox.ability().reason != u"containment is switched off") \
    QSKIP(qPrintable(name.scene.sandbox.ability().reason))

    std::unique_ptr<Bench> m_shared; // for checks that need nothing of their own: each finds a fresh copy anyway

#define SHARED_BENCH(name)                                           \
    if (!m_shared)                                                   \
        m_shared = std::make_unique<Bench>(true);                    \
    if (!m_shared->scene.sandbox.contains())                         \
        QSKIP(qPrintable(m_shared->scene.sandbox.ability().reason)); \
    Bench &name = *m_shared

private Q_SLOTS:
    void cleanupTestCase() { m_shared.reset(); }
    void answersFollowTheContract_data();
    void answersFollowTheContract();
    void checkSeesWhatTheContractSays_data() { bothWays(); }
    void checkSeesWhatTheContractSays();
    void productIsFirstOnTheSearchPath();
    void hashSeedFollowsTheRun();
    void freshDataEachTime_data() { bothWays(); }
    void freshDataEachTime();
    void controlRunHasNoTree_data() { bothWays(); }
    void controlRunHasNoTree();
    void checkThatCannotStartIsInconclusive_data() { bothWays(); }
    void checkThatCannotStartIsInconclusive();
    void hangEndsAtTheLimitWithAllItStarted_data() { bothWays(); }
    void hangEndsAtTheLimitWithAllItStarted();
    void forkBombIsEnded();
    void fullDiskIsTheChecksOwn();
    void lineIsFoundInAFloodOfOutput();
    void networkIsAbsent();
    void proofsRunSideBySide();
};

void TestProofRunner::answersFollowTheContract_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("answer");
    QTest::addColumn<QString>("reason"); // a part of it
    QTest::addColumn<QByteArray>("line");
    const auto row
        = [](const char *name, const QByteArray &script, Answer answer, const QString &reason = {},
             const QByteArray &line = {}) { QTest::newRow(name) << script << int(answer) << reason << line; };
    row("present", "echo looked; echo 'REPRODUCED: 0 of 1 rows'; echo more; exit 1", Answer::Present, {},
        "REPRODUCED: 0 of 1 rows");
    row("absent", "echo fine", Answer::Absent);
    row("line on standard error only", "echo REPRODUCED: >&2; exit 1", Answer::Inconclusive, u"without a line"_s);
    row("line not at the beginning", "echo ' REPRODUCED: x'; exit 1", Answer::Inconclusive, u"without a line"_s);
    row("crash", "echo Traceback >&2; exit 1", Answer::Inconclusive, u"its last words: Traceback"_s);
    row("line and status 0", "echo REPRODUCED: x", Answer::Inconclusive, u"exit status 0 instead of 1"_s,
        "REPRODUCED: x");
    row("cannot tell", "echo cannot tell; exit 2", Answer::Inconclusive, u"exit status 2"_s);
    row("line and status 2", "echo REPRODUCED: x; exit 2", Answer::Inconclusive, u"exit status 2"_s, "REPRODUCED: x");
    row("killed", "echo REPRODUCED: x; kill -KILL $$", Answer::Inconclusive, {}, "REPRODUCED: x");
    row("line without an end", "printf 'REPRODUCED: x'; exit 1", Answer::Present, {}, "REPRODUCED: x");
    row("program not found", "there-is-no-such-program", Answer::Inconclusive, u"status 127, command not found"_s);
    row("not executable", "exec /etc/passwd", Answer::Inconclusive, u"status 126, not executable"_s);
}

void TestProofRunner::answersFollowTheContract()
{
    QFETCH(const QByteArray, script);
    QFETCH(const int, answer);
    QFETCH(const QString, reason);
    QFETCH(const QByteArray, line);
    SHARED_BENCH(bench);
    const ProofResult result = bench.run("#!/bin/sh\n" + script + '\n');
    QCOMPARE(toWord(result.answer), toWord(Answer(answer)));
    QVERIFY2(result.reason.contains(reason), qPrintable(result.reason));
    QCOMPARE(result.reason.isEmpty(), result.answer != Answer::Inconclusive);
    QCOMPARE(result.reproducedLine, line);
    QVERIFY(bench.scene.evidence.has(result.out) && bench.scene.evidence.has(result.err));
}

void TestProofRunner::checkSeesWhatTheContractSays()
{
    QFETCH(const bool, contained);
    Policy policy;
    policy.reproEnv = {{u"PYTHONPATH"_s, u"${TREE}/src:${TREE}"_s}, {u"PYTHONSAFEPATH"_s, u"1"_s}};
    BENCH(bench, contained, policy);
    const ProofResult result
        = bench.run("#!/bin/sh\ncat; ls -A; echo \"$PYTHONPATH\"; cat \"$ASSAY_TREE/product.py\"; pwd; "
                    "basename \"$0\"; : >writable && ls\n");
    const auto lines = bench.scene.evidence.get(result.out)->split('\n');
    const QByteArray tree = contained ? "/assay/tree"_ba : QFile::encodeName(bench.scene.run.checkouts()) + "/0/tree";
    QCOMPARE(lines.at(0), tree + "/src:" + tree);
    QCOMPARE(lines.at(1), "answer = 41");
    QVERIFY(!lines.at(2).startsWith(tree));
    QCOMPARE(lines.at(3), "check.sh");
    QCOMPARE(lines.at(4), "writable");
    QCOMPARE(result.answer, Answer::Absent);
}

void TestProofRunner::productIsFirstOnTheSearchPath()
{
    Policy policy;
    policy.reproEnv = {{u"PYTHONPATH"_s, u"${TREE}"_s}, {u"PYTHONSAFEPATH"_s, u"1"_s}};
    BENCH(bench, true, policy);
    const QByteArray check = "#!/usr/bin/env python3\nimport sys, os, product\n"
                             "assert product.__file__.startswith(os.environ['ASSAY_TREE']), product.__file__\n"
                             "if product.answer != 42:\n    print('REPRODUCED:', product.answer)\n    sys.exit(1)\n";
    const ProofResult present = bench.run(check);
    QVERIFY2(present.answer == Answer::Present, qPrintable(present.reason));
    QCOMPARE(present.reproducedLine, "REPRODUCED: 41");
    const auto fixed
        = bench.pool->prepare(bench.scene.changed(bench.tree, "product.py", "answer = 42\n"), Freshness::Reuse, {});
    QCOMPARE(bench.runner.run("check.py", check, *fixed, 1, {})->answer, Answer::Absent);
}

void TestProofRunner::hashSeedFollowsTheRun()
{
    SHARED_BENCH(bench);
    for (int k = 1; k <= 3; ++k) {
        const ProofResult result = bench.run("#!/bin/sh\necho $PYTHONHASHSEED\n", k);
        QCOMPARE(*bench.scene.evidence.get(result.out), QByteArray::number(k - 1) + '\n');
        QCOMPARE(result.hashSeed, k - 1);
    }
}

void TestProofRunner::freshDataEachTime()
{
    QFETCH(const bool, contained);
    BENCH(bench, contained);
    const QByteArray check = "#!/bin/sh\nfor place in \"$ASSAY_TREE\" \"$HOME\" \"$TMPDIR\" .; do\n"
                             "if test -e \"$place/mark\"; then echo \"REPRODUCED: $place\"; exit 1; fi\n: "
                             ">\"$place/mark\" || exit 2\ndone\n";
    for (int k = 1; k <= 3; ++k) {
        const ProofResult result = bench.run(check, k);
        QVERIFY2(result.answer == Answer::Absent, result.reproducedLine + qPrintable(result.reason));
    }
}

void TestProofRunner::controlRunHasNoTree()
{
    QFETCH(const bool, contained);
    BENCH(bench, contained);
    const QByteArray honest = "#!/bin/sh\ntest -e \"$ASSAY_TREE/product.py\" || exit 2\necho REPRODUCED: x; exit 1\n";
    const QByteArray own = "#!/bin/sh\ntest -d \"$ASSAY_TREE\" || exit 3\necho REPRODUCED: my own copy; exit 1\n";
    QCOMPARE(bench.run(honest).answer, Answer::Present);
    QCOMPARE(bench.runner.control("check.sh", honest, bench.prepared, {})->answer, Answer::Inconclusive);
    QCOMPARE(bench.runner.control("check.sh", own, bench.prepared, {})->answer, Answer::Present);
}

void TestProofRunner::checkThatCannotStartIsInconclusive()
{
    QFETCH(const bool, contained);
    BENCH(bench, contained);
    const ProofResult noInterpreter = bench.run("#!/there/is/no/such/interpreter\nexit 0\n");
    QCOMPARE(noInterpreter.answer, Answer::Inconclusive);
    QVERIFY2(noInterpreter.reason.startsWith(u"it could not start: "), qPrintable(noInterpreter.reason));
    QVERIFY2(noInterpreter.reason.contains(u"check.sh"), qPrintable(noInterpreter.reason));
    const ProofResult noFirstLine = bench.run("exit 0\n");
    QCOMPARE(noFirstLine.answer, Answer::Inconclusive);
    QVERIFY2(noFirstLine.reason.startsWith(u"it could not start: "), qPrintable(noFirstLine.reason));
    QVERIFY(!bench.runner.run("../check", "#!/bin/sh\n", bench.prepared, 1, {}));
}

void TestProofRunner::hangEndsAtTheLimitWithAllItStarted()
{
    QFETCH(const bool, contained);
    Policy policy;
    policy.checkTimeout = std::chrono::seconds(1);
    BENCH(bench, contained, policy);
    QElapsedTimer timer;
    timer.start();
    const ProofResult result
        = bench.run("#!/bin/sh\ntrap '' TERM\necho REPRODUCED: x\n"
                    "(trap '' TERM; setsid sleep 64123 & sleep 64123) &\nsleep 64123; sleep 64123\n");
    QVERIFY(timer.elapsed() < 4000);
    QCOMPARE(result.answer, Answer::Inconclusive);
    QVERIFY(result.timedOut);
    QVERIFY2(result.reason.contains(u"time limit"), qPrintable(result.reason));
    QCOMPARE(
        test::runProgram(u"/bin/sh"_s, {u"-c"_s, u"ps -eo args | grep '^sleep 64123' | wc -l"_s}, u"/"_s).trimmed(),
        "0");
}

void TestProofRunner::forkBombIsEnded()
{
    Policy policy;
    policy.checkTimeout = std::chrono::seconds(20);
    BENCH(bench, true, policy);
    const ProofResult result = bench.run("#!/bin/sh\nbomb() { sleep 64124 & bomb; }\nn=0\n"
                                         "while [ $n -lt 3000 ]; do sleep 64124 & n=$((n+1)); done\nwait\n");
    QCOMPARE(result.answer, Answer::Inconclusive);
    QVERIFY2(result.reason.contains(u"too many processes"), qPrintable(result.reason));
}

void TestProofRunner::fullDiskIsTheChecksOwn()
{
    SHARED_BENCH(bench);
    if (!bench.scene.sandbox.ability().overlay)
        QSKIP("here a checkout is a copy on the disk, which the disk floor guards");
    // Its folder is memory with a limit; the disk of the run folder is not touched.
    struct statvfs before{}, after{};
    ::statvfs(QFile::encodeName(bench.scene.run.path()).constData(), &before);
    const ProofResult result = bench.run("#!/bin/sh\nhead -c 3G /dev/zero >fill || { echo full; exit 2; }\n");
    ::statvfs(QFile::encodeName(bench.scene.run.path()).constData(), &after);
    QCOMPARE(result.answer, Answer::Inconclusive);
    QCOMPARE(*bench.scene.evidence.get(result.out), "full\n");
}

void TestProofRunner::lineIsFoundInAFloodOfOutput()
{
    SHARED_BENCH(bench);
    const ProofResult result
        = bench.run("#!/bin/sh\nhead -c 40M /dev/zero | tr '\\0' x\necho\n"
                    "echo 'REPRODUCED: in the middle'\nhead -c 40M /dev/zero | tr '\\0' 'x'\nexit 1\n");
    QCOMPARE(result.answer, Answer::Present);
    QCOMPARE(result.reproducedLine, "REPRODUCED: in the middle");
    QVERIFY(bench.scene.evidence.get(result.out)->size() < (8 << 20));
}

void TestProofRunner::networkIsAbsent()
{
    SHARED_BENCH(bench);
    const ProofResult result = bench.run("#!/bin/sh\nawk 'NR > 2 { print $1 }' /proc/net/dev\n");
    QCOMPARE(*bench.scene.evidence.get(result.out), "lo:\n");
}

void TestProofRunner::proofsRunSideBySide()
{
    SHARED_BENCH(bench);
    if (bench.pool->parallel() < 2)
        QSKIP("one core");
    QThreadPool threads;
    threads.setMaxThreadCount(8); // more than there are places: the pool itself keeps them back
    const QList<int> runs{1, 2, 3, 4, 5, 6};
    const auto answers = QtConcurrent::blockingMapped<QList<QString>>(&threads, runs, [&](int k) {
        return toWord(bench
                          .run("#!/bin/sh\ntest -e \"$ASSAY_TREE/product.py\" && ! test -e \"$ASSAY_TREE/x\" && : "
                               ">\"$ASSAY_TREE/x\"\n",
                               k)
                          .answer);
    });
    QCOMPARE(answers, QStringList(6, u"absent"_s));
}

QTEST_GUILESS_MAIN(TestProofRunner)
#include "tst_proofrunner.moc"
