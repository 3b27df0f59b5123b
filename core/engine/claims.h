// Claims beside what was seen.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

/// Appends `claim.made` for each; once per iteration.
[[nodiscard]] QList<Draft> madeDrafts(const Measurement &measurement, const QList<Claim> &claims);

/// Judges this iteration's claims against what this iteration measured (its gate report, its candidate's files, the
/// answers of its checks, the commits that exist); appends `claim.judged`. A refuted claim changes no verdict.
[[nodiscard]] Status judgeClaims(Measurement &measurement);

/// True if the hash names a commit of the vault, or an object in the clone's own .git.
[[nodiscard]] bool commitExists(const Instruments &instruments, const QString &hash);

} // namespace assay
