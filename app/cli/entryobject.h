// A journal entry as the object that --json prints.
#pragma once

#include "core/journal/entry.h"

namespace assay::cli {

/// {"type":"entry","entry":{"seq",…}}: inside are the members of the journal's own line.
[[nodiscard]] QJsonObject entryObject(const Entry &entry);

} // namespace assay::cli
