#include "core/gate/reporttext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qsizetype kLongestLine = 16'384;
constexpr qsizetype kLongestMessage = 2'000;
constexpr qsizetype kLongestName = 1'000;

// ECMA-48: CSI sequences, OSC strings up to their end, and two-byte escapes.
QString withoutEscapes(const QString &line)
{
    if (!line.contains(u'\x1b'))
        return line;
    QString text;
    text.reserve(line.size());
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line.at(i) != u'\x1b') {
            text += line.at(i);
            continue;
        }
        if (++i >= line.size())
            break;
        if (line.at(i) == u'[') {
            while (++i < line.size() && (line.at(i) < u'@' || line.at(i) > u'~')) {}
        } else if (line.at(i) == u']') {
            while (++i < line.size() && line.at(i) != u'\x07' && line.at(i) != u'\x1b') {}
            if (i < line.size() && line.at(i) == u'\x1b')
                ++i;
        }
    }
    return text;
}

/// At most `size` characters, never half of a surrogate pair.
QString clipped(const QString &text, qsizetype size)
{
    if (text.size() <= size)
        return text;
    return text.first(text.at(size - 1).isHighSurrogate() ? size - 1 : size) + u'…';
}

QString cleanLine(QByteArrayView bytes)
{
    if (bytes.endsWith('\r'))
        bytes.chop(1);
    if (bytes.isEmpty()) // a view's lastIndexOf() may not be asked
        return {};
    if (const auto overwritten = bytes.lastIndexOf('\r'); overwritten >= 0)
        bytes = bytes.sliced(overwritten + 1);
    QString line = withoutEscapes(QString::fromUtf8(bytes));
    if (line.size() <= kLongestLine)
        return line;
    const QString end = line.last(kLongestLine / 2);
    return clipped(line, kLongestLine / 2) + (end.front().isLowSurrogate() ? end.mid(1) : end);
}

int badness(CaseResult result)
{
    switch (result) {
    case CaseResult::Failed:
        return 3; // an assertion that did not hold says more than an error around it
    case CaseResult::Error:
        return 2;
    case CaseResult::Skipped:
        return 1;
    case CaseResult::Passed:
        return 0;
    }
    Q_UNREACHABLE_RETURN(0);
}

} // namespace

QStringList reportLines(QByteArrayView output)
{
    QStringList lines;
    while (!output.isEmpty()) {
        auto end = output.indexOf('\n');
        if (end < 0)
            end = output.size();
        lines += cleanLine(output.first(end));
        output = output.sliced(std::min(end + 1, output.size()));
    }
    return lines;
}

QString clippedMessage(const QString &text)
{
    QString message = text;
    while (message.startsWith(u'\n') || message.startsWith(u'\r'))
        message.remove(0, 1);
    while (!message.isEmpty() && message.back().isSpace())
        message.chop(1);
    return clipped(message, kLongestMessage);
}

qsizetype CaseCollector::add(TestCase testCase)
{
    testCase.name = clipped(testCase.name, kLongestName);
    if (testCase.name.isEmpty())
        testCase.name = u"(no name)"_s;
    if (m_positions.contains(testCase.name)) {
        const QString base = testCase.name;
        int &repeats = m_repeats[base];
        if (repeats == 0)
            repeats = 1;
        do {
            testCase.name = u"%1 (%2)"_s.arg(base).arg(++repeats);
        } while (m_positions.contains(testCase.name));
    }
    const auto position = m_cases.size();
    m_positions.insert(testCase.name, position);
    m_cases += std::move(testCase);
    return position;
}

void CaseCollector::addOrWorsen(TestCase testCase)
{
    const auto position = m_positions.constFind(testCase.name);
    if (position == m_positions.cend()) {
        add(std::move(testCase));
        return;
    }
    TestCase &known = m_cases[*position];
    if (badness(testCase.result) <= badness(known.result))
        return;
    known.result = testCase.result;
    if (!testCase.message.isEmpty())
        known.message = std::move(testCase.message);
}

ParsedCases CaseCollector::take(QString problem)
{
    ParsedCases parsed;
    for (const TestCase &testCase : std::as_const(m_cases)) {
        switch (testCase.result) {
        case CaseResult::Passed:
            ++parsed.passed;
            break;
        case CaseResult::Failed:
        case CaseResult::Error:
            ++parsed.failed;
            break;
        case CaseResult::Skipped:
            ++parsed.skipped;
            break;
        }
    }
    // What a loader or a collector could not even open ran no test, though the report counts it as one.
    const auto ran = [](const TestCase &testCase) {
        const bool notLoaded = testCase.result == CaseResult::Error
            && (testCase.message.startsWith(u"collection failure")
                || testCase.name.contains(u"unittest.loader._FailedTest") || testCase.name.endsWith(u" (not run)"));
        return testCase.result != CaseResult::Skipped && !notLoaded;
    };
    if (problem.isEmpty() && parsed.failed > 0 && std::none_of(m_cases.cbegin(), m_cases.cend(), ran))
        problem = u"no test was executed: %1 could not be loaded"_s.arg(parsed.failed);
    parsed.cases = std::move(m_cases);
    parsed.countsKnown = true;
    if (problem.isEmpty() && parsed.passed + parsed.failed == 0)
        problem = nothingExecuted(parsed.skipped);
    parsed.problem = std::move(problem);
    return parsed;
}

QString nothingExecuted(int skipped)
{
    return skipped == 0 ? u"no test was executed"_s : u"no test was executed, %1 skipped"_s.arg(skipped);
}

} // namespace assay
