// A gate's commands run and read, and everything that makes a gate broken instead of green.
#include "core/gate/detect.h"
#include "core/gate/gaterunner.h"
#include "tests/gate/scene.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using test::Files;
using test::Scene;

class TestGateRunner : public QObject {
    Q_OBJECT

    /// Runs commands on a tree of these files and gives the report.
    static Result<GateReport> runGate(Scene &scene, Policy policy, const Files &files)
    {
        const ObjectId tree = scene.base(files);
        const auto pool = scene.pool(policy);
        const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
        if (!prepared)
            return failure(prepared.error());
        QTest::qSleep(20); // by the file system's clock the tree is older than what the gate writes
        return GateRunner(*pool, scene.evidence, policy).run(*prepared, TestSource::New, {});
    }

    static GateCommand command(const QString &line, ReportFormat format, const QByteArray &report = {})
    {
        return {.run = {.line = line}, .format = format, .report = report};
    }

    static QString casesOf(const CommandReport &report)
    {
        QStringList lines;
        for (const TestCase &testCase : report.cases)
            lines += testCase.name + u' ' + toWord(testCase.result);
        return lines.join(u'\n');
    }

private Q_SLOTS:
    void unittestGate_data();
    void unittestGate();
    void pytestGateIsReadFromJUnit_data();
    void pytestGateIsReadFromJUnit();
    void ctestGateRunsWhatWasPrepared();
    void tapAndStatusGates();
    void tapIsReadWhereTheFormatWasNotNamed();
    void junitFilesAreReadAsOneReport();
    void gateThatMeasuredNothingIsBroken_data();
    void gateThatMeasuredNothingIsBroken();
    void failedPreparationBreaksEveryCommand();
    void redIsNotBroken();
    void eachCommandHasItsOwnCheckout();
    void floodOnTheOtherStreamDoesNotMatter();
    void outputIsEvidence();
    void whatWasPrintedLastTellsWhyNothingWasMeasured();
    void theCheckoutIsLookedAtBeforeItIsThrownAway();
    void stopIsNoReport();
    void reportSurvivesJson();
    void damagedReportIsRefused();
};

const QByteArray kUnittest = R"(
import sys, unittest
class PoolTest(unittest.TestCase):
    def test_a(self): print("on standard output")
    def test_b(self): self.assertEqual(1, 2)
    @unittest.skip("later")
    def test_c(self): pass
)";

void TestGateRunner::unittestGate_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("its report on standard error") << u"python3 -m unittest -v"_s;
    QTest::newRow("both streams as one") << u"python3 -m unittest -v 2>&1"_s;
}

void TestGateRunner::unittestGate()
{
    QFETCH(const QString, line);
    Scene scene;
    const auto report = runGate(scene, {.gate = {gateFromLine(line)}},
                                {{"tests/__init__.py", ""}, {"tests/test_pool.py", kUnittest}});
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    const CommandReport &command = report->commands.at(0);
    QCOMPARE(command.broken, QString());
    QCOMPARE(casesOf(command),
             u"tests.test_pool.PoolTest.test_a passed\ntests.test_pool.PoolTest.test_b failed\n"
             "tests.test_pool.PoolTest.test_c skipped"_s);
    QCOMPARE(command.exitStatus, 1);
    QCOMPARE(command.passed, 1);
    QCOMPARE(command.failed, 1);
    QVERIFY(command.countsKnown && !command.isGreen());
    QVERIFY(command.cases.at(1).message.startsWith(u"AssertionError: 1 != 2"));
}

void TestGateRunner::pytestGateIsReadFromJUnit_data()
{
    QTest::addColumn<bool>("contained");
    QTest::newRow("contained") << true;
    QTest::newRow("not contained") << false;
}

void TestGateRunner::pytestGateIsReadFromJUnit()
{
    QFETCH(const bool, contained);
    Scene scene(contained);
    const auto report
        = runGate(scene, {.gate = {gateFromLine(u"python3 -m pytest -q tests"_s)}},
                  {{"tests/test_pool.py",
                    "import pytest\n@pytest.mark.parametrize('n', [1, 2])\ndef test_a(n): assert n == 1\n"}});
    QVERIFY(report);
    const CommandReport &command = report->commands.at(0);
    if (command.broken.contains(u"pytest") && scene.evidence.get(command.output)->contains("No module named pytest"))
        QSKIP("pytest is not installed here");
    QCOMPARE(command.broken, QString());
    QCOMPARE(casesOf(command), u"tests/test_pool.py::test_a[1] passed\ntests/test_pool.py::test_a[2] failed"_s);
    QCOMPARE(command.cases.at(0).file, u"tests/test_pool.py"_s);
    QVERIFY(command.cases.at(0).seconds >= 0);
}

