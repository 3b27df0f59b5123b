// gate.junit.xml: what the gate said of the exported tree, as continuous integration reads it.
#pragma once

#include "core/domain/gatereport.h"

namespace assay {

/// A suite for each command, a case for each of its cases. A command that tells none is one case by its status, and one
/// that ended badly though no case failed has a case more that says so: no reader may take it for green. Characters that
/// XML 1.0 forbids, and those that would hide or reorder text, are shown escaped. Pure.
[[nodiscard]] QByteArray gateAsJUnit(const GateReport &report);

} // namespace assay
