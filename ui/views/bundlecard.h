// A bundle on disk: where it is, how large, and the command with which anybody verifies it.
#pragma once

#include "ui/run/exportwork.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace assay::ui {

class Chip;

class BundleCard : public QFrame {
    Q_OBJECT
public:
    explicit BundleCard(QWidget *parent = nullptr);
    void show(const ExportedBundle &bundle, const QString &target);
    [[nodiscard]] const QString &command() const { return m_text; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Chip *m_chip;
    QLabel *m_size, *m_folder, *m_command;
    QPushButton *m_copyFolder, *m_copy;
    QString m_path, m_text;
};

} // namespace assay::ui
