// Why bubblewrap would not start here, and what the owner can do about it.
#pragma once

#include <QString>

namespace assay {

/// The kernel's switches that forbid user namespaces, as /proc/sys gives them; empty where the kernel has none.
struct NamespaceSwitches {
    QByteArray apparmorRestricts;  ///< kernel.apparmor_restrict_unprivileged_userns; "1" forbids
    QByteArray unprivilegedClone;  ///< kernel.unprivileged_userns_clone; "0" forbids
    QByteArray most;               ///< user.max_user_namespaces; "0" forbids
};

[[nodiscard]] NamespaceSwitches readNamespaceSwitches();

/// `says`: the last line of bubblewrap's own words.
[[nodiscard]] QString refusalText(const QString &says, const NamespaceSwitches &switches, bool root);

} // namespace assay
