// What becomes of an iteration that was cut short.
#pragma once

#include "core/engine/instruments.h"
#include "core/engine/ledger.h"

namespace assay {

/// An iteration whose session was started and never ended cannot go on: what it left is salvaged, and the next
/// iteration starts the same attempt again. It is numbered but not counted. Does nothing where there is none.
[[nodiscard]] Status interruptUnfinishedSession(Ledger &ledger, Instruments &instruments, const QString &why);

} // namespace assay
