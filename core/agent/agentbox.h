// What a contained agent can reach: an allow-list, never a list of what to hide. Private to core/agent.
#pragma once

#include "core/agent/agent.h"
#include "core/process/processhost.h"

namespace assay {

/// As the owner asked for it (agent.contained, agent.read, agent.write), and what the kind of agent needs by itself.
struct AgentReach {
    bool contained = false;
    QStringList reads, writes;      ///< absolute, or "~/…"; each must be there
    QStringList usualReads, usualWrites; ///< the same, left out where they are not there
};

/// The session's command in a sandbox: the system and toolchains read-only, an empty HOME and TMPDIR that last as long as the
/// session, the clone and the outbox read-write, base.git, the prompt and the program's own file read-only, and what `reach` adds.
/// The repository's own settings for agents (agentsettings.h) are hidden: they would have it start what they name.
/// It has the network: the model is there. Of the environment stays what names a locale, a terminal, a proxy, certificates or
/// a model's login (see agentbox.cpp). The command as it is where `reach` is not contained.
/// Errors (AgentUnavailable): no bubblewrap; a path of the owner's that is not there.
[[nodiscard]] Result<ProcessCommand> boxed(ProcessHost &host, ProcessCommand command, const SessionRequest &request,
                                           const AgentReach &reach);

} // namespace assay
