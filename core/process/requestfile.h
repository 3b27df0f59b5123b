// A command as the starter and its keepers read it, and what they failed at in words.
#pragma once

#include "core/process/processhost.h"
#include "core/process/startrequest.h"

#include <expected>

namespace assay {

/// The path to execute: as given when it has a '/', else the first executable file of that name in PATH of the
/// command's own environment. The error is for people, without the program's name.
[[nodiscard]] std::expected<QByteArray, QString> findProgram(const ProcessCommand &command);

/// Descriptors, close-on-exec, the caller's; errors are errnos. EINVAL: something holds a NUL byte.
[[nodiscard]] std::expected<int, int> requestFile(const ProcessCommand &command, const QByteArray &program);
[[nodiscard]] std::expected<int, int> memoryFile(const QByteArray &bytes); ///< read from its start, not writable
[[nodiscard]] std::expected<int, int> nullFile();

[[nodiscard]] QString startFailureText(const ProcessCommand &command, const KeeperReport &report);

} // namespace assay
