// What a contained agent could reach on this machine, tried (core/process/reach.h).
#pragma once

#include "core/process/reach.h"

namespace assay {

/// With nothing added by the owner, in a session with folders of its own and the environment that it would have.
/// Errors (AgentUnavailable): no bubblewrap.
[[nodiscard]] Result<QList<ReachPlace>> reachedByAgent(ProcessHost &host, const QByteArray &program,
                                                       const QList<ReachPlace> &places);

} // namespace assay
