// Finding a gate and its preparation in a tree: proposals that the owner sees and may change.
#pragma once

#include "core/domain/policy.h"
#include "core/git/vault.h"

namespace assay {

struct DetectedGate {
    QList<GateCommand> gate;       ///< most telling first; empty = nothing found (unguarded)
    QList<ShellCommand> prepare;
    QStringList testPaths;         ///< defaults per runner
    QStringList sensitivePaths;    ///< gate, CI, build, lock and runner configuration
    QMap<QString, QString> reproEnv; ///< PYTHONPATH=${TREE}, PYTHONSAFEPATH=1, NODE_PATH, … by languages found
    QStringList warnings;
};

/// Looks at names, and at the contents of small configuration files. unittest, pytest, CMake/ctest, and
/// package.json "test", Cargo.toml, go.mod, Makefile with a `test` or `check` target as status-only commands.
[[nodiscard]] Result<DetectedGate> detectGate(const Vault &vault, const ObjectId &tree);

/// A gate that the owner named: its format by the command's words (pytest, unittest, ctest, …).
[[nodiscard]] GateCommand gateFromLine(const QString &line);

/// Text that masks a status: `| tail`, `|| true`, `; true`, `set +e`, … A sentence each; empty = none seen.
[[nodiscard]] QStringList maskingWarnings(const QString &line);

} // namespace assay
