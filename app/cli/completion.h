// Completion scripts for the shells, made from the table.
#pragma once

#include <QString>

namespace assay::cli {

[[nodiscard]] QString bashCompletion();
[[nodiscard]] QString zshCompletion();
[[nodiscard]] QString fishCompletion();

} // namespace assay::cli
