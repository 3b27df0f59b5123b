// The text of Python's unittest runner, as Lib/unittest/runner.py of CPython 3.5 to 3.14 prints it.
//
// Each case is announced as "METHOD (MODULE.CLASS.METHOD) ... " (before 3.11 without the last METHOD; with a docstring
// its first line comes on a second line before the dots), then comes whatever the test prints, then one word. Failures
// are listed again behind the cases, and that list is what counts: what a test prints cannot hide there.
#include "core/gate/reporttext.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

struct Header {
    QString id;    ///< the case's name
    QString after; ///< what follows the dots on the same line
    bool dots = false;
    bool qualified = false; ///< a dot in the parentheses: no docstring that happens to look like one
};

/// The name of a case whatever the version; of a fixture of a class or module as the runner writes it.
QString caseId(const QString &name, const QString &dotted)
{
    if (name == u"setUpClass" || name == u"tearDownClass" || name == u"setUpModule" || name == u"tearDownModule")
        return u"%1 (%2)"_s.arg(name, dotted);
    const QString last = dotted.section(u'.', -1);
    if (dotted.endsWith(u'.' + name))
        return dotted;
    // Something printed without a newline before the name: 3.11 and later repeat the name in parentheses.
    if (dotted.contains(u'.') && name.endsWith(last))
        return dotted;
    return dotted + u'.' + name;
}

std::optional<Header> headerIn(const QString &line)
{
    static const QRegularExpression whole(uR"(^(\S+) \(([^()\s]+)\)(?:( \.\.\. )(.*))?$)"_s);
    static const QRegularExpression behindNoise(uR"((\S+) \(([\w.<>]+)\) \.\.\. (.*)$)"_s);
    static const QRegularExpression withSpaces(uR"(^(\S.*?) \((\w[\w<>]*\.[\w.<>]+)\) \.\.\. (.*)$)"_s);
    if (line.startsWith(u"  ")) // a sub-test, told again in the list of failures
        return std::nullopt;
    if (const auto match = whole.match(line); match.hasMatch()) {
        const QString dotted = match.captured(2);
        return Header{caseId(match.captured(1), dotted), match.captured(4), match.hasCaptured(3),
                      dotted.contains(u'.')};
    }
    if (const auto match = behindNoise.match(line); match.hasMatch()) {
        // Something was printed without a newline before it. 3.11 and later repeat the name in the parentheses.
        const QString dotted = match.captured(2);
        if (dotted.count(u'.') >= 2 && match.captured(1).endsWith(dotted.section(u'.', -1)))
            return Header{dotted, match.captured(3), true, true};
    }
    if (const auto match = withSpaces.match(line); match.hasMatch()) // a name made from parameters
        return Header{caseId(match.captured(1), match.captured(2)), match.captured(3), true, true};
    return std::nullopt;
}

struct Word {
    CaseResult result;
    QString message;
};

/// The runner's word when the text is exactly that, or (tail) ends with it.
std::optional<Word> wordIn(const QString &text, bool tail)
{
    static const std::pair<QString, CaseResult> words[] = {
        {u"ok"_s, CaseResult::Passed},
        {u"FAIL"_s, CaseResult::Failed},
        {u"ERROR"_s, CaseResult::Error},
        // Executed and expected to fail: no pass. Else marking a passing test so would go unseen.
        {u"expected failure"_s, CaseResult::Skipped},
        {u"unexpected success"_s, CaseResult::Failed},
    };
    for (const auto &[word, result] : words) {
        if (text == word || (tail && text.endsWith(word)))
            return Word{result, word.contains(u' ') ? word : QString()};
    }
    static const QRegularExpression skipped(uR"(skipped (['"])(.*)\1$)"_s);
    const auto match = skipped.match(text);
    if (match.hasMatch() && (tail || match.capturedStart() == 0))
        return Word{CaseResult::Skipped, match.captured(2)};
    return std::nullopt;
}

bool isFailure(CaseResult result)
{
    return result == CaseResult::Failed || result == CaseResult::Error;
}

