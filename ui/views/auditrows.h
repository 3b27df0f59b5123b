// What the audit view's models show, from the state of a run: pure functions.
#pragma once

#include "core/journal/runstate.h"
#include "ui/models/findingsmodel.h"
#include "ui/models/proofrunsmodel.h"
#include "ui/models/surfacesmodel.h"
#include "ui/views/factspanel.h"

namespace assay::ui {

class AuditRows {
    Q_DECLARE_TR_FUNCTIONS(AuditRows)
public:
    /// Flat, or below their root causes.
    [[nodiscard]] static QList<TreeOf<FindingRow>> findings(const RunState &state, bool byCause);
    /// Every run of these checks, newest first.
    [[nodiscard]] static QList<ProofRunRow> runs(const RunState &state, const QList<CheckId> &checks);
    /// Not swept first, since that is what a reader must know.
    [[nodiscard]] static QList<TreeOf<SurfaceRow>> surfaces(const RunState &state);
    /// What a tree is to a reader: "base", "checkpoint 2", "candidate of iteration 4".
    [[nodiscard]] static QHash<ObjectId, QString> treeNames(const RunState &state);

    [[nodiscard]] static QString role(CheckRole role);
    [[nodiscard]] static QString where(const QList<Location> &where); ///< "src/a.py:4, src/b.py"
    /// What is told of the finding beside its checks' source and runs.
    [[nodiscard]] static QList<Fact> facts(const RunState &state, const Finding &finding);
    /// The finding as text to hand on.
    [[nodiscard]] static QString asText(const Finding &finding);
    /// By its id, or by its claim's number while it has none.
    [[nodiscard]] static const Finding *finding(const RunState &state, const QString &id);

    /// Why this cannot be done to the finding now; empty: it can.
    [[nodiscard]] static QString whyNotDeclined(const Finding *finding, bool past);
    [[nodiscard]] static QString whyNotRegrouped(const QList<const Finding *> &findings, bool past);
    [[nodiscard]] static QString whyNotRunAgain(const RunState &state, const Finding *finding, bool live, bool past);
};

} // namespace assay::ui
