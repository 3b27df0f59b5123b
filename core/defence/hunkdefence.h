// What notices when one hunk of the change is missing: each is taken back alone, and checks and gate are run on the rest.
#pragma once

#include "core/domain/stoptoken.h"
#include "core/engine/ledger.h"
#include "core/process/processhost.h"
#include "core/review/reviewedchange.h"

#include <functional>

namespace assay::defence {

/// The places of base↔now that are asked about: hunks, and files that have none. Those of test files are not among them:
/// they are what defends. Reads the vault: for a worker.
[[nodiscard]] Result<QList<ReviewPlace>> placesOf(const RunFolder &folder, const RunState &state, const Policy &policy,
                                                  const StopToken &stop = {});

struct Progress {
    qsizetype done = 0, of = 0;
    HunkFact fact; ///< the newest
    bool reused = false; ///< the same rest was asked the same before
};

/// Judges the places (all where none are named) of the current checkpoint's change and appends a `hunk.judged` for each as soon
/// as it is known; what was judged stays when it is stopped. As many at once as the pool allows.
/// Defended: a check of a fixed finding is present, a guard is, a test that passed fails or is gone (twice), a command of the
/// gate is worse, or the rest cannot be prepared. Undefended: all of them answer as before.
/// The ledger's lock keeps the run as it is meanwhile. Any thread; `progress` is called in it. Errors: stopped; the vault;
/// no containment where the policy wants it.
[[nodiscard]] Result<QList<HunkFact>> judgeHunks(Ledger &ledger, ProcessHost &host, const QList<ReviewPlace> &only,
                                                 const std::function<void(const Progress &)> &progress,
                                                 const StopToken &stop);

} // namespace assay::defence
