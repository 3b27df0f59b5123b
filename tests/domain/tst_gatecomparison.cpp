#include "core/domain/gatereport.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;
using enum CaseResult;

namespace {

using Cases = QList<std::pair<QString, CaseResult>>;

/// A command whose status and counts follow from its cases.
CommandReport command(const Cases &cases, const QString &line = u"pytest"_s)
{
    CommandReport report;
    report.command = line;
    report.format = ReportFormat::JUnit;
    report.countsKnown = true;
    for (const auto &[name, result] : cases) {
        report.cases.append({.name = name, .result = result});
        (result == Passed ? report.passed : result == Skipped ? report.skipped : report.failed) += 1;
    }
    report.exitStatus = report.failed > 0 ? 1 : 0;
    return report;
}

CommandReport statusOnly(int exitStatus, const QString &line = u"make check"_s)
{
    CommandReport report;
    report.command = line;
    report.exitStatus = exitStatus;
    return report;
}

CommandReport broken(const QString &why, const QString &line = u"pytest"_s)
{
    CommandReport report = statusOnly(1, line);
    report.broken = why;
    return report;
}

GateReport gate(const QList<CommandReport> &commands)
{
    GateReport report;
    report.commands = commands;
    return report;
}

GateComparison compareCases(const Cases &before, const Cases &after, const QList<RenamedTest> &renames = {})
{
    return compareGates(gate({command(before)}), gate({command(after)}), renames);
}

} // namespace