void TestGateRunner::ctestGateRunsWhatWasPrepared()
{
    Scene scene;
    // What cmake would write; the build itself is the shell's, so that no compiler is needed.
    Policy policy{.gate = {gateFromLine(u"ctest --test-dir build"_s)}};
    policy.prepare = {{.line = u"mkdir build && cp list build/CTestTestfile.cmake"_s}};
    const auto report
        = runGate(scene, policy, {{"list", "add_test(good true)\nadd_test(bad false)\nadd_test(gone /none)\n"}});
    QVERIFY(report);
    const CommandReport &command = report->commands.at(0);
    if (command.exitStatus == 127)
        QSKIP("CMake is not installed here");
    QCOMPARE(command.broken, QString());
    QCOMPARE(casesOf(command), u"good passed\nbad failed\ngone (not run) error"_s);
}

void TestGateRunner::tapAndStatusGates()
{
    Scene scene;
    const auto report
        = runGate(scene,
                  {.gate = {command(u"printf '1..2\\nok 1 - a\\nnot ok 2 - b\\n'; exit 1"_s, ReportFormat::Tap),
                            command(u"test -e a"_s, ReportFormat::StatusOnly),
                            command(u"test -e b"_s, ReportFormat::StatusOnly)}},
                  {{"a", ""}});
    QVERIFY(report);
    QCOMPARE(casesOf(report->commands.at(0)), u"a passed\nb failed"_s);
    QVERIFY(report->commands.at(1).isGreen() && !report->commands.at(1).countsKnown);
    QVERIFY(!report->commands.at(2).isGreen() && report->commands.at(2).broken.isEmpty());
    QCOMPARE(report->commands.at(2).command, u"test -e b"_s); // in the gate's order, though they ran side by side
    QCOMPARE(report->tree.hex().size(), 40);
}

void TestGateRunner::tapIsReadWhereTheFormatWasNotNamed()
{
    Scene scene;
    const auto report = runGate(
        scene,
        {.gate = {command(u"printf 'building\n1..2\nok 1 - a\nnot ok 2 - b\n'; exit 1"_s, ReportFormat::StatusOnly),
                  command(u"printf '1..2\nok 1 - a\n'"_s, ReportFormat::StatusOnly),
                  command(u"printf 'ok 1 file copied\n'"_s, ReportFormat::StatusOnly)}},
        {{"a", ""}});
    QVERIFY(report);
    QCOMPARE(report->commands.at(0).format, ReportFormat::Tap);
    QCOMPARE(casesOf(report->commands.at(0)), u"a passed\nb failed"_s);
    for (const int n : {1, 2}) { // less than it planned, and no plan: words that only look like it
        QCOMPARE(report->commands.at(n).format, ReportFormat::StatusOnly);
        QVERIFY(report->commands.at(n).isGreen() && !report->commands.at(n).countsKnown);
    }
}

void TestGateRunner::junitFilesAreReadAsOneReport()
{
    Scene scene;
    const QString line
        = u"mkdir -p out/x; for n in 1 2; do echo \"<testsuite name='s'><testcase classname='c' name='t$n'/>"
          "<testcase name='same'/></testsuite>\" >out/x/TEST-$n.xml; done; echo '<testsuite/>' >out/TEST-none.xml"_s;
    const auto report = runGate(scene, {.gate = {command(line, ReportFormat::JUnit, "out/**")}}, {{"a", ""}});
    QVERIFY(report);
    QCOMPARE(report->commands.at(0).broken, QString());
    QCOMPARE(casesOf(report->commands.at(0)), u"c.t1 passed\ns.same passed\nc.t2 passed\ns.same (2) passed"_s);
}

