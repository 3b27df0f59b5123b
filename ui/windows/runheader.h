// The top of a run window: what runs, where it stands, what it costs, and the one call to action.
#pragma once

#include "ui/run/rundocument.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace assay::ui {

class Chip;
class ElidedLabel;
class StageBar;

class RunHeader : public QWidget {
    Q_OBJECT
public:
    explicit RunHeader(RunDocument &document, const QList<QAction *> &controls, QAction *answer,
                       QWidget *parent = nullptr);

private:
    void refresh();
    RunDocument &m_document;
    QAction *m_answer;
    ElidedLabel *m_place, *m_next;
    Chip *m_standing, *m_guard;
    StageBar *m_stages;
    QLabel *m_spent;
    class BudgetBar *m_budget;
    QPushButton *m_call;
    QTimer m_clock;
};

} // namespace assay::ui
