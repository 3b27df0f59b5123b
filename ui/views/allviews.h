// The views of a run window, in the order of its list.
#pragma once

#include "ui/run/engineroom.h"
#include "ui/views/runview.h"

namespace assay::ui {

[[nodiscard]] QList<RunView *> allViews(const RunPlace &place, EngineRoom &engines, QWidget *parent);

} // namespace assay::ui
