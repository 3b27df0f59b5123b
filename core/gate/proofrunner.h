// Runs one check once, under the repro contract, and records what was seen.
#pragma once

#include "core/domain/rules.h"
#include "core/gate/checkoutpool.h"

namespace assay {

struct ProofResult {
    Answer answer = Answer::Inconclusive;
    QString reason;
    int exitStatus = -1, signal = 0;
    bool timedOut = false;
    std::chrono::milliseconds duration{0};
    Digest out, err;          ///< in the evidence store
    QByteArray reproducedLine; ///< first line that begins REPRODUCED:, without the newline; may be empty
    int hashSeed = 0;
};

/// Thread-safe. `k` is 1-based: hash seed k-1 (PYTHONHASHSEED), another directory order where possible.
class ProofRunner {
public:
    ProofRunner(CheckoutPool &pool, EvidenceStore &evidence, Policy policy);
    [[nodiscard]] Result<ProofResult> run(const QByteArray &fileName, const QByteArray &bytes,
                                          const PreparedTree &prepared, int k, StopToken stop) const;
    /// Once, with an empty folder at the checkout's path.
    [[nodiscard]] Result<ProofResult> control(const QByteArray &fileName, const QByteArray &bytes,
                                              const PreparedTree &prepared, StopToken stop) const;

private:
    CheckoutPool &m_pool;
    EvidenceStore &m_evidence;
    Policy m_policy;
};

} // namespace assay
