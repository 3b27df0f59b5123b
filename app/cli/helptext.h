// --help, made from the table.
#pragma once

#include "app/cli/commandtable.h"
#include "app/cli/terminal.h"

namespace assay::cli {

[[nodiscard]] QString overview(const TextStyle &style);
[[nodiscard]] QString commandHelp(const CommandSpec &command, const TextStyle &style);

} // namespace assay::cli
