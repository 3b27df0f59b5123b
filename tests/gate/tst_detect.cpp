// Finding a gate in a tree, and warning of lines that mask a status.
#include "core/gate/detect.h"
#include "tests/support/scratchrepository.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;

class TestDetect : public QObject {
    Q_OBJECT

    static Result<DetectedGate> detect(const QMap<QByteArray, QByteArray> &files)
    {
        test::ScratchRepository repository;
        for (const auto &[path, bytes] : files.asKeyValueRange())
            repository.write(path, bytes);
        const ObjectId commit(repository.commitAll(u"all"_s));
        const auto vault = Vault::open(repository.path() + u"/.git"_s);
        if (!vault)
            return failure(vault.error());
        return detectGate(*vault, vault->commit(commit)->tree);
    }

private Q_SLOTS:
    void gateIsFound_data();
    void gateIsFound();
    void nothingFoundIsUnguarded();
    void secondRunnerIsNamedNotAdded();
    void formatOfNamedLine_data();
    void formatOfNamedLine();
    void maskedStatusIsWarnedOf_data();
    void maskedStatusIsWarnedOf();
};

void TestDetect::gateIsFound_data()
{
    using Files = QMap<QByteArray, QByteArray>;
    QTest::addColumn<Files>("files");
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("prepare");
    QTest::addColumn<QString>("pythonPath");

    const QByteArray unittest = "import unittest\nclass X(unittest.TestCase):\n    def test_a(self): pass\n";
    const auto row = [](const char *name, const Files &files, const QString &line, ReportFormat format,
                        const QString &prepare = {}, const QString &pythonPath = {}) {
        QTest::newRow(name) << files << line << int(format) << prepare << pythonPath;
    };
    const QString tree = u"${TREE}"_s;
    row("unittest package", {{"tally/__init__.py", ""}, {"tests/__init__.py", ""}, {"tests/test_pool.py", unittest}},
        u"python3 -m unittest -v"_s, ReportFormat::Unittest, {}, tree);
    row("unittest folder", {{"tally.py", ""}, {"tests/test_pool.py", unittest}},
        u"python3 -m unittest discover -v -s tests"_s, ReportFormat::Unittest, {}, tree);
    row("unittest in the root", {{"test_pool.py", unittest}}, u"python3 -m unittest -v"_s, ReportFormat::Unittest, {},
        tree);
    row("src layout", {{"src/tally/__init__.py", ""}, {"tests/__init__.py", ""}, {"tests/test_pool.py", unittest}},
        u"PYTHONPATH=src python3 -m unittest -v"_s, ReportFormat::Unittest, {}, u"${TREE}/src:${TREE}"_s);
    row("pytest by its functions", {{"tests/test_pool.py", "def test_a(): pass\n"}}, u"python3 -m pytest"_s,
        ReportFormat::Pytest, {}, tree);
    row("pytest by an import", {{"tests/test_pool.py", "import pytest\n" + unittest}}, u"python3 -m pytest"_s,
        ReportFormat::Pytest, {}, tree);
    row("pytest by its configuration",
        {{"pyproject.toml", "[tool.pytest.ini_options]\n"}, {"tests/test_a.py", unittest}}, u"python3 -m pytest"_s,
        ReportFormat::Pytest, {}, tree);
    row("pyproject.toml without pytest", {{"pyproject.toml", "[project]\n"}, {"test_a.py", unittest}},
        u"python3 -m unittest -v"_s, ReportFormat::Unittest, {}, tree);
    row("ctest", {{"CMakeLists.txt", "project(x)\n  enable_testing()\n"}, {"a.cpp", ""}}, u"ctest --test-dir build"_s,
        ReportFormat::Ctest, u"cmake -S . -B build; cmake --build build --parallel \"$(nproc)\""_s);
    row("ctest with a folder named build", {{"CMakeLists.txt", "include(CTest)\n"}, {"build/a", ""}},
        u"ctest --test-dir build-assay"_s, ReportFormat::Ctest,
        u"cmake -S . -B build-assay; cmake --build build-assay --parallel \"$(nproc)\""_s);
    row("cargo", {{"Cargo.toml", "[package]\n"}}, u"cargo test --offline"_s, ReportFormat::StatusOnly,
        u"cargo test --no-run"_s);
    row("go", {{"go.mod", "module x\n"}}, u"go test ./..."_s, ReportFormat::StatusOnly);
    row("npm",
        {{"package.json", R"({"scripts":{"test":"mocha"},"devDependencies":{"mocha":"1"}})"},
         {"package-lock.json", "{}"}},
        u"npm test"_s, ReportFormat::StatusOnly, u"npm ci"_s);
    row("make test", {{"Makefile", "all:\n\tcc\ntest: all\n\t./t\n"}}, u"make test"_s, ReportFormat::StatusOnly);
    row("make check", {{"Makefile", "test := no target\ncheck:\n\t./t\n"}}, u"make check"_s, ReportFormat::StatusOnly);
}

