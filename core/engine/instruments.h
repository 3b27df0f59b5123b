// What the engine measures and works with, opened once for a run.
#pragma once

#include "core/agent/agent.h"
#include "core/gate/gaterunner.h"
#include "core/gate/proofrunner.h"
#include "core/git/worktree.h"
#include "core/journal/evidencestore.h"

#include <memory>

#include <functional>

namespace assay {

/// Owned by the engine, used from its thread; the pool, the runners and the evidence store are thread-safe.
class Instruments {
public:
    RunFolder folder;
    Policy policy;
    /// Called before each step of an iteration: where a pause takes effect. An error ends the turn (a stop). May be empty.
    std::function<Status()> betweenSteps;
    /// Called while a session waits for the owner: takes the answers that lie in the inbox. May be empty.
    std::function<Status()> takeAnswers;
    QString resources; ///< folder with prompts/ and schemas/
    ProcessHost &host;
    GitProgram git;
    Vault vault;
    EvidenceStore evidence;
    Sandbox sandbox;
    CheckoutPool pool;
    ProofRunner proofs;
    GateRunner gates;
    std::unique_ptr<Agent> agent;

    /// Opens the vault and detects containment. Errors: no vault, agent not found (AgentUnavailable), no
    /// bubblewrap while the policy wants containment.
    [[nodiscard]] static Result<std::unique_ptr<Instruments>> open(const RunFolder &folder, const Policy &policy,
                                                                   const QString &resources, ProcessHost &host,
                                                                   const ObjectId &base);
    Instruments(const Instruments &) = delete; // the runners refer to the pool beside them

private:
    Instruments(const RunFolder &folder, const Policy &policy, const QString &resources, ProcessHost &host, Vault vault,
                const Sandbox &sandbox, const ObjectId &base, std::unique_ptr<Agent> agent);
};

} // namespace assay
