// Exporting a run and saying so in its journal.
#pragma once

#include "core/bundle/bundle.h"
#include "core/engine/ledger.h"

namespace assay {

/// Proves, appends `export.proven`, writes the bundle, and appends `export.written`. The ledger's lock keeps the run as it
/// is meanwhile. Callable from any thread; `progress` is called in that one.
[[nodiscard]] Result<ExportResult> exportRun(Ledger &ledger, ProcessHost &host, const ExportOptions &options,
                                             const ProofProgress &progress, StopToken stop);

/// "An earlier bundle stays …" when this one had to go beside it; empty else.
[[nodiscard]] QString besideEarlier(const RunFolder &run, const QString &bundle);

/// "proven", "refuted", "could not"
[[nodiscard]] QString toWord(Proof::State state);
[[nodiscard]] QJsonObject proofObject(const Proof &proof);

} // namespace assay
