// Checks run again because the owner asked for it.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

/// Runs the checks of every finding that the owner wants to see again on the current checkpoint. A fixed finding whose
/// acceptance checks are not absent in every run has regressed, and its task is open again. Nothing else is judged
/// here: what is open is judged where it is worked.
[[nodiscard]] Status runRechecks(Measurement &measurement);

/// The entries of a fixed finding that was seen again: judged regressed, the tasks that fixed it open.
[[nodiscard]] QList<Draft> regression(const Measurement &measurement, const Finding &finding, const QString &why);

} // namespace assay
