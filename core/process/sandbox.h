// Containment as a command prefix: bubblewrap with an allow-list.
#pragma once

#include "core/process/processhost.h"

#include <QStringList>

namespace assay {

struct SandboxBind {
    QByteArray host, inside;
    enum class Mode { ReadOnly, ReadWrite, Overlay /*read-only below, writes thrown away*/ } mode = Mode::ReadOnly;
};

struct SandboxSpec {
    QList<SandboxBind> binds;   ///< beside the system: the checkout, the check's folder, base.git
    QByteArray workingFolder;   ///< inside
    QByteArray home;            ///< inside; a fresh folder bound read-write by the caller
    bool network = false;
};

/// What this machine can do, found out once by trying it.
struct SandboxAbility {
    bool available = false;
    bool overlay = false;  ///< bubblewrap ≥ 0.11 and the kernel allow --tmp-overlay
    QString version;
    QString reason;        ///< why not available, with what to do
};

class Sandbox {
public:
    /// Probes with a real start. `enabled` false gives an uncontained sandbox (ability().available false).
    [[nodiscard]] static Sandbox detect(ProcessHost &host, bool enabled = true);
    [[nodiscard]] const SandboxAbility &ability() const { return m_ability; }
    [[nodiscard]] bool contains() const { return m_ability.available; }
    /// Wraps: system and toolchains read-only (see toolchainBinds), own PID namespace, fresh /tmp, no network
    /// unless asked, home, /run and everything else absent, dies with the host's thread. Identity when !contains().
    [[nodiscard]] ProcessCommand wrap(ProcessCommand command, const SandboxSpec &spec) const;

private:
    SandboxAbility m_ability;
};

/// Read-only binds of toolchains and copy-on-write package caches that live in the user's home
/// (cargo, rustup, go, gradle, maven, npm, pip, pyenv, nvm), and of PATH folders outside the system ones.
[[nodiscard]] QList<SandboxBind> toolchainBinds();

} // namespace assay
