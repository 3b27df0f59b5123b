#include "core/engine/instruments.h"

using namespace Qt::StringLiterals;

namespace assay {

Result<std::unique_ptr<Instruments>> Instruments::open(const RunFolder &folder, const Policy &policy,
                                                       const QString &resources, ProcessHost &host,
                                                       const ObjectId &base)
{
    auto vault = Vault::open(folder.vault());
    if (!vault)
        return failure(vault.error());
    auto agent = makeAgent(policy.agent, host, policy);
    if (!agent)
        return failure(agent.error());
    Sandbox sandbox = Sandbox::detect(host, policy.contained);
    if (policy.contained && !sandbox.contains()) {
        return failure(u"gates and checks cannot be contained: "_s + sandbox.ability().reason, u"bubblewrap"_s,
                       u"Install bubblewrap, or let them run uncontained with --uncontained "
                       "(run.contained = false in assay.toml)."_s);
    }
    return std::unique_ptr<Instruments>(
        new Instruments(folder, policy, resources, host, std::move(*vault), sandbox, base, std::move(*agent)));
}

Instruments::Instruments(const RunFolder &runFolder, const Policy &owners, const QString &data, ProcessHost &processes,
                         Vault openVault, const Sandbox &containment, const ObjectId &base,
                         std::unique_ptr<Agent> chosen)
    : folder(runFolder),
      policy(owners),
      resources(data),
      host(processes),
      git(processes),
      vault(std::move(openVault)),
      evidence(runFolder.evidence()),
      sandbox(containment),
      pool(runFolder, processes, sandbox, owners, base),
      proofs(pool, evidence, owners),
      gates(pool, evidence, owners),
      agent(std::move(chosen))
{}

} // namespace assay
