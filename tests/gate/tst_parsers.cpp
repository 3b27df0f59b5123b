// What runners say, read: golden files of real outputs, the real runners themselves, and damaged reports.
#include "core/gate/parsers.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;

namespace {

using Parser = ParsedCases (*)(QByteArrayView);

Parser parserFor(const QString &file)
{
    if (file.startsWith(u"unittest"))
        return parseUnittest;
    if (file.startsWith(u"pytest"))
        return parsePytest;
    if (file.startsWith(u"ctest"))
        return parseCtest;
    return file.startsWith(u"tap") ? parseTap : parseJUnit;
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The counts and the problem, then a line a case: what a reader of the golden files checks by eye.
QString dump(const ParsedCases &parsed)
{
    QString text = u"%1 passed, %2 failed, %3 skipped%4\n"_s.arg(parsed.passed)
                       .arg(parsed.failed)
                       .arg(parsed.skipped)
                       .arg(parsed.countsKnown ? QString() : u" (counts not known)"_s);
    if (!parsed.problem.isEmpty())
        text += u"problem: "_s + parsed.problem + u'\n';
    for (const TestCase &testCase : parsed.cases) {
        text += toWord(testCase.result) + u": "_s + testCase.name;
        if (!testCase.message.isEmpty())
            text += u" | "_s + testCase.message.section(u'\n', 0, 0);
        text += u'\n';
    }
    return text;
}

/// Runs a line of shell in a folder and gives what it printed, both streams as one.
QByteArray shell(const QString &line, const QString &folder)
{
    int status = 0;
    return test::runProgram(u"/bin/sh"_s, {u"-c"_s, u"exec 2>&1; "_s + line}, folder, &status);
}

QString resultsOf(const ParsedCases &parsed)
{
    QStringList lines;
    for (const TestCase &testCase : parsed.cases)
        lines += testCase.name + u' ' + toWord(testCase.result);
    lines.sort();
    return lines.join(u'\n');
}

} // namespace

class TestParsers : public QObject {
    Q_OBJECT

