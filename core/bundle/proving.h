// The proofs of a change, run live: the same ones at export and at verification.
#pragma once

#include "core/bundle/bundle.h"
#include "core/bundle/bundlefacts.h"
#include "core/bundle/provingground.h"

namespace assay {

/// Collects proofs and tells each as it is judged.
class ProofTeller {
public:
    explicit ProofTeller(const ProofProgress &progress) : m_progress(progress) {}
    void tell(Proof::State state, const QString &name, const QString &detail);
    void holds(bool so, const QString &name, const QString &detail)
    {
        tell(so ? Proof::State::Proven : Proof::State::Refuted, name, detail);
    }
    [[nodiscard]] const ProofList &list() const { return m_list; }
    [[nodiscard]] bool allProven() const { return m_list.exitStatus() == 0; }

private:
    const ProofProgress &m_progress;
    ProofList m_list;
};

/// The bytes of a check of the bundle.
using CheckBytes = std::function<Result<QByteArray>(const BundleCheck &)>;

struct ChangeToProve {
    ObjectId commit;         ///< what the change is applied on
    QByteArray patch;
    QString folder;          ///< in which series/ lies
    QByteArray gateReport = {}; ///< gate.junit.xml as the bundle has it; empty: there is nothing to compare
    QString elsewhere = {};  ///< how the reader named the commit when it is not the bundle's base; empty on the base
};

/// What the proofs saw of the changed tree.
struct SeenChange {
    std::optional<GateReport> gate; ///< none when there is no gate, or it did not come to that
    QList<FindingId> present; ///< findings claimed to be fixed whose checks showed them all the same
};

/// Patch and series give the trees; the gate is no worse than on the commit; every check that was seen present is
/// present before and every fixed one absent after; guards absent after. On another revision nothing is claimed of
/// trees and of before: a patch that does not apply there, or has nothing to mend, could not be judged. An answer that
/// no run gave could not be judged either. Errors are those of the environment.
[[nodiscard]] Result<SeenChange> proveChange(ProvingGround &ground, const BundleFacts &facts,
                                             const ChangeToProve &change, const CheckBytes &bytes, ProofTeller &teller);

} // namespace assay