/// What came between a case's dots and the next case. The runner's word is the first line when the test printed
/// nothing; else it is at the end of a line, followed at most by what the fixtures of classes say. When the verdict says
/// that nothing failed (`mayFail` false), a word of failure was printed by the test.
Word resultOf(const QStringList &segment, bool mayFail)
{
    if (const auto word = wordIn(segment.first(), false); word && (mayFail || !isFailure(word->result)))
        return *word;
    std::optional<Word> failing;
    for (qsizetype i = segment.size() - 1; i >= 0; --i) {
        const auto word = wordIn(segment.at(i), true);
        if (word && !isFailure(word->result))
            return *word;
        if (word && mayFail && !failing)
            failing = word;
    }
    if (failing)
        return *failing;
    return {CaseResult::Error, u"it was started and gave no result"_s};
}

/// The exception of a traceback: from its first line that is not indented.
QString exceptionIn(const QStringList &block)
{
    qsizetype from = 0;
    for (qsizetype i = 0; i + 1 < block.size(); ++i) {
        if (block.at(i).startsWith(u' ') && !block.at(i + 1).startsWith(u' ') && !block.at(i + 1).isEmpty()) {
            from = i + 1;
            break;
        }
    }
    return clippedMessage(block.mid(from, 12).join(u'\n'));
}

struct Summary {
    qsizetype line = -1; ///< of "Ran N tests in …"
    int ran = 0, failures = 0, errors = 0, skipped = 0, expectedFailures = 0, unexpectedSuccesses = 0;
    bool failed = false;
    bool found = false; ///< the line of the verdict, too
    bool several = false; ///< the command ran unittest more than once, or a test printed what unittest prints
    [[nodiscard]] int bad() const { return failures + errors + unexpectedSuccesses; }
};

Summary summaryOf(const QStringList &lines)
{
    static const QRegularExpression ran(uR"(^Ran (\d{1,9}) tests? in )"_s);
    static const QRegularExpression verdict(uR"(^(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$)"_s);
    static const QRegularExpression count(uR"((\w[\w ]*)=(\d{1,9}))"_s);
    Summary summary;
    for (qsizetype i = lines.size() - 1; i >= 0 && !summary.several; --i) {
        if (const auto match = ran.match(lines.at(i)); match.hasMatch()) {
            if (summary.line >= 0) {
                summary.several = true;
                break;
            }
            summary.line = i;
            summary.ran = match.captured(1).toInt();
        }
    }
    for (qsizetype i = summary.line + 1; summary.line >= 0 && i < lines.size() && !summary.found; ++i) {
        const auto match = verdict.match(lines.at(i));
        if (!match.hasMatch())
            continue;
        summary.found = true;
        summary.failed = match.captured(1) == u"FAILED";
        for (auto it = count.globalMatch(match.captured(2)); it.hasNext();) {
            const auto pair = it.next();
            const QString key = pair.captured(1);
            const int value = pair.captured(2).toInt();
            if (key == u"failures")
                summary.failures = value;
            else if (key == u"errors")
                summary.errors = value;
            else if (key == u"skipped")
                summary.skipped = value;
            else if (key == u"expected failures")
                summary.expectedFailures = value;
            else if (key == u"unexpected successes")
                summary.unexpectedSuccesses = value;
        }
    }
    return summary;
}

struct Failure {
    QString id;
    CaseResult result;
    QString message;
};

/// The blocks "====, FAIL: case, ----, traceback" behind the cases. `first` becomes the line of the first one.
QList<Failure> failuresIn(const QStringList &lines, qsizetype end, qsizetype &first)
{
    static const QRegularExpression heading(uR"(^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([^()\s]+)\))"_s);
    const QString bar(70, u'=');
    const QString rule(70, u'-');
    QList<Failure> failures;
    first = end;
    for (qsizetype i = 0; i + 1 < end; ++i) {
        if (lines.at(i) != bar)
            continue;
        const auto match = heading.match(lines.at(i + 1));
        if (!match.hasMatch())
            continue;
        first = std::min(first, i);
        qsizetype from = i + 2;
        while (from < end && lines.at(from) != rule)
            ++from;
        qsizetype to = ++from;
        while (to < end && lines.at(to) != bar && lines.at(to) != rule)
            ++to;
        const QString kind = match.captured(1);
        failures
            += {caseId(match.captured(2), match.captured(3)), kind == u"ERROR" ? CaseResult::Error : CaseResult::Failed,
                kind == u"UNEXPECTED SUCCESS" ? u"unexpected success"_s
                                              : exceptionIn(lines.mid(from, std::max<qsizetype>(0, to - from)))};
    }
    return failures;
}

