// The work tree in which the agent (or the owner) edits: laid, read back, and never overwritten unsaved.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

class CloneFolder {
public:
    CloneFolder(Ledger &ledger, Instruments &instruments, StopToken stop)
        : m_ledger(ledger),
          m_instruments(instruments),
          m_stop(std::move(stop))
    {}

    /// The clone holds exactly the current checkpoint, with a fresh .git of its own. What differed from it before
    /// (an owner's edit nobody submitted) is saved under refs/assay/salvage first and told.
    [[nodiscard]] Status lay(int iteration);
    /// An owner's edit that nobody submitted: saved as "salvage/clone-<when>-<iteration>" and told with `what` it is.
    /// Nothing happens where the clone holds nothing of its own.
    [[nodiscard]] Status keepEdit(int iteration, const QString &when, const QString &what) const;
    /// Only the files, exactly the current checkpoint's: after a candidate was rolled back. Its commit is in the vault.
    [[nodiscard]] Status rollBack() const;
    /// The folder's state as a tree of the vault, against the current checkpoint.
    [[nodiscard]] Result<CollectedTree> read() const;
    /// Commits a tree as this iteration's candidate or salvage, parent = the checkpoint; sets the ref. Idempotent.
    [[nodiscard]] Result<ObjectId> commit(const ObjectId &tree, const QString &refName, const QString &message) const;
    /// Saves what lies in the clone now, if it is neither a checkpoint nor the candidate under way. Null when there was
    /// nothing to save.
    [[nodiscard]] Result<ObjectId> salvage(const QString &refName, const QString &message) const;

private:
    Ledger &m_ledger;
    Instruments &m_instruments;
    StopToken m_stop;
};

} // namespace assay
