// What was seen of every check and new test, at base, before its fix, and now: the table at the end of a run.
#pragma once

#include "app/cli/terminal.h"
#include "core/journal/runstate.h"

#include <QJsonArray>

namespace assay::cli {

/// Of a check: present, absent, inconclusive (or flaky). Of a test: it fails, it passes, it cannot be compared.
enum class Mark { NotRun, Present, Absent, Inconclusive };
[[nodiscard]] QString toWord(Mark mark);

struct MatrixRow {
    enum class Kind { Repro, Guard, Test } kind = Kind::Repro;
    QString id;        ///< "F3" of a finding, "C7" of a guard, empty for a test
    QString title;
    QString severity;  ///< of a finding: "High"
    Mark base = Mark::NotRun, before = Mark::NotRun, now = Mark::NotRun;
    QString note;      ///< "fixed in 5", "toothed: failed there", …
};

/// Filed findings worst first, then guards, then the tests of kept changes. Pure.
[[nodiscard]] QList<MatrixRow> proofMatrix(const RunState &state);

/// With a heading and a legend; empty when there is nothing to show.
[[nodiscard]] QStringList matrixLines(const QList<MatrixRow> &rows, const TextStyle &style);
[[nodiscard]] QJsonArray matrixObjects(const QList<MatrixRow> &rows);

/// "High": the word as texts for readers have it.
[[nodiscard]] QString titleWord(Severity severity);
/// "not reproduced": the word of a file without its hyphens.
[[nodiscard]] QString stateWords(FindingState state);

} // namespace assay::cli
