// Asks how much the run may spend, and tells the run.
#pragma once

#include "ui/look/askform.h"
#include "ui/views/runview.h"

namespace assay::ui {

/// Hidden until it asks. Thread: GUI.
class BudgetForm : public AskForm {
    Q_OBJECT
public:
    explicit BudgetForm(const RunPlace &place, QWidget *parent = nullptr);
    void askIterations();
    void askTime();

private:
    RunPlace m_place;
};

} // namespace assay::ui
