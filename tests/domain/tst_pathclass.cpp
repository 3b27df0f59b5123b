#include "core/domain/rules.h"

#include <QElapsedTimer>
#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

class tst_PathClass : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void globs_data()
    {
        QTest::addColumn<QByteArray>("glob");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char *glob, const char *path, bool matches) {
            QTest::addRow("%s %s %s", qPrintable(RepoPath(glob).display()), matches ? "~" : "!~",
                          qPrintable(RepoPath(path).display()))
                << QByteArray(glob) << QByteArray(path) << matches;
        };
        row("a/b.py", "a/b.py", true);
        row("a/b.py", "a/b.pyc", false);
        row("b.py", "a/b.py", false);
        row("*.py", "b.py", true);
        row("*.py", "a/b.py", false);
        row("*", "", true);
        row("a*c*e", "abcde", true);
        row("a*c*e", "abcdef", false);
        row("*ab*ab", "abab", true);
        row("a?c", "abc", true);
        row("a?c", "a/c", false);
        row("**", "a/b/c", true);
        row("**/b.py", "b.py", true);
        row("**/b.py", "x/y/b.py", true);
        row("**/b.py", "x/y/ab.py", false);
        row("tests/**", "tests/a/b.py", true);
        row("tests/**", "tests", false);
        row("tests/**", "xtests/a", false);
        row("a/**/z", "a/z", true);
        row("a/**/z", "a/b/c/z", true);
        row("a/**/z", "ab/z", false);
        row("**/a*/b", "x/ab/ac/b", true);
        row("**/x/**/y", "x/a/x/b/y", true);
        row("a**c", "abbc", true);
        row("a**c", "ab/bc", false);
        row("[abc].py", "b.py", true);
        row("[a-c].py", "d.py", false);
        row("[!a-c].py", "d.py", true);
        row("[!a-c].py", "b.py", false);
        row("[]x].py", "].py", true);
        row("[a", "[a", true);
        row("*.{js,ts}", "a.ts", true);
        row("*.{js,ts}", "a.css", false);
        row("{a,b/{c,d}}/e", "b/d/e", true);
        row("{a,b/{c,d}}/e", "b/e", false);
        row("x{,y}", "x", true);
        row("x{y}", "x{y}", true);
        row("x{y", "x{y", true);
        row("\\*.py", "*.py", true);
        row("\\*.py", "a.py", false);
        row("f\xff*", "f\xff\xfe", true);
    }

    void globs()
    {
        QFETCH(QByteArray, glob);
        QFETCH(QByteArray, path);
        QTEST(globMatches(glob, path), "matches");
    }

    void hostileGlobsEndSoon()
    {
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!globMatches(QByteArray("*a").repeated(500) + 'b', QByteArray(5000, 'a')));
        QVERIFY(!globMatches(QByteArray("**/a/").repeated(100) + 'b', QByteArray("a/").repeated(500)));
        QVERIFY(!globMatches(QByteArray("{a,b}").repeated(64), QByteArray("c")));
        QVERIFY(!globMatches(QByteArray(100'000, '{'), QByteArray("c")));
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
    }

    void builtInClasses_data()
    {
        QTest::addColumn<QString>("expected");
        const auto rows = [](const QString &expected, const QByteArrayList &paths) {
            for (const QByteArray &path : paths)
                QTest::newRow(path.isEmpty() ? "nothing" : path.constData()) << expected;
        };
        rows(u"protected"_s,
             {"", ".git", ".git/config", "vendor/.git/hooks/post-checkout", ".GIT/config", "git~1/config", "assay.toml",
              "/etc/passwd", "../sibling", "a/../../b", "a//b", "./a", "a/."});
        rows(u"sensitive"_s,
             {".github/workflows/ci.yml",
              ".gitlab-ci.yml",
              ".gitattributes",
              ".gitignore",
              "docs/.gitignore",
              ".gitmodules",
              "pyproject.toml",
              "setup.py",
              "setup.cfg",
              "tox.ini",
              "noxfile.py",
              "conftest.py",
              "tests/conftest.py",
              "pytest.ini",
              ".coveragerc",
              "requirements-dev.txt",
              "poetry.lock",
              "CMakeLists.txt",
              "tests/CMakeLists.txt",
              "cmake/Find.cmake",
              "meson.build",
              "package.json",
              "package-lock.json",
              "yarn.lock",
              "jest.config.ts",
              "Cargo.toml",
              "Cargo.lock",
              "go.mod",
              "go.sum",
              "Makefile",
              "sub/Makefile",
              "Dockerfile",
              "tests/Dockerfile.ci",
              "docker-compose.yml"});
        rows(u"test"_s,
             {"tests/test_pool.py", "tests/data/rows.csv", "test/pool.c", "spec/pool_spec.rb", "pkg/tests/__init__.py",
              "src/pool_test.go", "tally/test_sql.py", "tally/sql_test.py", "src/app.test.ts", "src/app.spec.jsx",
              "src/__tests__/a.js", "src/test/java/A.java", "core/tst_pool.cpp", "core/pool_unittest.cc"});
        rows(u"product"_s,
             {"tally/pool.py", "README.md", "src/contest.py", "src/attest.go", "latest/pool.py", "docs/testing.md",
              "src/testimony.py", "src/.gitkeep", "docs/assay.toml", ".gitfoo/config"});
    }

    void builtInClasses()
    {
        const QByteArray tag = QTest::currentDataTag();
        const QByteArray path = tag == "nothing" ? QByteArray() : tag;
        QTEST(toWord(classifyPath(RepoPath(path), {})), "expected");
    }

    void bytesThatAreNotUtf8AreClassedToo()
    {
        QCOMPARE(classifyPath(RepoPath("tests/\xff\xfe.py"), {}), PathClass::Test);
        QCOMPARE(classifyPath(RepoPath("src/\xff.py"), {}), PathClass::Product);
    }

    void theOwnersTestPathsReplaceTheUsualOnes()
    {
        Policy policy;
        policy.testPaths = {u"checks/**"_s, u"qa/"_s};
        QCOMPARE(classifyPath(RepoPath("checks/a.py"), policy), PathClass::Test);
        QCOMPARE(classifyPath(RepoPath("qa/deep/a.py"), policy), PathClass::Test);
        QCOMPARE(classifyPath(RepoPath("tests/a.py"), policy), PathClass::Product);
    }

    void theOwnersPathsAddToTheBuiltInOnes()
    {
        Policy policy;
        policy.protectedPaths = {u"vendor"_s, u"*.pem"_s};
        policy.sensitivePaths = {u"db/migrations/**"_s};
        QCOMPARE(classifyPath(RepoPath("vendor/lib/a.c"), policy), PathClass::Protected); // a folder means all below
        QCOMPARE(classifyPath(RepoPath("key.pem"), policy), PathClass::Protected);
        QCOMPARE(classifyPath(RepoPath("db/migrations/1.sql"), policy), PathClass::Sensitive);
        QCOMPARE(classifyPath(RepoPath("pyproject.toml"), policy), PathClass::Sensitive);
        QCOMPARE(classifyPath(RepoPath("db/a.sql"), policy), PathClass::Product);
    }

    void aTestListedAsSensitiveIsStillJudgedAsATest()
    {
        Policy policy;
        policy.sensitivePaths = {u"tests/security/**"_s};
        QCOMPARE(classifyPath(RepoPath("tests/security/test_login.py"), policy), PathClass::Test);
    }

    void scriptsThatTheGateRunsAreSensitive_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("folder");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QString>("expected");
        QTest::newRow("run by itself") << u"./check --all"_s << QByteArray() << QByteArray("check") << u"sensitive"_s;
        QTest::newRow("run by a shell") << u"set -e; sh -x ci/check.sh"_s << QByteArray() << QByteArray("ci/check.sh")
                                        << u"sensitive"_s;
        QTest::newRow("inside the test folder")
            << u"bash tests/run.sh"_s << QByteArray() << QByteArray("tests/run.sh") << u"sensitive"_s;
        QTest::newRow("after a variable")
            << u"CI=1 tests/run"_s << QByteArray() << QByteArray("tests/run") << u"sensitive"_s;
        QTest::newRow("by a shell with options")
            << u"bash -e tests/run.sh"_s << QByteArray() << QByteArray("tests/run.sh") << u"sensitive"_s;
        QTest::newRow("second command") << u"make&&tests/verify"_s << QByteArray() << QByteArray("tests/verify")
                                        << u"sensitive"_s;
        QTest::newRow("named as an argument")
            << u"python3 runtests.py"_s << QByteArray() << QByteArray("runtests.py") << u"sensitive"_s;
        QTest::newRow("in the command's folder")
            << u"./check"_s << QByteArray("sub") << QByteArray("sub/check") << u"sensitive"_s;
        QTest::newRow("of that name elsewhere")
            << u"./check"_s << QByteArray("sub") << QByteArray("check") << u"product"_s;
        QTest::newRow("a test named as an argument stays a test")
            << u"pytest tests/test_a.py"_s << QByteArray() << QByteArray("tests/test_a.py") << u"test"_s;
        QTest::newRow("not named") << u"./check"_s << QByteArray() << QByteArray("checker") << u"product"_s;
    }

    void scriptsThatTheGateRunsAreSensitive()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, folder);
        QFETCH(QByteArray, path);
        Policy policy;
        policy.gate = {GateCommand{.run = {.line = line, .folder = folder}}};
        QTEST(toWord(classifyPath(RepoPath(path), policy)), "expected");
        Policy prepared;
        prepared.prepare = {ShellCommand{.line = line, .folder = folder}};
        QTEST(toWord(classifyPath(RepoPath(path), prepared)), "expected");
    }
};

QTEST_GUILESS_MAIN(tst_PathClass)
#include "tst_pathclass.moc"
