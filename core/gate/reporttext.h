// What the report readers share: text made safe to look at, and a list of cases with unique names and counts.
// Private to core/gate.
#pragma once

#include "core/gate/parsers.h"

#include <QHash>

namespace assay {

/// Output as lines: bytes that are no UTF-8 shown as U+FFFD, terminal colours taken out, "\r\n" as "\n" (of a line
/// that was overwritten by carriage returns the last state stays). A line is clipped in its middle at 16,384
/// characters, since its ends are what reports use.
[[nodiscard]] QStringList reportLines(QByteArrayView output);

/// The first lines of a failure, at most 2,000 characters, without blank lines around it.
[[nodiscard]] QString clippedMessage(const QString &text);

/// Collects cases in the order of the report.
class CaseCollector {
public:
    /// Adds a case under a name that is unique: a repeated name gets " (2)" and so on. Gives its position.
    qsizetype add(TestCase testCase);
    /// Adds, or worsens the case that already has this name: for runners that tell one case twice.
    void addOrWorsen(TestCase testCase);
    [[nodiscard]] bool has(const QString &name) const { return m_positions.contains(name); }
    [[nodiscard]] TestCase &at(const QString &name) { return m_cases[m_positions.value(name)]; }
    [[nodiscard]] bool isEmpty() const { return m_cases.isEmpty(); }
    [[nodiscard]] qsizetype size() const { return m_cases.size(); }
    /// The cases with their counts. When nothing was executed `problem` says so, unless it says something already.
    [[nodiscard]] ParsedCases take(QString problem = {});

private:
    QList<TestCase> m_cases;
    QHash<QString, qsizetype> m_positions;
    QHash<QString, int> m_repeats;
};

/// The sentence for a report in which nothing was executed.
[[nodiscard]] QString nothingExecuted(int skipped);

} // namespace assay
