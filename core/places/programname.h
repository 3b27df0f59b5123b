// How printed commands name the program.
#pragma once

#include <QString>

namespace assay {

/// ASSAY_PROGRAM, which packaging/run sets to what starts it again, else "assay".
[[nodiscard]] QString programName();

} // namespace assay
