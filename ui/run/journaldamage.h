// What is wrong with a run's journal, in the operator's words.
#pragma once

#include "core/journal/journalreader.h"
#include "core/journal/runfolder.h"

namespace assay::ui {

/// What the chain of a run's journal said, as a problem that ends with the way out; nothing where it holds. An end
/// that a crash tore off is no damage: the next opening moves it aside, and the run goes on. Pure.
[[nodiscard]] std::optional<Error> damageOf(const RunFolder &run, const ChainReport &chain);

/// A line that could not be read, told with the same way out. Pure.
[[nodiscard]] Error damageOf(const RunFolder &run, const Error &unreadable);

} // namespace assay::ui
