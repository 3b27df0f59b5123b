// Whether a bundle agrees with itself: every file and everything its manifest says against its journal. Runs nothing.
#pragma once

#include "core/bundle/bundlejournal.h"
#include "core/bundle/manifest.h"
#include "core/bundle/proving.h"

namespace assay {

/// What is left when the journal is believed: the facts that all live proofs start from.
struct AgreedBundle {
    BundleFacts facts;
    bool agrees = false; ///< nothing was refuted: only then may anything of the bundle be executed
};

/// `folder`: absolute. Tells each proof. An accident or a forger with an editor is found; whoever makes the whole chain
/// anew, anchors included, is not: only what somebody was told of the bundle apart from it shows that (bundleDigest()).
/// Errors: a file cannot be read, or the folder is no bundle (ErrorKind::Usage).
[[nodiscard]] Result<AgreedBundle> proveAgreement(const QString &folder, const QString &resources, ProofTeller &teller);

} // namespace assay
