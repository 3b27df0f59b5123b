// What a bundle says of itself (MANIFEST.json without the file list), and the checks that it carries: all of it a
// function of its journal, so that nothing a manifest says has to be believed.
#pragma once

#include "core/bundle/bundlepart.h"
#include "core/domain/policy.h"
#include "core/journal/runstate.h"

#include <QJsonArray>

namespace assay {

struct BundleCheck {
    CheckId id;
    FindingId finding;
    CheckRole role = CheckRole::Acceptance;
    QByteArray file;       ///< in the bundle: "repro/F1-a-plain-insert-is-lost.py"
    Digest evidence;       ///< SHA-256 of its bytes, as the journal names them
    QString title;
    bool presentAtBase = false;  ///< watched present on base in the run: must be present there again
    bool fixed = false;          ///< its finding is fixed: must be absent after
    bool claimed = true;         ///< false: of a finding that this bundle does not fix, so nothing is said of after
    [[nodiscard]] QByteArray fileName() const { return file.mid(int(sizeof "repro/") - 1); } ///< safe, suffix and all
};

/// A file of the bundle that cannot be made from the journal, pinned by its digest.
struct PinnedFile {
    QString file;          ///< in the bundle: "series/0001-….patch"
    Digest digest;
};

struct BundleFacts {
    QString run;
    ObjectId base, baseTree, tree;
    std::optional<Outcome> outcome;
    Policy policy;               ///< gate, preparation, environment of checks; no agent
    QStringList unstable;        ///< keys of cases that never decide
    QList<BundleCheck> checks;
    QList<CheckpointFact> checkpoints; ///< what series/ is made of when the part is whole: base left out, oldest first
    QString baseGate, gate; ///< what the gate said at base and at the end, in words (gateWords)
    QJsonArray findings;
    QList<ReviewPlace> markedOut; ///< what the owner's marks leave out, as the journal has them
    BundlePart part; ///< whole, until one was taken

    // What the export itself saw: the data of `export.proven`, the last entry of a bundle's journal.
    QString assay; ///< version that wrote the bundle
    PinnedFile patch;
    QList<PinnedFile> mails;
    PinnedFile gateReport; ///< gate.junit.xml: times differ from run to run, so it cannot be written again
    bool unproven = false;
    QJsonArray proofs;

    /// MANIFEST.json without "format" and "files".
    [[nodiscard]] QJsonObject toJson() const;
    /// From the fold of a run's journal. Fails (CannotVerify) on one that was never set up, as a forged one may be.
    [[nodiscard]] static Result<BundleFacts> of(const RunState &state);
    /// From here on the facts are those of a part of the change: its tree, and nothing claimed of what it does not fix.
    void take(const BundlePart &of);
    /// The trees that the mails of series/ give, one after the other.
    [[nodiscard]] QList<ObjectId> seriesTrees() const;
    [[nodiscard]] QJsonObject exportToJson() const;
    /// False when it is not what exportToJson() writes for this run's tree, or for a part that the journal bears out.
    [[nodiscard]] bool takeExport(const QJsonObject &json);
};

/// "F1-a-plain-insert-is-lost.py": ASCII letters, digits, '-', '_' and '.' only.
[[nodiscard]] QByteArray safeFileName(const QString &title, const QByteArray &originalName);

} // namespace assay
