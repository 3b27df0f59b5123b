// Questions that hold one iteration until the owner (or a policy rule) has answered.
#pragma once

#include "core/engine/step.h"

namespace assay {

inline constexpr QStringView kAccept = u"accept";
inline constexpr QStringView kReject = u"reject";
inline constexpr QStringView kSendBack = u"send back";

/// The answers to a permission (ownersdesk.h).
inline constexpr QStringView kAllow = u"allow";
inline constexpr QStringView kRefuse = u"refuse";

enum class Approval { Accepted, Rejected, SentBack, Waiting };

struct ApprovalRequest {
    QString subject; ///< suspect-test, sensitive-path, deletion, not-comparable, review: at most one open per iteration
    QString title;
    QString question;
    QString why;
    bool canSendBack = false;
};

/// Files the prompt the first time; afterwards tells its answer. `reason` gets the owner's words.
[[nodiscard]] Result<Approval> askOwner(Measurement &measurement, const ApprovalRequest &request, QString *reason);

} // namespace assay
