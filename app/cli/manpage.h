// Man pages (roff, section 1), made from the table.
#pragma once

#include "app/cli/commandtable.h"

namespace assay::cli {

[[nodiscard]] QString manPage();                          ///< assay(1)
[[nodiscard]] QString manPage(const CommandSpec &command); ///< assay-COMMAND(1)

} // namespace assay::cli
