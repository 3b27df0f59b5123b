// What a gate said, and what two of its reports mean side by side.
#pragma once

#include "core/domain/ids.h"

#include <QSet>
#include <QStringList>

#include <chrono>
#include <optional>

namespace assay {

enum class CaseResult { Passed, Failed, Error, Skipped };

/// The format that a command's report was read in. StatusOnly: only exit status and output are known.
enum class ReportFormat { StatusOnly, Unittest, Pytest, Ctest, JUnit, Tap };

struct TestCase {
    QString name;   ///< unique within its command; a repeated name gets " (2)" and so on
    CaseResult result = CaseResult::Passed;
    double seconds = -1; ///< negative when the runner does not say
    QString file;   ///< the test file as the runner names it, or empty
    QString message; ///< first lines of a failure
    friend bool operator==(const TestCase &, const TestCase &) = default;
};

struct CommandReport {
    QString command;         ///< as the owner wrote it
    QByteArray folder;       ///< where in the tree it ran; empty = its root
    ReportFormat format = ReportFormat::StatusOnly;
    int exitStatus = -1;
    int signal = 0;          ///< 0 when it exited by itself
    bool timedOut = false;
    std::chrono::milliseconds duration{0};
    Digest output;           ///< standard output and error in the evidence store
    QList<TestCase> cases;   ///< in the order of the report; empty for Status
    int passed = 0, failed = 0, skipped = 0; ///< counted from cases, or from the runner's summary
    bool countsKnown = false;
    QString broken;          ///< why this measured nothing; empty when it measured something
    [[nodiscard]] bool isGreen() const { return broken.isEmpty() && exitStatus == 0 && failed == 0; }
    /// Red, and no case is named: whatever a change breaks, it stays as red as it was. It measured, and judges nothing.
    [[nodiscard]] bool isBlind() const { return broken.isEmpty() && !isGreen() && cases.isEmpty(); }
    /// Tells it from the gate's other commands: the line, and the folder where it is not the root.
    [[nodiscard]] QString name() const;
};

/// Which test files lay in the tree that was measured.
enum class TestSource { New, Old, Base };

struct GateReport {
    ObjectId tree;
    TestSource tests = TestSource::New;
    QList<CommandReport> commands;
    QSet<QString> unstable; ///< case keys (see caseKey) that differed between the two baseline runs
    [[nodiscard]] bool isUnguarded() const { return commands.isEmpty(); }
    [[nodiscard]] QString brokenReason() const; ///< of the first broken command, or empty
    [[nodiscard]] QStringList blind() const; ///< names of the commands that are (CommandReport::isBlind)
    [[nodiscard]] int passed() const;
    [[nodiscard]] int failed() const;
    [[nodiscard]] const TestCase *find(const QString &key) const;
    /// Looks a test up by the name an agent would write: the key, or the case name in whichever command has it, or
    /// another runner's form of that name or its last parts ("test_pool.py::PoolTest::test_it", "PoolTest.test_it").
    /// Null when there is none, or when anything less than the whole name fits several.
    [[nodiscard]] const TestCase *findByName(const QString &name) const;
};

/// The command's name() + "\x1f" + case name: names a case across commands and reports.
[[nodiscard]] QString caseKey(const CommandReport &command, const TestCase &testCase);

struct GateComparison {
    QStringList newlyFailing, newlyPassing, vanished, added; ///< case names for readers, without unstable ones
    QStringList renamed; ///< "from -> to"
    QStringList worseCommands; ///< commands that were green and are not, where no case accounts for it
    QStringList broken; ///< commands that measured nothing, with why
    bool casesJudged = true; ///< false when a command gives no cases: vanished ones cannot be judged
    [[nodiscard]] bool passes() const
    {
        return newlyFailing.isEmpty() && vanished.isEmpty() && worseCommands.isEmpty() && broken.isEmpty();
    }
};

struct RenamedTest {
    QString from, to, why;
};

/// Compares two reports of the same gate ("The gate, compared" in the loop's rules). Pure.
/// Cases in `before.unstable` are never decisive. A case that was failing before may fail still. A new case that
/// fails is added and newly failing. A case that is skipped now and was not before has vanished: it ran nothing; it
/// is listed with " (skipped)". A rename counts when the old name is gone and the new one was not there; the two are
/// then compared as one case.
[[nodiscard]] GateComparison compareGates(const GateReport &before, const GateReport &after,
                                          const QList<RenamedTest> &renames = {});

/// Marks what differs between two runs of the same tree: the keys of cases whose name or result differs.
[[nodiscard]] QSet<QString> unstableCases(const GateReport &first, const GateReport &second);

enum class Teeth { Toothed, Toothless, NotComparable };

/// Judges one test from the report of the old code with the change's tests laid over it.
/// An Error that is an import, collection or build failure is never teeth: parsers report such as
/// CaseResult::Error on a loader pseudo-case; one inside the test's own body is known by its message. A name without
/// parameters stands for all parametrised cases of the test: one that failed is enough. `seen` gets what was seen
/// there, in words.
[[nodiscard]] Teeth judgeTeeth(const GateReport &onOldCode, const QString &testName, QString *seen = nullptr);

[[nodiscard]] QString toWord(CaseResult result);
[[nodiscard]] QString toWord(ReportFormat format);
[[nodiscard]] QString toWord(TestSource source);
[[nodiscard]] QString toWord(Teeth teeth);
[[nodiscard]] std::optional<CaseResult> caseResultFromWord(QStringView word);
[[nodiscard]] std::optional<ReportFormat> reportFormatFromWord(QStringView word);
[[nodiscard]] std::optional<TestSource> testSourceFromWord(QStringView word);
[[nodiscard]] std::optional<Teeth> teethFromWord(QStringView word);

/// What a gate said, for readers: "31 passed, 2 failed", or "exit status 1" (of each command) where its format gives no
/// counts. `exits` may be empty: older journals did not keep them.
[[nodiscard]] QString gateWords(bool countsKnown, int passed, int failed, const QList<int> &exits);
[[nodiscard]] QString gateWords(const GateReport &report);

/// What to tell of commands that are blind (CommandReport::isBlind): "`make test` is red and names no test case: it
/// judges no change until it is green". Empty for none.
[[nodiscard]] QString blindWords(const QStringList &commands);

} // namespace assay
