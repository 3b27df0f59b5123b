// Copies of whole folders: reflinks where the file system has them, else bytes. Private to core/gate.
#pragma once

#include "core/domain/error.h"
#include "core/domain/stoptoken.h"

namespace assay {

/// Copies the folder `from` to `to`, which must not exist. Kept: names and contents byte for byte, symbolic links as
/// they are (never followed), modes, times of files and folders (build tools compare them), pipes. Left out: sockets
/// and devices, which mean nothing in a copy. Hard links become files of their own. Errors: what cannot be read or
/// written, by path; a full disk; stopped. What was written until then stays, for the caller to delete.
[[nodiscard]] Status copyFolder(const QString &from, const QString &to, const StopToken &stop = {});

/// True if files of this folder can be cloned without copying their bytes (FICLONE: btrfs, xfs, bcachefs, …).
[[nodiscard]] bool canReflink(const QString &folder);

} // namespace assay
