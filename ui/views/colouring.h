// Source code as Lines in ink.
#pragma once

#include "ui/look/lines.h"

namespace assay::ui {

/// As CodeInker knows the language; plain where it does not, and beyond 1 MB. Takes up to a few hundred milliseconds: for
/// a worker.
[[nodiscard]] std::shared_ptr<const Lines> coloured(const QByteArray &bytes, const QString &fileName);

} // namespace assay::ui
