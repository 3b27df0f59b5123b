// The demo's target: the library tally as a git repository of its own.
#pragma once

#include "core/domain/error.h"
#include "core/process/processhost.h"

namespace assay {

/// ${XDG_CACHE_HOME:-~/.cache}/assay/demo/tally, made from <resources>/demo/tally unless it is there already with the
/// same commit: author, date, bytes and modes are fixed, so its commit is the same on every machine. A repository there
/// that is another one is moved aside, not touched. Returns the path.
[[nodiscard]] Result<QString> demoRepository(ProcessHost &host, const QString &resources);

} // namespace assay
