// Runs one check once, under the repro contract, and records what was seen.
#pragma once

#include "core/domain/rules.h"
#include "core/gate/checkoutpool.h"

namespace assay {

struct ProofResult {
    Answer answer = Answer::Inconclusive;
    QString reason;           ///< why it is inconclusive; empty else
    int exitStatus = -1, signal = 0; ///< status -1 = did not end by itself, or did not start
    bool timedOut = false;
    std::chrono::milliseconds duration{0};
    Digest out, err;          ///< in the evidence store
    QByteArray reproducedLine; ///< first line that begins REPRODUCED:, without the newline; may be empty. At most 4 KB
    int hashSeed = 0;
};

/// Thread-safe. `k` is 1-based: hash seed k-1 (PYTHONHASHSEED, PERL_HASH_SEED). The order in which folders list their
/// files is left to the file system: no runtime we know lets it be chosen for a whole tree.
/// The check is executed itself (its first line names its interpreter) from an empty folder of its own, without
/// standard input, with ASSAY_TREE and the policy's search paths; the policy's services run beside it.
/// That it cannot start, hangs, forks without end or fills the disk is an inconclusive answer with the reason in words.
/// Errors: the checkout cannot be made, the evidence not be kept; stopped (ErrorKind::Stopped).
class ProofRunner {
public:
    ProofRunner(CheckoutPool &pool, EvidenceStore &evidence, Policy policy);
    [[nodiscard]] Result<ProofResult> run(const QByteArray &fileName, const QByteArray &bytes,
                                          const PreparedTree &prepared, int k, StopToken stop) const;
    /// Once, with an empty folder at the checkout's path.
    [[nodiscard]] Result<ProofResult> control(const QByteArray &fileName, const QByteArray &bytes,
                                              const PreparedTree &prepared, StopToken stop) const;

private:
    [[nodiscard]] Result<ProofResult> runIn(Checkout &checkout, const QByteArray &fileName, const QByteArray &bytes,
                                            int hashSeed, StopToken stop) const;

    CheckoutPool &m_pool;
    EvidenceStore &m_evidence;
    Policy m_policy;
};

} // namespace assay
