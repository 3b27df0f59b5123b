// Runs of checks and gates, told: what the details of several views say about the same facts. Pure.
#pragma once

#include "core/journal/runstate.h"
#include "ui/look/meaning.h"
#include "ui/views/evidencepane.h"

#include <QCoreApplication>

namespace assay::ui {

class ProofWords {
    Q_DECLARE_TR_FUNCTIONS(ProofWords)
public:
    [[nodiscard]] static QString answer(Answer answer);
    [[nodiscard]] static QString role(ProofRole role);
    /// "present in 3 of 3 runs"; "flaky: present, absent, absent" where they differ.
    [[nodiscard]] static QString together(const QList<const ProofFact *> &runs);
    [[nodiscard]] static Meaning meaning(const QList<const ProofFact *> &runs);
    /// "run 2 of 3: present, exit 1, 0.34 s; REPRODUCED: 3 rows …"
    [[nodiscard]] static QString run(const ProofFact &proof);
    /// All of them as text, and what they wrote as pieces.
    [[nodiscard]] static QString facts(const RunState &state, const QList<const ProofFact *> &runs);
    [[nodiscard]] static QList<EvidencePiece> pieces(const QList<const ProofFact *> &runs);
    /// The runs that belong to this one: same check, role, tree and iteration.
    [[nodiscard]] static QList<const ProofFact *> group(const RunState &state, qint64 seq);

    /// "candidate": which run of the gate it is, in words.
    [[nodiscard]] static QString gateLabel(const QString &label);
    /// "37 passed", "1 failed, 30 passed", "broken: …"
    [[nodiscard]] static QString gate(const GateFact &gate);
    [[nodiscard]] static Meaning meaning(const GateFact &gate);
};

} // namespace assay::ui
