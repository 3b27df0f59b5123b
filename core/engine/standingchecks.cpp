#include "core/engine/standingchecks.h"

namespace assay {

StandingChecks standingChecks(const RunState &state)
{
    StandingChecks checks;
    for (const Finding &finding : state.findings) {
        if (!isFiled(finding.state))
            continue;
        for (const CheckId &id : finding.checks) {
            const CheckRole role = state.checks.value(id).role;
            if (role == CheckRole::Guard)
                checks.guards.append(id);
            else if (role == CheckRole::Acceptance && finding.state == FindingState::Fixed)
                checks.fixed.append(id);
        }
    }
    return checks;
}

} // namespace assay
