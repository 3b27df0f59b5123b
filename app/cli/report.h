// A run told to a reader: its sentence, its proofs, what is listed and open, where things are. Pure: state in, text out.
//
// Everything that came from outside (titles, reasons, names, paths) is made visible first: it cannot move the cursor.
#pragma once

#include "app/cli/terminal.h"
#include "core/journal/runstate.h"

namespace assay::cli {

struct ReportPlace {
    QString program = QStringLiteral("assay"); ///< how commands are printed
    QString run; ///< as commands name the run: its name or its folder
    QString folder; ///< the run folder
    QString bundle; ///< empty when none was written
    QString target; ///< for the verify command
    /// What was left out before it changed. A journal cannot tell: who asks has looked into the vault.
    QList<ReviewPlace> lapsed = {};
    bool live = false; ///< an engine works on it now
    bool old = false; ///< looked at later, not at its end: says so
};

/// "3/8": which of the budget's iterations this one spends; "3/8 (number 5)" where uncounted ones came before.
[[nodiscard]] QString placeWords(const RunState &state, const IterationFact &iteration);

/// "leaves report.xml, out behind and rewrites VERSION": what the baseline run did to its checkout.
[[nodiscard]] QString baselineWords(const QList<RepoPath> &untracked, const QList<RepoPath> &rewritten);

/// "converged", "waiting for the owner", "running: iteration 3, gate", "cut off": where the run stands.
[[nodiscard]] QString standing(const RunState &state, bool live);

/// One question to the owner with its options and the commands that answer it.
[[nodiscard]] QStringList promptLines(const Prompt &prompt, const ReportPlace &place, const TextStyle &style);

/// The whole report, without the matrix when nothing was proven yet.
[[nodiscard]] QStringList reportLines(const RunState &state, const ReportPlace &place, const TextStyle &style);

/// The same for programs: member names are stable.
[[nodiscard]] QJsonObject reportObject(const RunState &state, const ReportPlace &place);

} // namespace assay::cli
