#include "core/bundle/bundle.h"

namespace assay {

int ProofList::exitStatus() const
{
    bool could = true;
    for (const Proof &proof : proofs) {
        if (proof.state == Proof::State::Refuted)
            return 9;
        could = could && proof.state != Proof::State::CouldNot;
    }
    return could ? 0 : 10;
}

} // namespace assay