void TestGateRunner::gateThatMeasuredNothingIsBroken_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *name, const QString &line, ReportFormat format, const QString &why) {
        QTest::newRow(name) << line << int(format) << why;
    };
    row("not found", u"there-is-no-such-program"_s, ReportFormat::StatusOnly,
        u"it could not start (status 127, command not found)"_s);
    row("not executable", u"./plain"_s, ReportFormat::StatusOnly, u"it could not start (status 126, not executable)"_s);
    row("hangs", u"sleep 64125"_s, ReportFormat::StatusOnly, u"it ran into its time limit"_s);
    row("no test at all", u"python3 -m unittest -v"_s, ReportFormat::Unittest, u"no test was executed"_s);
    row("all skipped", u"printf '1..1\\nok 1 # skip\\n'"_s, ReportFormat::Tap, u"no test was executed, 1 skipped"_s);
    row("masked", u"printf '1..1\\nnot ok 1 - a\\n' | cat"_s, ReportFormat::Tap, u"status 0 although 1 cases failed"_s);
    row("not its format", u"echo fine"_s, ReportFormat::Unittest, u"are missing"_s);
    row("ended early", u"printf 'test_a (m.X.test_a) ... ok\\n' >&2; kill -9 $$"_s, ReportFormat::Unittest,
        u"ended early"_s);
    row("no report", u"true"_s, ReportFormat::JUnit, u"it wrote no report at report.xml"_s);
    row("old report", u"cp -p old.xml report.xml"_s, ReportFormat::JUnit, u"older than the command"_s);
    row("half a report", u"echo '<testsuite><testcase name=\"a\"/>' >report.xml"_s, ReportFormat::JUnit, u"damaged"_s);
    row("nothing could be loaded", u"python3 -m unittest -v nothing_of_this_name"_s, ReportFormat::Unittest,
        u"1 could not be loaded"_s);
    row("nothing was built", u"printf 'add_test(a /none)\\n' >CTestTestfile.cmake; ctest"_s, ReportFormat::Ctest,
        u"1 could not be loaded"_s);
    row("report too long", u"head -c 70M /dev/zero"_s, ReportFormat::Tap, u"at most 33554432 are kept"_s);
}

void TestGateRunner::gateThatMeasuredNothingIsBroken()
{
    QFETCH(const QString, line);
    QFETCH(const int, format);
    QFETCH(const QString, why);
    Scene scene;
    GateCommand gate = command(line, ReportFormat(format), "report.xml");
    gate.run.timeout = std::chrono::seconds(line.startsWith(u"sleep") ? 2 : 120);
    const auto report = runGate(scene, {.gate = {gate}},
                                {{"old.xml", "<testsuite><testcase name='a'/></testsuite>"}, {"plain", "x\n"}});
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    const CommandReport &command = report->commands.at(0);
    QVERIFY2(command.broken.contains(why), qPrintable(command.broken));
    QVERIFY(!command.isGreen());
    QCOMPARE(report->brokenReason(), line + u": "_s + command.broken);
    QCOMPARE(command.timedOut, why.contains(u"time limit"));
}

void TestGateRunner::failedPreparationBreaksEveryCommand()
{
    Scene scene;
    Policy policy{.gate = {gateFromLine(u"true"_s), gateFromLine(u"pytest"_s)}};
    policy.prepare = {{.line = u"echo no compiler; exit 4"_s}};
    const auto report = runGate(scene, policy, {{"a", ""}});
    QVERIFY(report);
    QCOMPARE(report->commands.size(), 2);
    for (const CommandReport &command : report->commands) {
        QVERIFY2(command.broken.contains(u"preparation failed") && command.broken.contains(u"no compiler"),
                 qPrintable(command.broken));
        QVERIFY(scene.evidence.get(command.output)->contains("no compiler\n"));
    }
}

void TestGateRunner::redIsNotBroken()
{
    Scene scene;
    const auto report = runGate(
        scene,
        {.gate = {command(u"exit 7"_s, ReportFormat::StatusOnly), command(u"kill -SEGV $$"_s, ReportFormat::StatusOnly),
                  gateFromLine(u"python3 -m unittest -v"_s)}},
        {{"test_a.py", "import unittest, nothing_of_this_name\n"},
         {"test_b.py", "import unittest\nclass B(unittest.TestCase):\n    def test_b(self): pass\n"}});
    QVERIFY(report);
    QCOMPARE(report->brokenReason(), QString());
    QCOMPARE(report->commands.at(0).exitStatus, 7);
    QVERIFY(!report->commands.at(1).isGreen());
    QCOMPARE(casesOf(report->commands.at(2)), u"unittest.loader._FailedTest.test_a error\ntest_b.B.test_b passed"_s);
}

