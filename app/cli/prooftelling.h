// Proofs as they are judged: for readers a line each, for programs an object.
#pragma once

#include "app/cli/terminal.h"
#include "core/bundle/bundle.h"

namespace assay::cli {

void tellProof(Terminal &terminal, const Proof &proof);

void tellSecret(Terminal &terminal, const Secret &secret);

/// The last words of a command that proved something; returns its exit status. `facts`: more for programs.
int tellProofs(Terminal &terminal, const QString &command, const QString &subject, const ProofList &proofs,
               const QJsonObject &facts = {});

} // namespace assay::cli
