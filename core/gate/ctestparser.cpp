// ctest's text, as CMake 3.10 to 4.x prints it without --progress: one line a test, in order of completion.
#include "core/gate/reporttext.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace assay {

ParsedCases parseCtest(QByteArrayView output)
{
    static const QRegularExpression line(
        uR"(^\s*\d+/\d+ Test\s+#\d+: (.+?) \.*\s*((?:[A-Z][\w ]*)?\*\*\*)?([A-Z].*)$)"_s);
    static const QRegularExpression seconds(uR"(\s+([\d.]+) sec\s*$)"_s);
    static const QRegularExpression total(uR"(^\d+% tests passed(?:, (\d{1,9}) tests? failed)? out of (\d{1,9}))"_s);

    CaseCollector cases;
    bool finished = false;
    int failedTold = -1;
    QStringList lines = reportLines(output);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString &text = lines.at(i);
        if (const auto match = total.match(text); match.hasMatch()) {
            finished = true;
            failedTold = match.captured(1).toInt();
            continue;
        }
        if (text.startsWith(u"No tests were found"))
            return cases.take(u"ctest found no tests"_s);
        const auto match = line.match(text);
        if (!match.hasMatch())
            continue;
        QString said = match.captured(3);
        const bool starred = match.hasCaptured(2);
        TestCase testCase{
            .name = match.captured(1), .result = CaseResult::Failed, .seconds = -1, .file = {}, .message = {}};
        if (const auto time = seconds.match(said); time.hasMatch()) {
            testCase.seconds = time.captured(1).toDouble();
            said.truncate(time.capturedStart());
        }
        said = said.trimmed();
        if (!starred && said == u"Passed") {
            testCase.result = CaseResult::Passed;
        } else if (said.startsWith(u"Skipped") || said.startsWith(u"Not Run (Disabled)")) {
            testCase.result = CaseResult::Skipped;
            testCase.message = said;
        } else if (said.startsWith(u"Not Run")) {
            // Its program was not built or not found: that says nothing about the test, so it is not the test's own.
            testCase.name += u" (not run)"_s;
            testCase.result = CaseResult::Error;
            testCase.message = u"it could not be started: its program is missing"_s;
        } else { // "***Failed", "Subprocess aborted***Exception:", …
            const QString before = match.captured(2).chopped(3 * starred);
            testCase.message = before.isEmpty() ? said : before + u": "_s + said;
        }
        cases.add(std::move(testCase));
    }
    if (!finished)
        return cases.take(u"ctest's summary (\"…% tests passed\") is missing: the run ended early, or its report went "
                          "elsewhere"_s);
    ParsedCases parsed = cases.take();
    if (parsed.problem.isEmpty() && failedTold > 0 && parsed.failed == 0)
        parsed.problem
            = u"ctest says that %1 tests failed, but no failing test could be read from its output"_s.arg(failedTold);
    return parsed;
}

} // namespace assay
