// The owner's compilers, interpreters and package caches that are not part of the system: which folders a contained
// command needs to see, and the variables that lead there although HOME is a fresh folder.
#pragma once

#include "core/process/sandbox.h"

namespace assay {

struct Toolchains {
    QList<SandboxBind> binds; ///< in the order of mounting, each at its own path; never home itself or above it
    QMap<QByteArray, QByteArray> variables;
};

/// Looks at the folders that `environment` (HOME, PATH, CARGO_HOME, …) names. What holds logins (cargo's credentials,
/// gradle.properties, Maven's settings, .npmrc) is never among them.
[[nodiscard]] Toolchains findToolchains(const QMap<QByteArray, QByteArray> &environment);

/// Folders of the host that every sandbox shows read-only, where they exist.
[[nodiscard]] const QByteArrayList &systemFolders();

} // namespace assay