void TestDetect::gateIsFound()
{
    using Files = QMap<QByteArray, QByteArray>;
    QFETCH(const Files, files);
    QFETCH(const QString, line);
    QFETCH(const int, format);
    QFETCH(const QString, prepare);
    QFETCH(const QString, pythonPath);

    const auto detected = detect(files);
    QVERIFY2(detected, detected ? "" : qPrintable(detected.error().text()));
    QCOMPARE(detected->gate.size(), 1);
    QCOMPARE(detected->gate.first().run.line, line);
    QCOMPARE(int(detected->gate.first().format), format);
    QVERIFY(detected->gate.first().detected && !detected->gate.first().why.isEmpty());
    QStringList preparation;
    for (const ShellCommand &command : detected->prepare)
        preparation += command.line;
    QCOMPARE(preparation.join(u"; "_s), prepare);
    QCOMPARE(detected->reproEnv.value(u"PYTHONPATH"_s), pythonPath);
}

void TestDetect::nothingFoundIsUnguarded()
{
    const auto detected
        = detect({{"README.md", "test:\n"},
                  {"CMakeLists.txt", "project(x)\n# enable_testing()\n"},
                  {"package.json", R"({"scripts":{"test":"echo \"Error: no test specified\" && exit 1"}})"}});
    QVERIFY(detected);
    QVERIFY(detected->gate.isEmpty());
    QVERIFY(detected->sensitivePaths.contains(u"package.json"));
}

void TestDetect::secondRunnerIsNamedNotAdded()
{
    const auto detected = detect({{"test_a.py", "import unittest\nclass A(unittest.TestCase): pass\n"},
                                  {"Makefile", "test:\n\tpython3 -m unittest\n"}});
    QVERIFY(detected);
    QCOMPARE(detected->gate.size(), 1);
    QCOMPARE(detected->warnings.size(), 1);
    QVERIFY2(detected->warnings.first().contains(u"`make test`"), qPrintable(detected->warnings.first()));
}

void TestDetect::formatOfNamedLine_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("format");
    const auto row
        = [](const QString &line, ReportFormat format) { QTest::newRow(qPrintable(line)) << line << int(format); };
    row(u"python3 -m unittest -v"_s, ReportFormat::Unittest);
    row(u"python manage.py test"_s, ReportFormat::Unittest);
    row(u"pytest"_s, ReportFormat::Pytest);
    row(u"PYTHONPATH=src python3 -m pytest tests -x"_s, ReportFormat::Pytest);
    row(u"cd sub && .venv/bin/pytest"_s, ReportFormat::Pytest);
    row(u"cmake --build b && ctest --test-dir b"_s, ReportFormat::Ctest);
    row(u"node --test --test-reporter=tap"_s, ReportFormat::Tap);
    row(u"bats --tap tests"_s, ReportFormat::Tap);
    row(u"make test"_s, ReportFormat::StatusOnly);
    row(u"tox -e pytest-like"_s, ReportFormat::StatusOnly);
    row(u"./run_ctest.sh"_s, ReportFormat::StatusOnly);
}

void TestDetect::formatOfNamedLine()
{
    QFETCH(const QString, line);
    QFETCH(const int, format);
    const GateCommand command = gateFromLine(line);
    QCOMPARE(int(command.format), format);
    QCOMPARE(command.run.line, line);
    QVERIFY(!command.detected);
}

void TestDetect::maskedStatusIsWarnedOf_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("warning"); // a word of it; empty = no warning
    const auto row
        = [](const QString &line, const QString &warning) { QTest::newRow(qPrintable(line)) << line << warning; };
    row(u"pytest"_s, {});
    row(u"cd sub && make test"_s, {});
    row(u"cd sub; make test"_s, {});
    row(u"set -e; make; make test"_s, {});
    row(u"set -eo pipefail; make test 2>&1 | tee log"_s, {});
    row(u"make test 2>&1"_s, {});
    row(u"make test >&2 &>log"_s, {});
    row(u"pytest -k 'a | b || true; c &'"_s, {});
    row(u"sh -c \"$(cat list | head)\""_s, {});
    row(u"make test;"_s, {});
    row(u"pytest | tail -5"_s, u"| tail"_s);
    row(u"pytest 2>&1 | tee log"_s, u"| tee"_s);
    row(u"pytest || true"_s, u"|| true"_s);
    row(u"pytest||:"_s, u"|| :"_s);
    row(u"pytest; true"_s, u"; true"_s);
    row(u"pytest\ntrue"_s, u"; true"_s);
    row(u"make test; make more"_s, u"use `&&`"_s);
    row(u"set +e; pytest"_s, u"set +e"_s);
    row(u"pytest &"_s, u"background"_s);
    row(u"! pytest"_s, u"`!`"_s);
    row(u"flake8 --exit-zero"_s, u"--exit-zero"_s);
    row(u"make -i test"_s, u"`-i`"_s);
    row(u"a && exit 0"_s, u"every result"_s);
}

void TestDetect::maskedStatusIsWarnedOf()
{
    QFETCH(const QString, line);
    QFETCH(const QString, warning);
    const QString warnings = maskingWarnings(line).join(u'\n');
    if (warning.isEmpty())
        QCOMPARE(warnings, QString());
    else
        QVERIFY2(warnings.contains(warning), qPrintable(warnings));
}

QTEST_GUILESS_MAIN(TestDetect)
#include "tst_detect.moc"
