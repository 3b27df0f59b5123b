// Runs a gate's commands on a prepared tree, each in a checkout of its own, and reads their reports.
#pragma once

#include "core/gate/checkoutpool.h"

namespace assay {

class GateRunner {
public:
    GateRunner(CheckoutPool &pool, EvidenceStore &evidence, Policy policy);
    /// One report. A gate that ran nothing is broken (see "A gate that ran nothing is not green"): no test executed
    /// where the format tells, exit 0 with parsed failures, cannot start (126, 127), failed preparation, time-out,
    /// a report older than the command. Reporters are added through the environment only (PYTEST_ADDOPTS, …).
    [[nodiscard]] Result<GateReport> run(const PreparedTree &prepared, TestSource tests, StopToken stop) const
    {
        return run(prepared, tests, std::move(stop), {});
    }
    /// The same, and looks at each command's checkout after it ended, before it is thrown away: called with the
    /// tree's folder, in the thread that ran the command, several at once. Its error becomes the run's.
    using Look = std::function<Status(const QString &folder)>;
    [[nodiscard]] Result<GateReport> run(const PreparedTree &prepared, TestSource tests, StopToken stop,
                                         const Look &look) const;

private:
    CheckoutPool &m_pool;
    EvidenceStore &m_evidence;
    Policy m_policy;
};

/// A report as JSON (evidence of `gate.reported`) and back. Lossless.
[[nodiscard]] QByteArray encodeReport(const GateReport &report);
[[nodiscard]] Result<GateReport> decodeReport(QByteArrayView json);

} // namespace assay