void TestGateRunner::eachCommandHasItsOwnCheckout()
{
    Scene scene;
    const GateCommand once = command(u"test ! -e mark && : >mark"_s, ReportFormat::StatusOnly);
    const auto report = runGate(scene, {.gate = {once, once, once}}, {{"a", ""}});
    QVERIFY(report);
    for (const CommandReport &command : report->commands)
        QVERIFY(command.isGreen());
}

void TestGateRunner::floodOnTheOtherStreamDoesNotMatter()
{
    Scene scene;
    const auto report = runGate(scene, {.gate = {gateFromLine(u"head -c 200M /dev/zero; python3 -m unittest -v"_s)}},
                                {{"tests/__init__.py", ""}, {"tests/test_pool.py", kUnittest}});
    QVERIFY(report);
    QCOMPARE(report->commands.at(0).broken, QString());
    QCOMPARE(report->commands.at(0).cases.size(), 3);
}

void TestGateRunner::outputIsEvidence()
{
    Scene scene;
    Policy policy{.gate = {gateFromLine(u"echo out; echo err >&2"_s)}};
    policy.services = {{.line = u"echo ready; : >flag"_s}};
    policy.gate.first().run.line += u"; while ! test -e flag; do sleep 0.05; done"_s;
    const auto report = runGate(scene, policy, {{"a", ""}});
    QVERIFY(report);
    QCOMPARE(*scene.evidence.get(report->commands.at(0).output),
             "out\n---- standard error ----\nerr\n---- services ----\n$ echo ready; : >flag &\nready\n");
}

void TestGateRunner::whatWasPrintedLastTellsWhyNothingWasMeasured()
{
    Scene scene;
    const GateCommand pytest
        = command(u"echo collecting; echo 'python3: No module named pytest' >&2; exit 1"_s, ReportFormat::Pytest);
    const GateCommand junit
        = command(u"echo 'make: no rule to make target check'; exit 2"_s, ReportFormat::JUnit, "r.xml");
    const auto report = runGate(scene, {.gate = {pytest, junit}}, {{"a", "a\n"}});
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    const QString first = report->commands.at(0).broken, second = report->commands.at(1).broken;
    QVERIFY2(first.endsWith(u"it printed last: python3: No module named pytest"), qPrintable(first));
    QVERIFY2(second.startsWith(u"it wrote no report at r.xml")
                 && second.endsWith(u"make: no rule to make target check"),
             qPrintable(second));
}

void TestGateRunner::theCheckoutIsLookedAtBeforeItIsThrownAway()
{
    for (const bool contained : {true, false}) {
        Scene scene(contained);
        const ObjectId tree = scene.base({{"a", "a\n"}});
        const Policy policy{.gate = {command(u"echo left >made"_s, ReportFormat::StatusOnly)}};
        const auto pool = scene.pool(policy);
        const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
        QVERIFY(prepared);
        QByteArrayList seen;
        const auto report = GateRunner(*pool, scene.evidence, policy)
                                .run(*prepared, TestSource::Base, {}, [&](const QString &folder) -> Status {
                                    QFile file(folder + u"/made"_s);
                                    seen += file.open(QIODevice::ReadOnly) ? file.readAll() : "nothing";
                                    return {};
                                });
        QVERIFY(report);
        QCOMPARE(seen, QByteArrayList{"left\n"});
        const auto refused = GateRunner(*pool, scene.evidence, policy)
                                 .run(*prepared, TestSource::Base, {}, [](const QString &) -> Status {
                                     return failure(u"not to be read"_s, u"tree"_s);
                                 });
        QVERIFY(!refused);
        QCOMPARE(refused.error().what, u"not to be read"_s);
    }
}

void TestGateRunner::stopIsNoReport()
{
    Scene scene;
    const ObjectId tree = scene.base({{"a", ""}});
    const Policy policy{.gate = {gateFromLine(u"sleep 64126"_s)}};
    const auto pool = scene.pool(policy);
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    StopSource source;
    source.requestStop();
    const auto report = GateRunner(*pool, scene.evidence, policy).run(*prepared, TestSource::Base, source.token());
    QVERIFY(!report && report.error().kind == ErrorKind::Stopped);
}

