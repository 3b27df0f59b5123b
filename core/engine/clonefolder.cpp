#include "core/engine/clonefolder.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace assay {

Status CloneFolder::lay(int iteration)
{
    const RunState &state = m_ledger.state();
    const CheckpointFact &checkpoint = state.checkpoint();
    const RunFolder &folder = m_instruments.folder;
    if (QDir(folder.clone()).exists()) {
        const auto kept = keepEdit(iteration, u"before"_s,
                                   u"the clone was edited between sessions and the edit was not submitted"_s);
        if (!kept)
            return kept;
    }
    QDir().mkpath(folder.clone());
    if (const auto restored = rollBack(); !restored)
        return restored;
    return layGit(folder.vault(), checkpoint.commit, folder.baseGit(), folder.baseGit().toUtf8(), folder.clone());
}

Status CloneFolder::keepEdit(int iteration, const QString &when, const QString &what) const
{
    const auto saved = salvage(u"salvage/clone-%1-%2"_s.arg(when).arg(iteration),
                               u"found in the clone %1 iteration %2"_s.arg(when).arg(iteration));
    if (!saved)
        return failure(saved.error());
    if (saved->isNull())
        return {};
    return m_ledger.append(
        Draft{.kind = u"tamper.seen"_s,
              .data = {{u"path"_s, u"."_s}, {u"what"_s, what}, {u"done"_s, u"saved as %1"_s.arg(saved->text())}},
              .iteration = iteration});
}

Status CloneFolder::rollBack() const
{
    const RunFolder &folder = m_instruments.folder;
    return restore(m_instruments.git, folder.vault(), m_ledger.state().checkpoint().tree, folder.clone(), false,
                   m_stop);
}

Result<CollectedTree> CloneFolder::read() const
{
    const RunFolder &folder = m_instruments.folder;
    QDir().mkpath(folder.scratch());
    return collect(m_instruments.git, folder.vault(), folder.scratch() + u"/clone.index"_s,
                   m_ledger.state().checkpoint().tree, folder.clone(), m_ledger.state().leftByBaseline(), m_stop);
}

Result<ObjectId> CloneFolder::commit(const ObjectId &tree, const QString &refName, const QString &message) const
{
    Vault &vault = m_instruments.vault;
    const ObjectId parent = m_ledger.state().checkpoint().commit;
    const auto known = vault.ref(refName);
    if (!known)
        return failure(known.error());
    if (*known) {
        const auto facts = vault.commit(**known);
        if (facts && facts->tree == tree && facts->parents == QList<ObjectId>{parent})
            return **known; // made before a crash that came between the ref and its entry
    }
    const auto made = vault.commitTree(tree, {parent}, message.toUtf8(), QDateTime::currentDateTimeUtc());
    if (!made)
        return made;
    if (const auto set = vault.setRef(refName, *made, known->value_or(ObjectId())); !set)
        return failure(set.error());
    return made;
}

Result<ObjectId> CloneFolder::salvage(const QString &refName, const QString &message) const
{
    const auto found = read();
    if (!found)
        return failure(found.error());
    // Any checkpoint's tree is safe already: a rewound run leaves a later one in the clone.
    for (const CheckpointFact &checkpoint : m_ledger.state().checkpoints) {
        if (found->tree == checkpoint.tree)
            return ObjectId();
    }
    // So is the candidate's: its commit is in the vault.
    const IterationFact *running = m_ledger.state().running();
    if (running && running->candidate && found->tree == running->candidate->tree)
        return ObjectId();
    return commit(found->tree, refName, message);
}

} // namespace assay
