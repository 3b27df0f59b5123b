// Where the program's data lie: prompts, schemas, the demo.
#pragma once

#include "core/domain/error.h"

namespace assay {

/// ASSAY_RESOURCES, else the folder it was installed to, else the source's: the first that holds prompts/ and
/// schemas/. Not looked for beside the program: it may have been started by a loader of another system. The error
/// (Failed) names every folder that was tried.
[[nodiscard]] Result<QString> findResources();

} // namespace assay
