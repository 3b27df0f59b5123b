// What tests of processes ask: is that one alive, how much memory and time did we use, the misbehaviours.
#pragma once

#include "core/process/processhost.h"

namespace assay::test {

/// A command with the clean environment.
[[nodiscard]] ProcessCommand command(const QByteArray &program, const QByteArrayList &arguments = {});
[[nodiscard]] ProcessCommand shell(const QByteArray &script);
/// tests/support/misbehave.py by the name of the misbehaviour.
[[nodiscard]] ProcessCommand misbehave(const QByteArrayList &arguments);

/// Processes whose command line holds `mark`, zombies left out.
[[nodiscard]] QList<int> processesWith(const QByteArray &mark);
[[nodiscard]] bool isAlive(int pid);
[[nodiscard]] qint64 peakMemory();  ///< of this process, bytes (VmHWM)
void resetPeakMemory();
[[nodiscard]] QByteArray readFile(const QByteArray &path);

} // namespace assay::test
