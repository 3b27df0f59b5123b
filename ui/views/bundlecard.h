// A bundle on disk: where it is, how large, what is not in it, and how anybody verifies it: command and digest.
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
    [[nodiscard]] const QString &digest() const { return m_digestText; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Chip *m_chip;
    QLabel *m_size, *m_folder, *m_digestName, *m_digest, *m_command, *m_missing;
    QPushButton *m_copyFolder, *m_copyDigest, *m_copy;
    QString m_path, m_digestText, m_text;
};

} // namespace assay::ui
