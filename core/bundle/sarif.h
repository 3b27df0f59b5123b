// findings.sarif: the findings as code scanners read them, SARIF 2.1.0 (OASIS Standard, with errata 01).
#pragma once

#include "core/bundle/bundlefacts.h"

namespace assay {

/// One run of one driver. A rule is a root cause; a result is a filed finding, worst first, at the places that it names:
/// fixed ones with baseline state "absent", those left "unchanged" ("new" where base was watched without them), declined
/// ones suppressed with their reason. What was claimed and not shown is no result. Pure, and the same bytes each time.
[[nodiscard]] QByteArray findingsAsSarif(const BundleFacts &facts, const RunState &state);

} // namespace assay
