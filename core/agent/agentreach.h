// What a contained agent could reach on this machine, tried (core/process/reach.h).
#pragma once

#include "core/process/reach.h"

namespace assay {

/// With nothing added by the owner, in a session with folders of its own. `environment`: what the owner's session has.
/// Errors (AgentUnavailable): no bubblewrap.
[[nodiscard]] Result<QList<ReachPlace>> reachedByAgent(ProcessHost &host, const QByteArray &program,
                                                       const QMap<QByteArray, QByteArray> &environment,
                                                       const QList<ReachPlace> &places);

} // namespace assay
