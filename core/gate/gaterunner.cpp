#include "core/gate/gaterunner.h"

#include "core/gate/processwords.h"
#include "core/gate/reporttext.h"

#include <QThreadPool>
#include <QtConcurrentMap>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qint64 kOutputKept = qint64(32) << 20;
constexpr QByteArrayView kJUnitName = "junit.xml";

/// What pytest is told through its environment: a report with file names, and no cache in the tree.
QByteArray pytestOptions(const QByteArray &outPath)
{
    return "-p no:cacheprovider -o junit_family=xunit1 --junitxml=\"" + outPath + '/' + kJUnitName.toByteArray() + '"';
}

bool wasCut(const QByteArray &kept, qint64 total)
{
    return total > kOutputKept && total != kept.size();
}

/// The cases of several report files as of one command.
ParsedCases parseAll(const QList<std::pair<QByteArray, QByteArray>> &files)
{
    CaseCollector cases;
    QString problem;
    for (const auto &[path, bytes] : files) {
        ParsedCases parsed = parseJUnit(bytes);
        // One of many reports may well hold no case; that all of them do is said by the collector.
        const bool onlyEmpty = parsed.countsKnown && parsed.passed + parsed.failed == 0
            && parsed.problem == nothingExecuted(parsed.skipped);
        if (!parsed.problem.isEmpty() && !onlyEmpty && problem.isEmpty())
            problem = u"%1: %2"_s.arg(RepoPath(path).display(), parsed.problem);
        for (TestCase &testCase : parsed.cases)
            cases.add(std::move(testCase));
    }
    return cases.take(problem);
}

/// Reads the report that a command of this format leaves, wherever it does.
ParsedCases readReport(const GateCommand &command, const Checkout::Outcome &outcome)
{
    const ProcessResult &process = outcome.process;
    ParsedCases none;
    const auto fromText = [&](auto parser, const QByteArray &text, qint64 total, const char *stream) {
        if (!wasCut(text, total))
            return parser(text);
        none.problem
            = u"it printed %1 bytes on standard %2, where its report is; at most %3 are kept. Make it print less, "
              "or have it write JUnit XML"_s.arg(total)
                  .arg(QLatin1StringView(stream))
                  .arg(kOutputKept);
        return none;
    };
    const auto fromOutput
        = [&](auto parser) { return fromText(parser, process.standardOutput, process.outputTotal, "output"); };
    if (!outcome.collectProblem.isEmpty()) {
        none.problem = outcome.collectProblem;
        return none;
    }
    switch (command.format) {
    case ReportFormat::StatusOnly:
        return none;
    case ReportFormat::Unittest: // its report is on standard error, unless the line joins the two
        if (process.standardError.contains("\nRan ") || !process.standardOutput.contains("\nRan "))
            return fromText(parseUnittest, process.standardError, process.errorTotal, "error");
        return fromOutput(parseUnittest);
    case ReportFormat::Pytest:
        if (!outcome.collected.isEmpty())
            return parseJUnit(outcome.collected.first().second);
        return fromOutput(parsePytest);
    case ReportFormat::Ctest:
        return fromText(parseCtest, process.standardOutput + '\n' + process.standardError,
                        process.outputTotal + process.errorTotal, "output");
    case ReportFormat::Tap:
        return fromOutput(parseTap);
    case ReportFormat::JUnit:
        if (!outcome.collected.isEmpty())
            return parseAll(outcome.collected);
        none.problem = outcome.stale.isEmpty()
            ? u"it wrote no report at %1"_s.arg(RepoPath(command.report).display())
            : u"the report %1 is older than the command: it was not written by this run"_s.arg(
                  RepoPath(outcome.stale.first()).display());
        return none;
    }
    Q_UNREACHABLE_RETURN(none);
}

/// Whether a command that was named without its format speaks TAP all the same: a plan, and as many tests as planned.
bool speaksTap(const ProcessResult &process)
{
    if (wasCut(process.standardOutput, process.outputTotal))
        return false;
    const ParsedCases parsed = parseTap(process.standardOutput);
    return parsed.problem.isEmpty() && !parsed.cases.isEmpty();
}

/// Everything that was printed, for people, in one piece of evidence.
QByteArray transcript(const Checkout::Outcome &outcome)
{
    QByteArray text = outcome.process.standardOutput;
    const auto add = [&text](QByteArrayView title, const QByteArray &part) {
        if (part.isEmpty())
            return;
        if (!text.isEmpty() && !text.endsWith('\n'))
            text += '\n';
        text += "---- " + title.toByteArray() + " ----\n" + part;
    };
    add("standard error", outcome.process.standardError);
    add("services", outcome.serviceOutput);
    return text;
}

