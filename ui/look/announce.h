// What is said to a screen reader when something happened that has not the focus.
#pragma once

#include <QString>

class QWidget;

namespace assay::ui {

/// `from`: who says it. Nothing is said where no assistive technology listens.
void announce(QWidget *from, const QString &text);

} // namespace assay::ui