void TestGateRunner::reportSurvivesJson()
{
    GateReport report{.tree = ObjectId("0123456789012345678901234567890123456789"), .tests = TestSource::Old};
    CommandReport command{.command = u"pytest \"x\" \u00fc\n"_s,
                          .format = ReportFormat::Pytest,
                          .exitStatus = 1,
                          .signal = 11,
                          .timedOut = true,
                          .duration = std::chrono::milliseconds(1234567),
                          .output = Digest::of("x")};
    command.passed = 1;
    command.failed = 2;
    command.skipped = 3;
    command.countsKnown = true;
    command.broken = u"why"_s;
    command.cases = {{.name = u"a::b[\u0001\U0001F600]"_s,
                      .result = CaseResult::Failed,
                      .seconds = 0.1,
                      .file = u"f"_s,
                      .message = u"m\nn"_s},
                     {.name = u"c"_s, .result = CaseResult::Error, .seconds = -1, .file = {}, .message = {}},
                     {.name = u"d"_s, .result = CaseResult::Skipped, .seconds = 0, .file = {}, .message = {}}};
    command.folder = "sub folder";
    report.commands = {command, {.command = u"make"_s}};
    report.unstable = {caseKey(command, command.cases.at(0)), u"other"_s};
    const QByteArray json = encodeReport(report);
    const auto read = decodeReport(json);
    QVERIFY2(read, read ? "" : qPrintable(read.error().text()));
    QCOMPARE(encodeReport(*read), json);
    QCOMPARE(read->tree, report.tree);
    QCOMPARE(read->tests, report.tests);
    QCOMPARE(read->unstable, report.unstable);
    const CommandReport &seen = read->commands.at(0);
    QCOMPARE(seen.folder, command.folder);
    QCOMPARE(seen.cases, command.cases);
    QCOMPARE(seen.command, command.command);
    QCOMPARE(seen.format, command.format);
    QCOMPARE(seen.exitStatus, 1);
    QCOMPARE(seen.signal, 11);
    QVERIFY(seen.timedOut && seen.countsKnown);
    QCOMPARE(seen.duration, command.duration);
    QCOMPARE(seen.output, command.output);
    QCOMPARE(seen.passed * 100 + seen.failed * 10 + seen.skipped, 123);
    QCOMPARE(seen.broken, command.broken);
    QCOMPARE(read->commands.at(1).format, ReportFormat::StatusOnly);
    QCOMPARE(read->commands.at(1).exitStatus, -1);
    QVERIFY(!read->commands.at(1).timedOut && !read->commands.at(1).countsKnown);
}

void TestGateRunner::damagedReportIsRefused()
{
    const GateReport report{.tree = ObjectId("0123456789012345678901234567890123456789"),
                            .tests = TestSource::New,
                            .commands = {{.command = u"make"_s, .cases = {{.name = u"a"_s}}}}};
    const QByteArray json = encodeReport(report);
    QVERIFY(decodeReport(json));
    for (const auto &[from, to] :
         {std::pair("\"passed\":0", "\"passed\":\"0\""), std::pair("\"result\":\"passed\"", "\"result\":\"well\""),
          std::pair("\"format\":1", "\"format\":2"), std::pair("\"exit\":-1", "\"exit\":1e300"),
          std::pair("\"tests\":\"new\"", "\"tests\":1"), std::pair("{", "[")}) {
        QByteArray damaged = json;
        QVERIFY2(damaged.contains(from), from);
        damaged.replace(from, to);
        QVERIFY2(!decodeReport(damaged), to);
    }
    QByteArray bad = json;
    const auto error = decodeReport(bad.replace("\"result\":\"passed\"", "\"result\":\"well\"")).error();
    QVERIFY2(error.text().contains(u"commands[0].cases[0].result is 'well'"), qPrintable(error.text()));
    for (qsizetype size = 0; size < json.size(); ++size)
        QVERIFY(!decodeReport(json.first(size)));
}

QTEST_GUILESS_MAIN(TestGateRunner)
#include "tst_gaterunner.moc"
