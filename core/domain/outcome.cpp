// The documented exit statuses of a run's ends.
#include "core/domain/rules.h"

namespace assay {

int exitStatusOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Converged:
        return 0;
    case Outcome::Failed:
        return 1;
    case Outcome::BudgetSpent:
        return 3;
    case Outcome::WaitingForOwner:
        return 4;
    case Outcome::Stuck:
        return 5;
    case Outcome::GateBroken:
        return 6;
    case Outcome::AgentUnavailable:
        return 7;
    case Outcome::Stopped:
        return 8;
    }
    Q_UNREACHABLE_RETURN(70);
}

} // namespace assay
