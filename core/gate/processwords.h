// How a process ended, in words. Private to core/gate.
#pragma once

#include "core/process/processhost.h"

namespace assay {

/// Of a command that the owner ended: it measured nothing, and neither a pass nor a clean audit may rest on it.
inline constexpr QStringView kEndedByOwner = u"was ended by the owner";

/// Goes on after the command's name: "ended with status 2: <last words>", "ran into its time limit of 60 s", …
[[nodiscard]] QString howItEnded(const ProcessResult &result);

/// Why it says nothing about what it was to measure: not started (126 and 127 from a shell too), a time-out, a limit
/// reached. Empty when it ended by itself.
[[nodiscard]] QString whyItMeasuredNothing(const ProcessResult &result);

/// The last line with text in it, for a message; at most 200 characters.
[[nodiscard]] QString lastWords(QByteArrayView output);

/// The last lines with text in them of what it said on standard error, else on standard output; one line, for a message.
[[nodiscard]] QString lastLines(const ProcessResult &result);

} // namespace assay
