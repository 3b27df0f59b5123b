// What was seen of every check and new test, at base, before its fix, and now. One table for the command line, the
// console and journal.md. Pure: state in, rows out; texts are as the agent gave them, to be made visible by who shows them.
#pragma once

#include "core/journal/runstate.h"

namespace assay {

/// Of a check: present, absent, inconclusive (or flaky). Of a test: it fails, it passes, it cannot be compared.
enum class Mark { NotRun, Present, Absent, Inconclusive };
[[nodiscard]] QString toWord(Mark mark);

struct MatrixCell {
    Mark mark = Mark::NotRun;
    int k = 0, n = 0; ///< k of the n newest runs gave that answer; 0 of 0 for a test, which is judged once
    qint64 proof = 0; ///< sequence number of the newest of these runs, on which the others hang; 0: none
    MatrixCell() = default;
    MatrixCell(Mark seen, int gave = 0, int runs = 0, qint64 newest = 0) : mark(seen), k(gave), n(runs), proof(newest)
    {}
};

struct MatrixRow {
    enum class Kind { Repro, Guard, Test } kind = Kind::Repro;
    QString id; ///< "F3" of a finding, "C7" of a guard; of a test the finding that it names, or empty
    QString title;
    QString severity; ///< of a finding: "High"
    MatrixCell base, before, now;
    QString note; ///< "fixed in 5", "toothed", …
};

/// Filed findings worst first, then guards, then the tests of the changes that stand: what a rewind took back is left
/// out. Empty before `run.created`. Linear in the run's proofs.
[[nodiscard]] QList<MatrixRow> proofMatrix(const RunState &state);

} // namespace assay