/// Why a command that ended by itself measured nothing all the same; empty when it did measure.
QString brokenReport(const CommandReport &report, const ParsedCases &parsed)
{
    if (report.format == ReportFormat::StatusOnly)
        return {};
    if (!parsed.problem.isEmpty())
        return parsed.problem;
    if (report.exitStatus == 0 && parsed.failed > 0)
        return u"it ended with status 0 although %1 cases failed: something masks its status"_s.arg(parsed.failed);
    if (report.format == ReportFormat::Pytest && (report.exitStatus == 3 || report.exitStatus == 4))
        return u"pytest itself failed (status %1), not a test"_s.arg(report.exitStatus);
    return {};
}

Result<CommandReport> runOne(CheckoutPool &pool, EvidenceStore &evidence, const PreparedTree &prepared,
                             GateCommand command, const StopToken &stop, const GateRunner::Look &look)
{
    CommandReport report{.command = command.run.line, .folder = command.run.folder, .format = command.format};
    const auto checkout = pool.take(prepared);
    if (!checkout)
        return failure(checkout.error());
    Checkout::Call call;
    call.title = u"gate: "_s + command.run.line;
    call.argv = {"/bin/sh", "-c", command.run.line.toUtf8()};
    call.folder = command.run.folder;
    call.network = command.run.network;
    call.limits.timeout = command.run.timeout;
    call.limits.outputBytes = kOutputKept;
    call.seeTree = bool(look);
    if (command.format == ReportFormat::Pytest) {
        call.environment["PYTEST_ADDOPTS"] = pytestOptions((*checkout)->outPath());
        call.keep = {kJUnitName.toByteArray()};
    } else if (command.format == ReportFormat::Ctest) {
        call.environment["CTEST_OUTPUT_ON_FAILURE"] = "1";
    } else if (command.format == ReportFormat::JUnit) {
        call.collect = {command.report};
    }
    const auto outcome = (*checkout)->run(call, stop);
    if (!outcome)
        return failure(outcome.error());

    if (look) {
        if (const auto looked = look((*checkout)->folder()); !looked)
            return failure(looked.error());
    }
    const ProcessResult &process = outcome->process;
    report.exitStatus = process.exitStatus;
    report.signal = process.signal;
    report.timedOut = process.end == ProcessEnd::TimedOut;
    report.duration = process.duration;
    const auto stored = evidence.put(transcript(*outcome));
    if (!stored)
        return failure(stored.error());
    report.output = *stored;

    if (command.format == ReportFormat::StatusOnly && speaksTap(process))
        report.format = command.format = ReportFormat::Tap;
    ParsedCases parsed = readReport(command, *outcome);
    report.broken = whyItMeasuredNothing(process);
    if (!report.broken.isEmpty())
        report.broken.prepend(u"it "_s);
    report.cases = std::move(parsed.cases); // of a command that was cut short, too: shown, never green
    report.passed = parsed.passed;
    report.failed = parsed.failed;
    report.skipped = parsed.skipped;
    report.countsKnown = parsed.countsKnown;
    if (report.broken.isEmpty()) {
        report.broken = brokenReport(report, parsed);
        // A report that is missing says nothing of why; what was printed last mostly does.
        if (const QString words = lastLines(process);
            !report.broken.isEmpty() && report.exitStatus != 0 && !words.isEmpty())
            report.broken += u"; it printed last: "_s + words;
    }
    return report;
}

} // namespace

GateRunner::GateRunner(CheckoutPool &pool, EvidenceStore &evidence, Policy policy)
    : m_pool(pool),
      m_evidence(evidence),
      m_policy(std::move(policy))
{}

Result<GateReport> GateRunner::run(const PreparedTree &prepared, TestSource tests, StopToken stop,
                                   const Look &look) const
{
    GateReport report{.tree = prepared.tree, .tests = tests};
    if (!prepared.broken.isEmpty()) {
        for (const GateCommand &command : m_policy.gate) {
            report.commands += CommandReport{.command = command.run.line,
                                             .folder = command.run.folder,
                                             .format = command.format,
                                             .output = prepared.output,
                                             .broken = prepared.broken};
        }
        return report;
    }
    const auto one
        = [&](const GateCommand &command) { return runOne(m_pool, m_evidence, prepared, command, stop, look); };
    QList<Result<CommandReport>> results;
    if (m_pool.parallel() > 1 && m_policy.gate.size() > 1) {
        QThreadPool threads;
        threads.setMaxThreadCount(m_pool.parallel());
        results = QtConcurrent::blockingMapped<QList<Result<CommandReport>>>(&threads, m_policy.gate, one);
    } else {
        for (const GateCommand &command : m_policy.gate)
            results += one(command);
    }
    for (Result<CommandReport> &result : results) {
        if (!result)
            return failure(result.error());
        report.commands += std::move(*result);
    }
    return report;
}

} // namespace assay
