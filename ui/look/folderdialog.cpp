#include "ui/look/folderdialog.h"

namespace assay::ui {

QFileDialog *folderDialog(QWidget *parent, const QString &title, const QString &start)
{
    auto *dialog = new QFileDialog(parent, title, start);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    return dialog;
}

} // namespace assay::ui
