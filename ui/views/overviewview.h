// What happened and what needs the operator, in ten seconds.
#pragma once

#include "ui/views/runview.h"

class QLabel;
class QVBoxLayout;

namespace assay::ui {

class OverviewView : public RunView {
    Q_OBJECT
public:
    explicit OverviewView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Overview"); }

protected:
    void refresh(Parts parts) override;

private:
    QLabel *m_sentence, *m_next;
};

} // namespace assay::ui
