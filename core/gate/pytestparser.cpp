// pytest's text, as _pytest/terminal.py of pytest 5 to 8 prints it: read only when no JUnit file came.
#include "core/gate/reporttext.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

struct Counts {
    bool found = false;
    bool nothingRan = false;
    int passed = 0, failed = 0, errors = 0, skipped = 0;
};

/// "==== 5 failed, 5 passed, 1 skipped, 1 xfailed in 0.03s ====", or without the bars with -q.
Counts countsIn(const QStringList &lines)
{
    static const QRegularExpression summary(uR"(^(?:=+ )?((?:\d{1,9} \w+(?:, )?)+|no tests ran) in [\d.:]+ ?s)"_s);
    static const QRegularExpression count(uR"((\d{1,9}) (\w+))"_s);
    Counts counts;
    for (qsizetype i = lines.size() - 1; i >= 0; --i) {
        const auto match = summary.match(lines.at(i));
        if (!match.hasMatch())
            continue;
        counts.found = true;
        counts.nothingRan = match.captured(1).startsWith(u"no tests");
        for (auto it = count.globalMatch(match.captured(1)); it.hasNext();) {
            const auto pair = it.next();
            const int value = pair.captured(1).toInt();
            const QString word = pair.captured(2);
            if (word == u"passed" || word == u"xpassed")
                counts.passed += value;
            else if (word == u"failed")
                counts.failed += value;
            else if (word == u"error" || word == u"errors")
                counts.errors += value;
            else if (word == u"skipped" || word == u"xfailed")
                counts.skipped += value;
        }
        return counts;
    }
    return counts;
}

std::optional<CaseResult> resultFromWord(QStringView word)
{
    if (word == u"PASSED" || word == u"XPASS")
        return CaseResult::Passed;
    if (word == u"FAILED")
        return CaseResult::Failed;
    if (word == u"ERROR")
        return CaseResult::Error;
    if (word == u"SKIPPED" || word == u"XFAIL")
        return CaseResult::Skipped;
    return std::nullopt;
}

} // namespace

ParsedCases parsePytest(QByteArrayView output)
{
    // With -v: "tests/test_x.py::Class::test[a b] PASSED   [ 50%]"; a skip may say why. Never greedy past the word.
    static const QRegularExpression verbose(
        uR"(^(\S+?\.\w+::.+?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \((.*)\))?\s*(?:\[ *\d+%\])?$)"_s);
    static const QRegularExpression shortSummary(uR"(^(FAILED|ERROR) (\S+?\.\w+(?:::.+?)?)(?: - (.*))?$)"_s);

    const QStringList lines = reportLines(output);
    CaseCollector cases;
    QList<TestCase> told;
    for (const QString &line : lines) {
        if (const auto match = verbose.match(line); match.hasMatch()) {
            const QString name = match.captured(1);
            // A test that fails and whose fixture fails too is told twice.
            cases.addOrWorsen({.name = name,
                               .result = *resultFromWord(match.capturedView(2)),
                               .seconds = -1,
                               .file = name.section(u"::"_s, 0, 0),
                               .message = match.captured(3)});
        } else if (const auto said = shortSummary.match(line); said.hasMatch()) {
            const QString name = said.captured(2);
            told += {.name = name,
                     .result = *resultFromWord(said.capturedView(1)),
                     .seconds = -1,
                     .file = name.section(u"::"_s, 0, 0),
                     .message = said.captured(3)};
        }
    }
    const Counts counts = countsIn(lines);
    QString problem;
    if (!counts.found)
        problem = u"pytest's last line (\"… passed in … s\") is missing: the run ended early, or its report went "
                  "elsewhere"_s;
    else if (counts.nothingRan)
        problem = nothingExecuted(0);
    if (cases.isEmpty()) { // without -v names are known of failing cases only: counts it is
        ParsedCases parsed;
        parsed.countsKnown = counts.found;
        parsed.passed = counts.passed;
        parsed.failed = counts.failed + counts.errors;
        parsed.skipped = counts.skipped;
        if (problem.isEmpty() && parsed.passed + parsed.failed == 0)
            problem = nothingExecuted(parsed.skipped);
        parsed.problem = problem;
        return parsed;
    }
    for (const TestCase &testCase : std::as_const(told)) {
        if (cases.has(testCase.name) && cases.at(testCase.name).result == testCase.result)
            cases.at(testCase.name).message = testCase.message;
        else
            cases.addOrWorsen(testCase); // a file that could not be collected
    }
    return cases.take(problem);
}

} // namespace assay