    QString m_reports = QStringLiteral(ASSAY_SOURCE_DIR "/tests/gate/reports");

private Q_SLOTS:
    void reportIsReadAsWritten_data();
    void reportIsReadAsWritten();
    void everyPythonGivesTheSameNames();
    void realUnittestIsRead();
    void realPytestIsReadFromItsJUnitReport();
    void realCtestIsRead();
    void hugeJUnitReportIsRead();
    void deeplyNestedJUnitReportIsRefused();
    void lineOfManyMegabytesIsClipped();
    void damagedReportsNeverCrash();
};

void TestParsers::reportIsReadAsWritten_data()
{
    QTest::addColumn<QString>("file");
    const QStringList files = QDir(m_reports).entryList({u"*.txt"_s, u"*.xml"_s}, QDir::Files, QDir::Name);
    QVERIFY(files.size() > 25);
    for (const QString &file : files)
        QTest::newRow(qPrintable(file)) << file;
}

// Golden files: set ASSAY_WRITE_GOLDEN=1 to write them anew, and read the difference.
void TestParsers::reportIsReadAsWritten()
{
    QFETCH(const QString, file);
    const QString seen = dump(parserFor(file)(contents(m_reports + u'/' + file)));
    const QString goldenPath = m_reports + u'/' + file + u".expected"_s;
    if (qEnvironmentVariableIsSet("ASSAY_WRITE_GOLDEN")) {
        QFile golden(goldenPath);
        QVERIFY(golden.open(QIODevice::WriteOnly));
        golden.write(seen.toUtf8());
    }
    QVERIFY2(QFile::exists(goldenPath), qPrintable(goldenPath));
    QCOMPARE(seen, QString::fromUtf8(contents(goldenPath)));
}

void TestParsers::everyPythonGivesTheSameNames()
{
    const auto namesOf = [this](const QString &version) {
        QStringList names;
        for (const auto &testCase :
             parseUnittest(contents(m_reports + u"/unittest-python"_s + version + u".txt"_s)).cases) {
            if (!testCase.name.contains(u"SkipC")) // a skipped class is named since 3.11 only
                names += testCase.name + u' ' + toWord(testCase.result);
        }
        names.sort();
        return names;
    };
    const QStringList now = namesOf(u"313"_s);
    QCOMPARE(now.size(), 17);
    QVERIFY(now.contains(u"tests.test_all.All.test_doc passed"));
    QVERIFY(now.contains(u"unittest.loader._FailedTest.tests.test_imp error"));
    QCOMPARE(namesOf(u"36"_s), now);
    QCOMPARE(namesOf(u"310"_s), now);
    QCOMPARE(namesOf(u"311"_s), now);
}

void TestParsers::realUnittestIsRead()
{
    test::ScratchRepository project;
    project.write("tests/__init__.py", "");
    project.write("tests/test_x.py", R"(
import sys, unittest
class X(unittest.TestCase):
    def test_a(self):
        """It says something ... ok"""
        print("out"); sys.stderr.write("err without a newline")
    def test_b(self):
        sys.stderr.write("ok\n")
        for i in range(3):
            with self.subTest("sub", i=i):
                self.assertLess(i, 1, "too large")
    @unittest.skip("it's a \"quoted\" why")
    def test_c(self): pass
    @unittest.expectedFailure
    def test_d(self): self.fail()
)");
    project.write("tests/test_y.py", "import there_is_no_such_module\n");
    const auto parsed = parseUnittest(shell(u"python3 -m unittest -v"_s, project.path()));
    QCOMPARE(resultsOf(parsed),
             u"tests.test_x.X.test_a passed\ntests.test_x.X.test_b failed\ntests.test_x.X.test_c skipped\n"
             "tests.test_x.X.test_d skipped\nunittest.loader._FailedTest.tests.test_y error"_s);
    QVERIFY(parsed.problem.isEmpty());
    QVERIFY2(parsed.cases.at(1).message.contains(u"too large"), qPrintable(parsed.cases.at(1).message));
    // Without -v only counts are known, and they are the same; a sub-test counts for itself there.
    const auto dots = parseUnittest(shell(u"python3 -m unittest"_s, project.path()));
    QVERIFY(dots.cases.isEmpty() && dots.countsKnown);
    QCOMPARE(dots.skipped, parsed.skipped);

    test::ScratchRepository empty;
    QCOMPARE(parseUnittest(shell(u"python3 -m unittest -v"_s, empty.path())).problem, u"no test was executed"_s);
}

void TestParsers::realPytestIsReadFromItsJUnitReport()
{
    test::ScratchRepository project;
    project.write("tests/test_x.py", R"(
import pytest
class TestX:
    class TestInner:
        def test_a(self): pass
    @pytest.mark.parametrize("v", ["a.b", "c d", "<&>"])
    def test_b(self, v): assert v != "c d"
@pytest.fixture
def broken():
    yield 1
    raise RuntimeError("teardown")
def test_c(broken): assert broken == 2
@pytest.mark.xfail
def test_d(): assert 0
)");
    const QString line = u"python3 -m pytest -p no:cacheprovider --junitxml=r.xml -o junit_family=xunit1 -v"_s;
    const QByteArray text = shell(line, project.path());
    if (text.contains("No module named pytest"))
        QSKIP("pytest is not installed here");
    const auto parsed = parseJUnit(contents(project.path() + u"/r.xml"_s));
    const QString expected = u"tests/test_x.py::TestX::TestInner::test_a passed\n"
                             "tests/test_x.py::TestX::test_b[<&>] passed\ntests/test_x.py::TestX::test_b[a.b] passed\n"
                             "tests/test_x.py::TestX::test_b[c d] failed\ntests/test_x.py::test_c failed\n"
                             "tests/test_x.py::test_d skipped"_s;
    QCOMPARE(resultsOf(parsed), expected);
    QCOMPARE(resultsOf(parsePytest(text)), expected);
}

void TestParsers::realCtestIsRead()
{
    test::ScratchRepository project;
    project.write("CTestTestfile.cmake", R"cmake(
add_test([=[good one]=] true)
add_test(bad false)
add_test(absent /there/is/no/such/program)
add_test(crash python3 -c [=[
import os, resource, signal
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
os.kill(os.getpid(), signal.SIGSEGV)]=])
add_test(slow sleep 30)
set_tests_properties(slow PROPERTIES TIMEOUT 1)
add_test(off true)
set_tests_properties(off PROPERTIES DISABLED TRUE)
)cmake");
    if (shell(u"ctest --version"_s, project.path()).contains("not found"))
        QSKIP("CMake is not installed here");
    const auto parsed = parseCtest(shell(u"ctest"_s, project.path()));
    QCOMPARE(resultsOf(parsed),
             u"absent (not run) error\nbad failed\ncrash failed\ngood one passed\noff skipped\n"
             "slow failed"_s);
    QVERIFY(parsed.problem.isEmpty());
}

void TestParsers::hugeJUnitReportIsRead()
{
    QByteArray xml = "<testsuites><testsuite name='s'>";
    for (int i = 0; i < 100'000; ++i)
        xml += "<testcase classname='c' name='n" + QByteArray::number(i)
            + "'><system-out>some words</system-out></testcase>";
    xml += "</testsuite></testsuites>";
    const auto parsed = parseJUnit(xml);
    QCOMPARE(parsed.passed, 100'000);
    QCOMPARE(parsed.cases.last().name, u"c.n99999"_s);
}

void TestParsers::deeplyNestedJUnitReportIsRefused()
{
    const QByteArray xml = QByteArray("<testsuite>").repeated(100'000);
    QVERIFY(parseJUnit(xml).problem.contains(u"nested deeper"));
    const QByteArray inCase = "<testsuite><testcase name='a'>" + QByteArray("<x>").repeated(100'000);
    QVERIFY(parseJUnit(inCase).problem.contains(u"nested deeper"));
    QVERIFY(parseJUnit("<testsuite><testcase name='a'><failure>" + QByteArray("<x>").repeated(100'000))
                .problem.contains(u"damaged"));
}

void TestParsers::lineOfManyMegabytesIsClipped()
{
    const QByteArray output
        = "test_a (m.X.test_a) ... " + QByteArray(20'000'000, 'x') + "ok\n\nRan 1 test in 0.1s\n\nOK\n";
    const auto parsed = parseUnittest(output);
    QCOMPARE(dump(parsed), u"1 passed, 0 failed, 0 skipped\npassed: m.X.test_a\n"_s);
}

// A mutation fuzz with a fixed seed: every golden file, damaged in several ways, through every reader.
void TestParsers::damagedReportsNeverCrash()
{
    QRandomGenerator random(20260101);
    const QStringList files = QDir(m_reports).entryList({u"*.txt"_s, u"*.xml"_s}, QDir::Files, QDir::Name);
    const Parser parsers[] = {parseJUnit, parseUnittest, parsePytest, parseCtest, parseTap};
    for (const QString &file : files) {
        const QByteArray original = contents(m_reports + u'/' + file);
        for (int round = 0; round < 60; ++round) {
            QByteArray bytes = original;
            for (int change = random.bounded(1, 6); change > 0 && !bytes.isEmpty(); --change) {
                const qsizetype at = random.bounded(int(bytes.size()));
                switch (random.bounded(5)) {
                case 0:
                    bytes[at] = char(random.bounded(256));
                    break;
                case 1:
                    bytes.truncate(at);
                    break;
                case 2:
                    bytes.remove(at, random.bounded(64));
                    break;
                case 3:
                    bytes.insert(at, bytes.mid(random.bounded(int(bytes.size())), 80));
                    break;
                default:
                    bytes.insert(at, QByteArray(random.bounded(40), " <>&\n(.:#"[random.bounded(9)]));
                    break;
                }
            }
            for (const Parser parser : parsers) {
                const ParsedCases parsed = parser(bytes);
                QSet<QString> names;
                for (const TestCase &testCase : parsed.cases)
                    names += testCase.name;
                QCOMPARE(names.size(), parsed.cases.size()); // unique, whatever came
                QVERIFY(parsed.passed + parsed.failed > 0 || !parsed.problem.isEmpty());
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestParsers)
#include "tst_parsers.moc"
