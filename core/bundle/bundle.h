// The exported folder: written only from a tree proven for it, and verifiable by anyone from it and the target alone.
#pragma once

#include "core/bundle/bundlepart.h"
#include "core/bundle/secrets.h"
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
    QString folder;             ///< where to; must be missing or empty; empty = the run folder's bundle/,
                                ///< or bundle-2/, bundle-3/, … beside earlier ones
    QString resources;
    bool unproven = false;      ///< write it even though a proof fails; marked so everywhere
    bool withSecrets = false;   ///< write it even though secrets were found in it
    QList<FindingId> only = {};  ///< the change of these alone; what is left out counts only for all of it
    std::function<void(const Secret &)> secretSeen = {}; ///< in the caller's thread, each, before anything is proven
};

struct ExportResult {
    QString folder;
    Digest digest;              ///< bundleDigest() of it
    ProofList proofs;
    BundlePart part;            ///< what is not in it
    QList<ReviewPlace> lapsed;  ///< left out once and changed since: it is in the bundle
};

/// Appends `export.proven` with this data to the run's journal, durably: the last entry of the bundle's copy.
using ProvenRecorder = std::function<Status(const QJsonObject &data)>;

/// Proves (pristine clone of base + patch gives the tree id; gate there; every fixed finding present at base, absent
/// after), has what was proven recorded, then writes the folder (README.md here says what is in it) under a temporary
/// name and renames it. Everything in the
/// bundle is a function of its journal, or its digest stands there. The run must not change meanwhile: the caller holds
/// its lock; appending `export.written` is the caller's. Refuses (ErrorKind::CannotVerify) while something is not
/// proven, or secrets were found in patch, mails, checks or journal, unless asked; then nothing is recorded.
[[nodiscard]] Result<ExportResult> exportBundle(const RunFolder &run, const RunState &state, ProcessHost &host,
                                                const ExportOptions &options, const ProvenRecorder &record,
                                                const ProofProgress &progress, StopToken stop);

/// SHA-256 of MANIFEST.sha256, which names every byte of the bundle: who was told it apart from the bundle can tell a
/// forged one, however well it agrees with itself.
[[nodiscard]] Result<Digest> bundleDigest(const QString &folder);

struct VerifyOptions {
    QString bundle, target;
    QString resources;
    QString at; ///< another revision of the target; empty = the bundle's base
    bool contained = true;
};
/// Needs no run folder, believes nothing but what it sees, and runs no file of the bundle before everything in it was
/// found to agree. Refuted (9): something was seen to be not as the bundle says. Could not (10): something needed is not
/// here (the base, a tool, bubblewrap), or at another revision there is nothing to say it of.
[[nodiscard]] Result<ProofList> verifyBundle(ProcessHost &host, const VerifyOptions &options,
                                             const ProofProgress &progress, StopToken stop);

/// One repro's answers at one revision: the rows of `assay repro`.
struct ReproRow {
    CheckId check;
    FindingId finding;
    CheckRole role = CheckRole::Acceptance; ///< a guard was never seen present: it shows that nothing new broke
    QString title;
    QList<Answer> answers;
    QString line; ///< the REPRODUCED: line; why it is inconclusive where there is none
};
/// From a run folder or a bundle; `target` may be empty for a run (its vault serves).
[[nodiscard]] Result<QList<ReproRow>> runRepros(ProcessHost &host, const QString &runOrBundle, const QString &target,
                                                const QString &at, bool contained, const QString &resources,
                                                StopToken stop);

/// The journal as a person reads it (journal.md).
[[nodiscard]] QByteArray journalAsMarkdown(const RunState &state);

/// Chain, anchors in checkpoint trailers, every commit and every piece of evidence that the journal names.
[[nodiscard]] Result<ProofList> verifyRun(const RunFolder &run, StopToken stop);

} // namespace assay