class tst_GateComparison : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneCaseBeforeAndAfter_data()
    {
        // "-" stands for a case that is not there.
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("listedAs");
        QTest::addColumn<bool>("passes");
        const auto row = [](const QString &before, const QString &after, const QString &listedAs, bool passes) {
            QTest::addRow("%s to %s", qPrintable(before), qPrintable(after)) << before << after << listedAs << passes;
        };
        row(u"passed"_s, u"passed"_s, u""_s, true);
        row(u"passed"_s, u"failed"_s, u"newly failing: t"_s, false);
        row(u"passed"_s, u"error"_s, u"newly failing: t"_s, false);
        row(u"passed"_s, u"skipped"_s, u"vanished: t (skipped)"_s, false);
        row(u"passed"_s, u"-"_s, u"vanished: t"_s, false);
        row(u"failed"_s, u"passed"_s, u"newly passing: t"_s, true);
        row(u"failed"_s, u"failed"_s, u""_s, true);
        row(u"failed"_s, u"error"_s, u""_s, true);
        row(u"failed"_s, u"skipped"_s, u"vanished: t (skipped)"_s, false);
        row(u"failed"_s, u"-"_s, u"vanished: t"_s, false);
        row(u"skipped"_s, u"skipped"_s, u""_s, true);
        row(u"skipped"_s, u"passed"_s, u"newly passing: t"_s, true);
        row(u"skipped"_s, u"failed"_s, u"newly failing: t"_s, false);
        row(u"skipped"_s, u"-"_s, u"vanished: t"_s, false);
        row(u"-"_s, u"passed"_s, u"added: t"_s, true);
        row(u"-"_s, u"skipped"_s, u"added: t"_s, true);
        row(u"-"_s, u"failed"_s, u"newly failing: t; added: t"_s, false); // the failing set never grows
    }

    void oneCaseBeforeAndAfter()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const auto cases = [](const QString &word) {
            Cases all{{u"other"_s, Passed}};
            if (const auto result = caseResultFromWord(word))
                all.append({u"t"_s, *result});
            return all;
        };
        const GateComparison compared = compareCases(cases(before), cases(after));
        QStringList listed;
        const auto list = [&](const QString &title, const QStringList &names) {
            if (!names.isEmpty())
                listed.append(title + u": "_s + names.join(u", "_s));
        };
        list(u"newly failing"_s, compared.newlyFailing);
        list(u"newly passing"_s, compared.newlyPassing);
        list(u"vanished"_s, compared.vanished);
        list(u"added"_s, compared.added);
        list(u"worse"_s, compared.worseCommands);
        list(u"broken"_s, compared.broken);
        QTEST(listed.join(u"; "_s), "listedAs");
        QTEST(compared.passes(), "passes");
        QVERIFY(compared.casesJudged);
    }

    void unstableCasesAreNeverDecisive()
    {
        GateReport before = gate({command({{u"a"_s, Passed}, {u"gone"_s, Passed}, {u"steady"_s, Passed}})});
        before.unstable = {caseKey(before.commands.first(), {.name = u"a"_s}),
                           caseKey(before.commands.first(), {.name = u"gone"_s}),
                           caseKey(before.commands.first(), {.name = u"new"_s})};
        const GateReport after = gate({command({{u"a"_s, Failed}, {u"new"_s, Failed}, {u"steady"_s, Passed}})});
        const GateComparison compared = compareGates(before, after);
        QVERIFY(compared.passes());
        QVERIFY(compared.newlyFailing.isEmpty());
        QVERIFY(compared.vanished.isEmpty());
        QVERIFY(compared.added.isEmpty());

        before.unstable.clear(); // the same reports with every case stable
        QCOMPARE(compareGates(before, after).newlyFailing, QStringList({u"a"_s, u"new"_s}));
    }

    void unstableIsWhatDiffersBetweenTwoRunsOfOneTree()
    {
        const GateReport first = gate({command({{u"same"_s, Passed}, {u"flips"_s, Passed}, {u"only first"_s, Passed}}),
                                       command({{u"same"_s, Failed}}, u"ctest"_s)});
        const GateReport second
            = gate({command({{u"same"_s, Passed}, {u"flips"_s, Failed}, {u"only second"_s, Passed}}),
                    command({{u"same"_s, Failed}}, u"ctest"_s)});
        const auto key = [&](const QString &name) { return caseKey(first.commands.first(), {.name = name}); };
        QCOMPARE(unstableCases(first, second),
                 QSet<QString>({key(u"flips"_s), key(u"only first"_s), key(u"only second"_s)}));
        QVERIFY(unstableCases(first, first).isEmpty());
    }

    void casesOfDifferentCommandsAreDifferentCases()
    {
        const GateReport before = gate({command({{u"t"_s, Passed}}, u"one"_s), command({{u"t"_s, Failed}}, u"two"_s)});
        const GateReport after = gate({command({{u"t"_s, Passed}}, u"one"_s), command({{u"t"_s, Failed}}, u"two"_s)});
        QVERIFY(compareGates(before, after).passes());
        const GateReport swapped = gate({command({{u"t"_s, Failed}}, u"one"_s), command({{u"t"_s, Passed}}, u"two"_s)});
        QCOMPARE(compareGates(before, swapped).newlyFailing, {u"t"_s});
    }

    void theSameCommandTwiceIsComparedInOrder()
    {
        const GateReport before = gate({statusOnly(0), statusOnly(1)});
        QVERIFY(compareGates(before, gate({statusOnly(0), statusOnly(1)})).passes());
        QCOMPARE(compareGates(before, gate({statusOnly(1), statusOnly(1)})).worseCommands.size(), 1);
        QCOMPARE(compareGates(gate({statusOnly(0), statusOnly(0)}), gate({statusOnly(0), statusOnly(1)}))
                     .worseCommands.size(),
                 1);
    }

    // ── Renames ────────────────────────────────────────────────────────────────────────────────────

    void aRenamedTestIsOneCase()
    {
        const GateComparison compared = compareCases({{u"m.C.old"_s, Passed}}, {{u"m.C.new"_s, Passed}},
                                                     {{u"m.C.old"_s, u"m.C.new"_s, u"clearer"_s}});
        QVERIFY(compared.passes());
        QCOMPARE(compared.renamed, {u"m.C.old -> m.C.new"_s});
        QVERIFY(compared.added.isEmpty());
        QCOMPARE(compareCases({{u"m.C.old"_s, Passed}}, {{u"m.C.new"_s, Failed}}, {{u"m.C.old"_s, u"m.C.new"_s, {}}})
                     .newlyFailing,
                 {u"m.C.new"_s});
        QCOMPARE(compareCases({{u"m.C.old"_s, Passed}}, {{u"m.C.new"_s, Skipped}}, {{u"m.C.old"_s, u"m.C.new"_s, {}}})
                     .vanished,
                 {u"m.C.old (skipped)"_s});
    }

    void aRenameMayBeNamedInAnotherRunnersForm()
    {
        const GateComparison compared
            = compareCases({{u"tests.test_m.C.old"_s, Passed}}, {{u"tests.test_m.C.new"_s, Passed}},
                           {{u"tests/test_m.py::C::old"_s, u"tests/test_m.py::C::new"_s, {}}});
        QVERIFY(compared.passes());
        QCOMPARE(compared.renamed, {u"tests.test_m.C.old -> tests.test_m.C.new"_s});
    }

    void whatIsNoRenameHidesNoVanishedCase_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("onto a case that was there") << u"old"_s << u"kept"_s;
        QTest::newRow("onto a case that is not there") << u"old"_s << u"nowhere"_s;
        QTest::newRow("of a case that was not there") << u"never"_s << u"new"_s;
        QTest::newRow("of a case that still is there") << u"kept"_s << u"new"_s;
    }

    void whatIsNoRenameHidesNoVanishedCase()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        const GateComparison compared = compareCases({{u"old"_s, Passed}, {u"kept"_s, Passed}},
                                                     {{u"kept"_s, Passed}, {u"new"_s, Passed}}, {{from, to, {}}});
        QCOMPARE(compared.vanished, {u"old"_s});
        QVERIFY(compared.renamed.isEmpty());
    }

    void twoCasesCannotBecomeOne()
    {
        const GateComparison compared = compareCases({{u"a"_s, Passed}, {u"b"_s, Passed}}, {{u"c"_s, Passed}},
                                                     {{u"a"_s, u"c"_s, {}}, {u"b"_s, u"c"_s, {}}});
        QCOMPARE(compared.vanished, {u"b"_s});
    }

    // ── Commands as a whole ────────────────────────────────────────────────────────────────────────

    void statusOnlyCommandsAreJudgedByStatus()
    {
        const GateComparison worse = compareGates(gate({statusOnly(0)}), gate({statusOnly(2)}));
        QCOMPARE(worse.worseCommands, {u"make check (exit 2, was exit 0)"_s});
        QVERIFY(!worse.passes());
        QVERIFY(!worse.casesJudged); // vanished cases cannot be judged, and the report says so
        QVERIFY(compareGates(gate({statusOnly(1)}), gate({statusOnly(1)})).passes());
        QVERIFY(compareGates(gate({statusOnly(1)}), gate({statusOnly(0)})).passes());
        CommandReport crashed = statusOnly(0);
        crashed.exitStatus = -1;
        crashed.signal = 11;
        QCOMPARE(compareGates(gate({statusOnly(0)}), gate({crashed})).worseCommands,
                 {u"make check (signal 11, was exit 0)"_s});
    }

    void aRedCommandThatOnlyCountsMayNotFailMore()
    {
        CommandReport before = statusOnly(1);
        before.countsKnown = true;
        before.failed = 2;
        CommandReport after = before;
        QVERIFY(compareGates(gate({before}), gate({after})).passes());
        after.failed = 3;
        QCOMPARE(compareGates(gate({before}), gate({after})).worseCommands,
                 {u"make check (exit 1, 3 failed, was exit 1, 2 failed)"_s});
    }

    void aFailureThatNoCaseAccountsForCounts()
    {
        // The tests pass as before, but the command now ends with another status: a coverage limit, a crash at exit.
        CommandReport after = command({{u"t"_s, Passed}});
        after.exitStatus = 3;
        const GateComparison compared = compareGates(gate({command({{u"t"_s, Passed}})}), gate({after}));
        QCOMPARE(compared.worseCommands.size(), 1);
        QVERIFY(!compared.passes());
        QVERIFY(compareGates(gate({after}), gate({after})).passes()); // it ended like that before
    }

    void anUnstableFailureAccountsForTheStatus()
    {
        GateReport before = gate({command({{u"t"_s, Passed}})});
        before.unstable = {caseKey(before.commands.first(), {.name = u"t"_s})};
        QVERIFY(compareGates(before, gate({command({{u"t"_s, Failed}})})).passes());
    }

    void brokenIsNeverGreen()
    {
        const GateComparison now = compareGates(gate({command({{u"t"_s, Passed}})}), gate({broken(u"no test ran"_s)}));
        QCOMPARE(now.broken, {u"pytest: no test ran"_s});
        QVERIFY(now.vanished.isEmpty()); // nothing was measured, so nothing is said about single cases
        QVERIFY(!now.passes());
        const GateComparison then = compareGates(gate({broken(u"timed out"_s)}), gate({command({{u"t"_s, Passed}})}));
        QCOMPARE(then.broken, {u"pytest: it measured nothing before: timed out"_s});
        const GateComparison missing = compareGates(gate({statusOnly(0)}), gate({}));
        QCOMPARE(missing.broken, {u"make check: it was not run"_s});
    }

    void aCommandThatWasNotThereHasToBeGreen()
    {
        const GateReport before = gate({statusOnly(0)});
        QVERIFY(compareGates(before, gate({statusOnly(0), command({{u"t"_s, Passed}})})).passes());
        QCOMPARE(compareGates(before, gate({statusOnly(0), command({{u"t"_s, Failed}})})).newlyFailing, {u"t"_s});
        QCOMPARE(compareGates(before, gate({statusOnly(0), statusOnly(1, u"lint"_s)})).worseCommands,
                 {u"lint (exit 1, not run before)"_s});
        QCOMPARE(compareGates(before, gate({statusOnly(0), broken(u"no test ran"_s)})).broken,
                 {u"pytest: no test ran"_s});
    }

    // ── One report ─────────────────────────────────────────────────────────────────────────────────

    void countsAndTheFirstBrokenCommand()
    {
        const GateReport report
            = gate({command({{u"a"_s, Passed}, {u"b"_s, Failed}}), command({{u"c"_s, Passed}, {u"d"_s, Error}}, u"x"_s),
                    broken(u"no test ran"_s, u"first"_s), broken(u"timed out"_s, u"second"_s)});
        QCOMPARE(report.passed(), 2);
        QCOMPARE(report.failed(), 2);
        QCOMPARE(report.brokenReason(), u"first: no test ran"_s);
        QVERIFY(gate({command({})}).brokenReason().isEmpty());
        QVERIFY(!report.isUnguarded());
        QVERIFY(gate({}).isUnguarded());
    }

    void aCaseIsFoundByItsKey()
    {
        const GateReport report = gate({command({{u"t"_s, Passed}}, u"one"_s), command({{u"t"_s, Failed}}, u"two"_s)});
        const TestCase *found = report.find(caseKey(report.commands.at(1), {.name = u"t"_s}));
        QVERIFY(found);
        QCOMPARE(found->result, Failed);
        QCOMPARE(report.find(u"t"_s), nullptr);
        QCOMPARE(report.find(caseKey(report.commands.at(1), {.name = u"u"_s})), nullptr);
    }

    void theSameLineInTwoFoldersIsTwoCommands()
    {
        CommandReport one = command({{u"t"_s, Passed}}), two = command({{u"t"_s, Failed}});
        one.folder = "one";
        two.folder = "two";
        const GateReport report = gate({one, two});
        QVERIFY(caseKey(one, {.name = u"t"_s}) != caseKey(two, {.name = u"t"_s}));
        QCOMPARE(report.find(caseKey(two, {.name = u"t"_s}))->result, Failed);
        // What is unstable in one of them decides in the other.
        GateReport before = gate({command({{u"t"_s, Passed}}), command({{u"t"_s, Passed}})});
        before.commands[0].folder = "one";
        before.commands[1].folder = "two";
        before.unstable = {caseKey(before.commands.at(0), {.name = u"t"_s})};
        QCOMPARE(compareGates(before, report).newlyFailing, QStringList{u"t"_s});
        before.unstable = {caseKey(before.commands.at(1), {.name = u"t"_s})};
        QCOMPARE(compareGates(before, report).newlyFailing, QStringList());
        // A command is compared with the one in its own folder, whatever their order.
        std::swap(before.commands[0], before.commands[1]);
        before.unstable.clear();
        QCOMPARE(compareGates(before, report).newlyFailing, QStringList{u"t"_s});
        QCOMPARE(gate({broken(u"no test ran"_s, u"make"_s)}).brokenReason(), u"make: no test ran"_s);
        two.broken = u"no test ran"_s;
        QCOMPARE(gate({two}).brokenReason(), u"pytest (in two): no test ran"_s);
    }

    void aTestIsFoundByTheNameAnAgentWouldWrite_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("found");
        QTest::newRow("whole name") << u"tests.test_pool.PoolTest.test_drain"_s
                                    << u"tests.test_pool.PoolTest.test_drain"_s;
        QTest::newRow("pytest's form") << u"tests/test_pool.py::PoolTest::test_drain"_s
                                       << u"tests.test_pool.PoolTest.test_drain"_s;
        QTest::newRow("unittest's form") << u"test_drain (tests.test_pool.PoolTest)"_s
                                         << u"tests.test_pool.PoolTest.test_drain"_s;
        QTest::newRow("unittest's form since 3.11")
            << u"test_drain (tests.test_pool.PoolTest.test_drain)"_s << u"tests.test_pool.PoolTest.test_drain"_s;
        QTest::newRow("last parts") << u"PoolTest.test_drain"_s << u"tests.test_pool.PoolTest.test_drain"_s;
        QTest::newRow("method alone") << u"test_drain"_s << u"tests.test_pool.PoolTest.test_drain"_s;
        QTest::newRow("half a part is no name") << u"est_drain"_s << u""_s;
        QTest::newRow("ambiguous") << u"test_close"_s << u""_s;
        QTest::newRow("ambiguous, made clear") << u"SqlTest.test_close"_s << u"tests.test_sql.SqlTest.test_close"_s;
        QTest::newRow("unknown") << u"test_nothing"_s << u""_s;
        QTest::newRow("no name") << u""_s << u""_s;
        QTest::newRow("one parametrised case") << u"tests/test_p.py::test_sum"_s << u""_s; // two cases: not one
        QTest::newRow("a parameter") << u"tests/test_p.py::test_sum[a/b]"_s << u"tests/test_p.py::test_sum[a/b]"_s;
        QTest::newRow("a parameter's own slashes stay")
            << u"test_p.test_sum[a/b]"_s << u"tests/test_p.py::test_sum[a/b]"_s;
    }

    void aTestIsFoundByTheNameAnAgentWouldWrite()
    {
        const GateReport report = gate({command({{u"tests.test_pool.PoolTest.test_drain"_s, Passed},
                                                 {u"tests.test_pool.PoolTest.test_close"_s, Passed},
                                                 {u"tests.test_sql.SqlTest.test_close"_s, Passed},
                                                 {u"tests/test_p.py::test_sum[a/b]"_s, Passed},
                                                 {u"tests/test_p.py::test_sum[a.b]"_s, Passed}})});
        QFETCH(QString, name);
        const TestCase *found = report.findByName(name);
        QTEST(found ? found->name : QString(), "found");
    }
};

QTEST_GUILESS_MAIN(tst_GateComparison)
#include "tst_gatecomparison.moc"
