// The pool's one kind of checkout. Private to core/gate.
#pragma once

#include "core/gate/checkoutsurroundings.h"

#include <functional>

namespace assay {

/// Owns the folder checkouts/<n> while it lives: tree and home (unless overlaid), and what a call lays beside them.
/// Contained, it leaves that folder behind with an empty bin/, for the next checkout of that number.
class FolderCheckout final : public Checkout {
public:
    /// `lowerTree` empty: the tree is an empty folder. `released` runs last, when everything is gone.
    FolderCheckout(CheckoutSurroundings &surroundings, QString own, QString lowerTree, QString lowerHome,
                   std::function<void()> released);
    ~FolderCheckout() override;

    /// Copies tree and home where they are not overlaid.
    [[nodiscard]] Status lay();
    [[nodiscard]] QString folder() const override;
    [[nodiscard]] Result<Outcome> run(const Call &call, StopToken stop) override;
    [[nodiscard]] QByteArray treePath() const override { return m_seen.tree; }
    [[nodiscard]] QByteArray filesPath() const override { return m_seen.files; }
    [[nodiscard]] QByteArray outPath() const override { return m_seen.out; }

private:
    [[nodiscard]] Status layTree(const StopToken &stop);
    [[nodiscard]] Status layFiles(const Call &call);
    [[nodiscard]] SandboxSpec spec(const Call &call, const QByteArray &workingFolder) const;
    void readBack(const Call &call, const timespec &start, Outcome &outcome) const;
    [[nodiscard]] bool isBare() const; ///< as a contained one leaves it
    [[nodiscard]] bool contained() const { return m_surroundings.sandbox.contains(); }

    CheckoutSurroundings &m_surroundings;
    QString m_own, m_lowerTree, m_lowerHome;
    std::function<void()> m_released;
    SeenPaths m_seen;
    QByteArrayList m_laid; ///< the paths of the call's files
    bool m_treeIsCopy = false;
    bool m_homeIsCopy = false;
    bool m_hasOut = false; ///< on the disk, since something of it is read back; else in the sandbox's memory
    bool m_used = false;
};

} // namespace assay
