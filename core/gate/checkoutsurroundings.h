// What every command in a checkout, and every preparation, finds around it. Private to core/gate.
#pragma once

#include "core/gate/checkoutpool.h"
#include "core/process/coreslots.h"

namespace assay {

/// The folders of one command as it sees them.
struct SeenPaths {
    QByteArray tree, home, check, files, out, temporary;
};

/// Shared by all checkouts of a pool; outlives them.
struct CheckoutSurroundings {
    RunFolder folder;
    ProcessHost &host;
    Sandbox sandbox;
    QList<ShellCommand> services;
    QByteArray baseGit;         ///< on the host; empty when there is none
    bool networkCaches
        = false; ///< a preparation downloads: package caches are in HOME, so that they are frozen with it
    bool overlay = false;
    CoreSlots cores;            ///< one for each command that may run at once, shared with the machine's other runs

    CheckoutSurroundings(RunFolder run, ProcessHost &processHost, const Sandbox &box);
    static constexpr QByteArrayView kCaches = ".cache/assay"; ///< below HOME, when networkCaches
    [[nodiscard]] SeenPaths seenPaths() const;
    /// The folder of the only checkout that may exist when nothing is contained.
    [[nodiscard]] QString onlyFolder() const { return folder.checkouts() + QStringLiteral("/0"); }
    [[nodiscard]] QMap<QByteArray, QByteArray> environment() const;
    /// How .git in a checkout names base.git.
    [[nodiscard]] QByteArray baseGitAsSeen() const;

private:
    QMap<QByteArray, QByteArray> m_environment;
};

} // namespace assay
