// Work that needs the run's lock while it lasts (an export, judging hunks), and what keeps it from beginning.
#pragma once

#include <QString>

namespace assay::ui {

class RunDocument;

/// Why nothing can take the run over now, for people; empty: it can. Thread: GUI.
[[nodiscard]] QString whyNotTaken(const RunDocument &document);

} // namespace assay::ui
