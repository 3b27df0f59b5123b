// What containment changes for the gate, measured at set-up where the owner agreed to it.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

/// Runs the gate once on base without containment and appends `gate.reported` ("uncontained") and `gate.compared`
/// ("containment", with what differs from the contained baseline in `changed`). Does nothing when the policy does not
/// ask for it, nothing is contained, there is no gate, or the journal has the comparison already. That the gate
/// measures nothing without containment is a difference, not an error.
[[nodiscard]] Status compareUncontained(Measurement &measurement);

/// The cases and commands that differ, each with both results: "t_net: failed contained, passed uncontained". Those in
/// `unstable` (case keys) are left out. Pure.
[[nodiscard]] QStringList changedByContainment(const GateReport &contained, const GateReport &uncontained,
                                               const QSet<QString> &unstable);

} // namespace assay
