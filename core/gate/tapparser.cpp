// The Test Anything Protocol, versions 12 to 14 (testanything.org): plans, test points, directives, sub-tests.
#include "core/gate/reporttext.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// One stream: the top one, or a sub-test, whose lines are indented by four spaces a level.
struct Level {
    qsizetype planned = -1;
    qsizetype seen = 0;
    QString name;          ///< from "# Subtest: …", else empty until the closing test point
    QList<TestCase> cases; ///< a sub-test's wait for the parent's test point, which names them
    bool braced = false;   ///< "ok 1 - name {" came before it, "}" closes it
};

struct Point {
    TestCase testCase;
    bool valid = false;
};

Point pointIn(const QString &line)
{
    static const QRegularExpression pattern(uR"(^(not )?ok\b(?: *(\d+))?(?: *- )?\s*(.*)$)"_s);
    static const QRegularExpression directive(uR"(^(.*?)(?<!\\)#\s*(skip|todo)\S*\s*(.*)$)"_s,
                                              QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression time(uR"(\s*(?<!\\)#\s*time=([\d.]+)\s*(ms|s)?.*$)"_s);
    const auto match = pattern.match(line);
    if (!match.hasMatch())
        return {};
    const bool bad = match.hasCaptured(1);
    QString text = match.captured(3);
    TestCase testCase{
        .name = {}, .result = bad ? CaseResult::Failed : CaseResult::Passed, .seconds = -1, .file = {}, .message = {}};
    if (const auto found = directive.match(text); found.hasMatch()) {
        text = found.captured(1);
        const bool todo = found.captured(2).compare(u"todo", Qt::CaseInsensitive) == 0;
        // A failing "todo" is no failure and no pass; a passing one passed. A "skip" ran nothing.
        if (!todo || bad)
            testCase.result = CaseResult::Skipped;
        testCase.message = todo ? u"todo: "_s + found.captured(3) : found.captured(3);
    } else if (const auto took = time.match(text); took.hasMatch()) {
        testCase.seconds = took.captured(1).toDouble() / (took.captured(2) == u"s" ? 1 : 1000);
        text.truncate(took.capturedStart());
    }
    text.replace(u"\\#"_s, u"#"_s).replace(u"\\\\"_s, u"\\"_s);
    testCase.name = text.trimmed();
    if (testCase.name.isEmpty())
        testCase.name = match.hasCaptured(2) ? u"test %1"_s.arg(match.captured(2)) : u"test"_s;
    return {std::move(testCase), true};
}

/// Hands a sub-test's cases to its parent, named by the parent's test point or by what announced it.
void close(QList<Level> &levels, const QString &pointName)
{
    Level closed = levels.takeLast();
    const QString name = pointName.isEmpty() || closed.braced ? closed.name : pointName;
    for (TestCase &testCase : closed.cases) {
        if (!name.isEmpty())
            testCase.name = name + u" > "_s + testCase.name;
        levels.last().cases += std::move(testCase);
    }
}

qsizetype depthOf(const QString &line)
{
    qsizetype spaces = 0;
    while (spaces < line.size() && line.at(spaces) == u' ')
        ++spaces;
    return spaces / 4;
}

} // namespace

ParsedCases parseTap(QByteArrayView output)
{
    static const QRegularExpression plan(uR"(^1\.\.(\d{1,9})(?:\s*#\s*(.*))?$)"_s);
    constexpr qsizetype kDeepest = 16;

    QList<Level> levels(1);
    QString problem;
    bool inBlock = false; // a YAML block "---" … "..." below a test point
    QString blockIndent;
    QStringList block;
    for (const QString &line : reportLines(output)) {
        const QString text = line.trimmed();
        if (inBlock) {
            if (text == u"..." || !line.startsWith(blockIndent)) {
                inBlock = false;
                auto &cases = levels.last().cases;
                if (!cases.isEmpty() && cases.last().result == CaseResult::Failed && cases.last().message.isEmpty())
                    cases.last().message = clippedMessage(block.join(u'\n'));
                if (text == u"...")
                    continue;
            } else {
                if (block.size() < 12)
                    block += line.mid(blockIndent.size());
                continue;
            }
        }
        const qsizetype depth = std::min(depthOf(line), kDeepest);
        if (text == u"}" && levels.size() - 2 == depth && levels.last().braced) {
            close(levels, {});
            continue;
        }
        const auto found = pointIn(text);
        const auto planned = plan.match(text);
        if (text == u"---") {
            inBlock = true;
            block.clear();
            blockIndent = line.first(line.indexOf(u'-'));
            continue;
        }
        if (text.startsWith(u"Bail out!")) {
            problem = u"the tests gave up: %1"_s.arg(text.size() > 9 ? text.mid(9).trimmed() : u"no reason said"_s);
            break;
        }
        const bool opens = text.startsWith(u"# Subtest");
        if (!found.valid && !planned.hasMatch() && !opens)
            continue;
        // A test point of an outer level closes what is deeper; "# Subtest" may stand in either level.
        if (depth > levels.size() - 1 && depth <= kDeepest) {
            while (levels.size() - 1 < depth)
                levels += Level{};
        }
        if (opens) {
            if (levels.size() - 1 == depth) // written before the indented lines, in the parent's level
                levels += Level{};
            if (levels.last().name.isEmpty() && levels.last().cases.isEmpty())
                levels.last().name = text.section(u':', 1).trimmed();
            continue;
        }
        if (planned.hasMatch()) {
            if (depth < levels.size())
                levels[depth].planned = planned.captured(1).toInt();
            continue;
        }
        while (levels.size() - 1 > depth)
            close(levels, levels.size() - 2 == depth ? found.testCase.name : QString());
        ++levels.last().seen;
        levels.last().cases += found.testCase;
        if (QString &name = levels.last().cases.last().name; name.endsWith(u" {") && depth < kDeepest) {
            name.chop(2);
            const QString outer = name;
            levels += Level{.name = outer, .braced = true};
        }
    }
    while (levels.size() > 1) { // a sub-test that was never closed: its parent ended early
        if (problem.isEmpty() && !levels.last().cases.isEmpty())
            problem = u"a sub-test was begun and not finished: the run ended early"_s;
        close(levels, {});
    }
    const Level &top = levels.first();
    if (problem.isEmpty()) {
        if (top.planned < 0)
            problem = u"there is no plan (\"1..N\"): whether all tests ran cannot be told"_s;
        else if (top.planned != top.seen)
            problem = u"%1 tests were planned and %2 reported: the run ended early"_s.arg(top.planned).arg(top.seen);
    }
    if (top.planned == 0 && top.seen == 0)
        problem = nothingExecuted(0);
    CaseCollector cases;
    for (const TestCase &testCase : top.cases)
        cases.add(testCase);
    return cases.take(problem);
}

} // namespace assay
