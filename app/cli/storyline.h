// A run as it happens, one line per event that matters to a reader. Pure: entry and state in, lines out.
#pragma once

#include "app/cli/report.h"

namespace assay::cli {

/// What a reader is told of an entry that was just folded into `state`; most entries say nothing of their own.
[[nodiscard]] QStringList storyLines(const Entry &entry, const RunState &state, const ReportPlace &place,
                                     const TextStyle &style);

/// Every command that the run will execute, where, with what network and containment: told before the first of them
/// runs, from the state after `run.configured`.
[[nodiscard]] QStringList setUpLines(const RunState &state, const TextStyle &style);

/// "3/8 · S1 attempt 2 · gate · 0:41": the live line.
[[nodiscard]] QString liveText(const RunState &state, std::chrono::milliseconds elapsed);

/// One entry as one line, for `assay journal`: number, time, iteration, kind, and the heart of its data.
[[nodiscard]] QString entryLine(const Entry &entry, const TextStyle &style);

} // namespace assay::cli
