// What a preparation depends on beside the tree and its commands. Private to core/gate.
#pragma once

#include "core/domain/ids.h"

namespace assay {

/// Programs that build and run things, found on PATH, each by its resolved file, size and time: another version is
/// another file. Nothing is started. The same for the life of a process unless PATH's programs change.
[[nodiscard]] QByteArray toolchainFingerprint(const QByteArray &path);

} // namespace assay
