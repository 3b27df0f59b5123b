// What a held candidate is: the steps it passed, what was seen of its checks, its files, and suspect tests old against
// new.
#pragma once

#include "ui/models/decisioncards.h"

#include <QFutureWatcher>
#include <QWidget>

class QGridLayout;
class QVBoxLayout;

namespace assay::ui {

class PatchPane;

/// Thread: GUI; the patch is read on another.
class HeldPane : public QWidget {
    Q_OBJECT
public:
    explicit HeldPane(const QString &evidence, QWidget *parent = nullptr);
    ~HeldPane() override;
    void show(const DecisionCard &card);

Q_SIGNALS:
    void asked(const QString &view, const QString &what);

private:
    void addSteps(const DecisionCard &card, QVBoxLayout *rows);
    void addChecks(const DecisionCard &card, QVBoxLayout *rows);
    void addFiles(const DecisionCard &card, QVBoxLayout *rows);
    void addSuspects(const DecisionCard &card, QVBoxLayout *rows);
    void readPatch(const DecisionCard &card);
    QString m_evidence;
    QWidget *m_content = nullptr;
    PatchPane *m_patch = nullptr;
    QFutureWatcher<QString> m_reading;
};

} // namespace assay::ui