/// The cases as they were announced, up to line `end`.
void readCases(const QStringList &lines, qsizetype end, bool mayFail, CaseCollector &cases)
{
    QString id;
    QStringList segment;
    const auto close = [&] {
        if (segment.isEmpty())
            return;
        auto word = resultOf(segment, mayFail);
        cases.add({.name = id, .result = word.result, .seconds = -1, .file = {}, .message = word.message});
        segment.clear();
    };
    for (qsizetype i = 0; i < end; ++i) {
        const QString &line = lines.at(i);
        const auto header = headerIn(line);
        if (header && header->dots) {
            close();
            id = header->id;
            segment = {header->after};
            continue;
        }
        if (header && i + 1 < end) { // a docstring may follow
            const QString &next = lines.at(i + 1);
            const qsizetype last = next.lastIndexOf(u" ... ");
            const auto nextHeader = headerIn(next);
            if (last >= 0 && !(nextHeader && nextHeader->qualified)) {
                close();
                id = header->id;
                const QString tail = next.mid(last + 5);
                segment = {wordIn(tail, false) ? tail : next.mid(next.indexOf(u" ... ") + 5)};
                ++i;
                continue;
            }
        }
        if (!segment.isEmpty())
            segment += line;
    }
    close();
}

} // namespace

ParsedCases parseUnittest(QByteArrayView output)
{
    const QStringList lines = reportLines(output);
    const Summary summary = summaryOf(lines);
    if (summary.line < 0 || !summary.found) {
        CaseCollector cases;
        readCases(lines, lines.size(), true, cases);
        return cases.take(u"unittest's last lines (\"Ran N tests\" and a verdict) are missing: the run ended early, or "
                          "its report went elsewhere"_s);
    }
    qsizetype end = summary.line;
    QList<Failure> failures;
    if (summary.bad() > 0) // else whatever looks like a failure was printed by a test
        failures = failuresIn(lines, summary.line, end);

    CaseCollector cases;
    readCases(lines, end, summary.bad() > 0 || summary.several, cases);
    // Without -v there are dots; and a runner that names its cases in its own way is read no better.
    if (cases.size() < summary.ran) {
        // A case's sub-tests fail one by one and count as one; fixtures of classes are not among those that "Ran".
        QSet<QString> failed, fixtures;
        for (const Failure &failure : std::as_const(failures))
            (failure.id.contains(u'(') ? fixtures : failed) += failure.id;
        ParsedCases parsed;
        parsed.countsKnown = true;
        parsed.failed = failures.isEmpty() ? summary.bad() : int(failed.size() + fixtures.size());
        parsed.skipped = summary.skipped + summary.expectedFailures;
        parsed.passed = std::max(0, summary.ran - parsed.failed + int(fixtures.size()) - parsed.skipped);
        if (parsed.passed + parsed.failed == 0)
            parsed.problem = nothingExecuted(parsed.skipped);
        return parsed;
    }
    for (const Failure &failure : std::as_const(failures)) {
        // The list decides, even where a test printed another word: a sub-test's failure is its case's.
        TestCase testCase{
            .name = failure.id, .result = failure.result, .seconds = -1, .file = {}, .message = failure.message};
        if (cases.has(failure.id) && cases.at(failure.id).result == failure.result) {
            if (cases.at(failure.id).message.isEmpty())
                cases.at(failure.id).message = failure.message;
        } else {
            cases.addOrWorsen(std::move(testCase));
        }
    }
    ParsedCases parsed = cases.take();
    if (summary.failed && parsed.failed == 0)
        parsed.problem = u"unittest says FAILED, but no failing case could be read from its output"_s;
    return parsed;
}

} // namespace assay
