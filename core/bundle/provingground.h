// A place of its own for proofs: a pristine clone of base, fresh preparations, nothing of the run's own folders.
#pragma once

#include "core/gate/gaterunner.h"
#include "core/gate/proofrunner.h"
#include "core/git/target.h"

#include <QTemporaryDir>

#include <memory>

namespace assay {

/// One temporary folder, gone with it. Thread: one at a time; checks of one call run side by side.
class ProvingGround {
public:
    /// Fetches `base` with its tree from a repository (the run's vault, or the target). The policy says whether what
    /// runs is contained.
    [[nodiscard]] static Result<std::unique_ptr<ProvingGround>> open(ProcessHost &host, const QString &repository,
                                                                     const ObjectId &base, const ObjectId &baseTree,
                                                                     const Policy &policy, StopToken stop);

    /// The tree that a patch makes of a tree, by `git apply --index` in a pristine clone (or --cached where line-end
    /// attributes defeat it: then `*how` says so). ErrorKind::Failed carries git's words.
    [[nodiscard]] Result<ObjectId> apply(const ObjectId &commit, const QByteArray &patch, QString *how);
    /// Whether the commit of the last apply() holds the whole change already.
    [[nodiscard]] bool isApplied(const QByteArray &patch) const;
    /// The trees that `git am --keep-cr` gives on the commit, one a mail.
    [[nodiscard]] Result<QList<ObjectId>> applySeries(const ObjectId &commit, const QStringList &mails);

    struct CheckCall {
        QByteArray fileName, bytes;
        ObjectId tree;
    };
    /// Each check n times on its tree, freshly prepared the first time. In the order of the calls.
    [[nodiscard]] Result<QList<QList<ProofResult>>> watch(const QList<CheckCall> &calls, int n);
    [[nodiscard]] Result<GateReport> gate(const ObjectId &tree);
    [[nodiscard]] Vault &vault() { return m_vault; }
    [[nodiscard]] const GitProgram &git() const { return m_git; }
    [[nodiscard]] const RunFolder &folder() const { return m_folder; }
    [[nodiscard]] bool isContained() const { return m_sandbox.contains(); }
    [[nodiscard]] const Policy &policy() const { return m_policy; }

private:
    ProvingGround(std::unique_ptr<QTemporaryDir> dir, const RunFolder &folder, ProcessHost &host, Vault vault,
                  const Sandbox &sandbox, const Policy &policy, const ObjectId &base, StopToken stop);
    [[nodiscard]] Status pristine(const ObjectId &commit);
    [[nodiscard]] Result<PreparedTree> prepared(const ObjectId &tree);

    std::unique_ptr<QTemporaryDir> m_dir;
    RunFolder m_folder;
    GitProgram m_git;
    Vault m_vault;
    Sandbox m_sandbox;
    Policy m_policy;
    EvidenceStore m_evidence;
    CheckoutPool m_pool;
    ProofRunner m_proofs;
    GateRunner m_gates;
    StopToken m_stop;
    QHash<ObjectId, PreparedTree> m_prepared;
};

} // namespace assay
