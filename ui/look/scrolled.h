// What a small screen cannot hold scrolls.
#pragma once

#include <QScrollArea>

namespace assay::ui {

/// A frameless area around `content`, which fills it and scrolls where it needs more; it takes no focus of its own.
[[nodiscard]] QScrollArea *scrolled(QWidget *content, QWidget *parent);

/// The same, of a content that would like more than it needs: it scrolls only where it cannot be made to fit.
[[nodiscard]] QScrollArea *squeezed(QWidget *content, QWidget *parent);

/// Scrolls every area around `part` so that it can be seen, though it was shown or moved a moment ago. The last one
/// asked for wins where not all can be seen.
void bringIntoSight(QWidget *part);

} // namespace assay::ui
