// What a small screen cannot hold scrolls.
#pragma once

#include <QScrollArea>

namespace assay::ui {

/// A frameless area around `content`, which fills it and scrolls where it needs more; it takes no focus of its own.
[[nodiscard]] QScrollArea *scrolled(QWidget *content, QWidget *parent);

} // namespace assay::ui
