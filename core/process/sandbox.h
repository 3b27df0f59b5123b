// Containment as a command prefix: bubblewrap with an allow-list.
//
// Inside there is: the system (/usr, /bin, /sbin, /lib*, /etc, /opt) and the owner's toolchains read-only, package
// caches whose writes are thrown away, a fresh /tmp, an own /proc and a minimal /dev, and what the spec binds, each at
// the path it names. Nothing else: no home, no /run, no other folder. Own user, PID, IPC, host name ("assay") and,
// unless the spec asks for it, network namespace (then only a loopback of its own). As root, too, no capability is
// left. With the network the host's loopback and abstract sockets are within reach: the owner is told so.
// What a contained process writes to /tmp, /dev/shm or an Overlay is memory until it ends; the first two are limited
// (kFreshBytes), overlays by the kernel's half of the memory.
// Format: bwrap(1).
#pragma once

#include "core/process/processhost.h"

#include <QStringList>

namespace assay {

struct SandboxBind {
    QByteArray host, inside;
    enum class Mode {
        ReadOnly,
        ReadWrite,
        Overlay, ///< read-only below, writes thrown away; read-only where the machine cannot (ability().overlay)
        Fresh,   ///< an empty folder in memory, writable; `host` is not looked at
    } mode
        = Mode::ReadOnly;
};

struct SandboxSpec {
    QList<SandboxBind> binds;   ///< beside the system: the checkout, the check's folder, base.git; later ones on top
    QByteArray workingFolder;   ///< inside; empty = "/"
    QByteArray home;            ///< inside; a fresh folder bound read-write by the caller
    bool network = false;
};

/// What this machine can do, found out once by trying it.
struct SandboxAbility {
    bool available = false;
    bool overlay = false;  ///< bubblewrap ≥ 0.11 and the kernel allow --tmp-overlay
    QString version;       ///< "0.12.0"; empty when there is no bubblewrap
    QString reason;        ///< why not available, with what to do
};

/// A value; copies may be used from any thread.
class Sandbox {
public:
    static constexpr qint64 kFreshBytes = qint64(2) << 30;

    /// Probes with a real start. `enabled` false gives an uncontained sandbox (ability().available false).
    [[nodiscard]] static Sandbox detect(ProcessHost &host, bool enabled = true);
    [[nodiscard]] const SandboxAbility &ability() const { return m_ability; }
    [[nodiscard]] bool contains() const { return m_ability.available; }
    /// Contained, the command gets exactly its own environment and HOME, TMPDIR=/tmp, and, where it does not set them,
    /// the variables that name the caches (CARGO_HOME, PIP_CACHE_DIR, …). Its program and folder are meant inside.
    /// Dies with the keeper that starts it; a signal shows as status 128 + n, as in a shell. Identity when !contains().
    [[nodiscard]] ProcessCommand wrap(ProcessCommand command, const SandboxSpec &spec) const;

private:
    void addBind(QByteArrayList &arguments, const SandboxBind &bind) const;

    SandboxAbility m_ability;
    QByteArray m_program; ///< bwrap's path
    QByteArrayList m_base; ///< what every command gets
    QMap<QByteArray, QByteArray> m_cacheVariables;
};

/// Read-only binds of toolchains and copy-on-write package caches that live in the user's home
/// (cargo, rustup, go, gradle, maven, npm, pip, pyenv, nvm), and of PATH folders outside the system ones.
[[nodiscard]] QList<SandboxBind> toolchainBinds();

} // namespace assay
