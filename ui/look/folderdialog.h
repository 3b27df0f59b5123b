// The dialog with which a folder is chosen.
#pragma once

#include <QFileDialog>

namespace assay::ui {

/// Not shown yet: who asks connects fileSelected and opens it. It goes when it is closed.
[[nodiscard]] QFileDialog *folderDialog(QWidget *parent, const QString &title, const QString &start = {});

} // namespace assay::ui
