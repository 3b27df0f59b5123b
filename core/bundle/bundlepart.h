// What a bundle holds where it is not all that was kept: without what the owner left out, or for some findings alone.
#pragma once

#include "core/git/vault.h"
#include "core/journal/runstate.h"
#include "core/review/leftouttree.h"

#include <QJsonArray>

namespace assay {

/// Its series is one patch on base, so that nothing of what is not in it leaves the machine.
struct BundlePart {
    ObjectId tree, commit; ///< the commit on base that the patch is; null: the bundle holds all of the checkpoint
    QList<review::LeftOutPlace> leftOut;
    QList<FindingId> only; ///< what it is for; empty: everything
    QList<FindingId> notFixed; ///< fixed in the run, and not by this bundle
    [[nodiscard]] bool isWhole() const { return commit.isNull(); }
};

/// Members "commit", "tree", "left_out", "only" and "not_fixed" of `export.proven`; no members for a whole one.
[[nodiscard]] QJsonObject partToJson(const BundlePart &part);
/// Nothing when the journal does not bear it out: something left out that the owner's marks do not leave out, a finding
/// that was not fixed, or a part of neither kind.
[[nodiscard]] std::optional<BundlePart> partFromJson(const QJsonObject &json, const QList<ReviewPlace> &leftOut,
                                                     const QList<FindingId> &fixed);

/// The checkpoint without what the owner left out, committed on base; the checkpoint itself where nothing was. `lapsed`
/// gets the marks that leave out what is no more.
[[nodiscard]] Result<BundlePart> partWithoutLeftOut(Vault &vault, const RunState &state, QList<ReviewPlace> *lapsed,
                                                    const StopToken &stop);

/// The kept change of the tasks that cover these findings, alone on base. ErrorKind::Usage when one is not fixed, or when
/// the change stands on another's: naming the files and the findings whose change touched them.
[[nodiscard]] Result<BundlePart> partOnly(Vault &vault, const RunState &state, const QList<FindingId> &findings);

/// What is not in it, a line each, as plain text for readers: nothing for a whole one.
[[nodiscard]] QStringList partLines(const BundlePart &part, const RunState &state);

/// The state as this bundle leaves the target: findings that it does not fix are not fixed.
[[nodiscard]] RunState asExported(RunState state, const BundlePart &part);

} // namespace assay
