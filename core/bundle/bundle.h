// The exported folder: written only from a tree proven for it, and verifiable by anyone from it and the target alone.
#pragma once

#include "core/domain/error.h"
#include "core/domain/stoptoken.h"
#include "core/journal/runfolder.h"
#include "core/journal/runstate.h"

#include <functional>

namespace assay {

class ProcessHost;

/// One thing that was proven, refuted, or could not be judged.
struct Proof {
    enum class State { Proven, Refuted, CouldNot } state = State::CouldNot;
    QString name;      ///< "fixes.patch gives tree 1a2b3c4", "F1 present at base", "the gate is no worse"
    QString detail;    ///< what was seen
};

struct ProofList {
    QList<Proof> proofs;
    [[nodiscard]] int exitStatus() const; ///< 0 all proven, 9 one refuted, 10 none refuted and one could not
};

using ProofProgress = std::function<void(const Proof &)>; ///< in the caller's thread, as each is judged

struct ExportOptions {
    QString folder;             ///< where to; must be missing or empty; empty = the run folder's bundle/
    QString resources;
    bool unproven = false;      ///< write it even though a proof fails; marked so everywhere
};

struct ExportResult {
    QString folder;
    ProofList proofs;
};

/// Proves (pristine clone of base + patch gives the tree id; gate there; every fixed finding present at base, absent
/// after), then writes fixes.patch, series/, repro/ with its POSIX sh runner, journal.jsonl, journal.md,
/// MANIFEST.json and MANIFEST.sha256 into a temporary name and renames. Reads the run folder only; entries
/// `export.proven` and `export.written` are for the caller to append. Refuses (ErrorKind::CannotVerify) while
/// something is not proven, unless asked.
[[nodiscard]] Result<ExportResult> exportBundle(const RunFolder &run, const RunState &state, ProcessHost &host,
                                                const ExportOptions &options, const ProofProgress &progress,
                                                StopToken stop);

struct VerifyOptions {
    QString bundle, target;
    QString resources;
    QString at;                 ///< another revision of the target; empty = the bundle's base
    bool contained = true;
};
/// Needs no run folder and trusts no file of the bundle before its hash was checked. Unlisted files refuse.
[[nodiscard]] Result<ProofList> verifyBundle(ProcessHost &host, const VerifyOptions &options,
                                             const ProofProgress &progress, StopToken stop);

/// One repro's answers at one revision: the rows of `assay repro`.
struct ReproRow {
    FindingId finding;
    QString title;
    QList<Answer> answers;
    QString line;
};
/// From a run folder or a bundle; `target` may be empty for a run (its vault serves).
[[nodiscard]] Result<QList<ReproRow>> runRepros(ProcessHost &host, const QString &runOrBundle, const QString &target,
                                                const QString &at, bool contained, StopToken stop);

/// The journal as a person reads it (journal.md).
[[nodiscard]] QByteArray journalAsMarkdown(const RunState &state);

/// Chain, anchors in checkpoint trailers, every commit and every piece of evidence that the journal names.
[[nodiscard]] Result<ProofList> verifyRun(const RunFolder &run, StopToken stop);

} // namespace assay
