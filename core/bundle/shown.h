// How texts of the journal are shown in the files of a bundle, and which reason a decline has: said once for all of them.
#pragma once

#include "core/journal/runstate.h"

namespace assay {

/// On one line: line ends and tabs become spaces, all else that would hide or reorder text is shown escaped (visible()).
[[nodiscard]] QString shownLine(const QString &text);

/// The same, its line ends kept.
[[nodiscard]] QString shownLines(const QString &text);

/// shownLine() without anything that Markdown or HTML inside it would take for its own.
[[nodiscard]] QString markdownText(const QString &text);

/// Why a finding was declined; says so when the journal gives no reason.
[[nodiscard]] QString declineReason(const RunState &state, const Finding &finding);

/// "1 finding", "3 findings"
[[nodiscard]] QString counted(qsizetype n, const QString &one, const QString &many);

} // namespace assay
