// What happened and what needs the operator, in ten seconds: the sentence of the run, what waits, the proofs, the gate's
// history, and what stands.
#pragma once

#include "ui/views/runview.h"

class QBoxLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QVBoxLayout;

namespace assay::ui {

class EmptyOr;
class EvidenceBelow;
class EvidencePane;
class FactButton;
class GateChart;
class OutlineView;

class OverviewView : public RunView {
    Q_OBJECT
public:
    explicit OverviewView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Overview"); }
    /// A finding's or a guard's id, or a test's name: its row in the matrix.
    bool reveal(const QString &id) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;

protected:
    void refresh(Parts parts) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeProofs();
    QWidget *makeStanding();
    void arrangeFor(bool narrow);
    void showProofs();
    void showGates();
    void showCall();
    void showFacts();
    void showRow();
    [[nodiscard]] bool tellRow(); ///< false: nothing is known of it
    void enterRow();

    QLabel *m_sentence, *m_next;
    QPushButton *m_call;
    QLabel *m_waiting;
    QString m_front; ///< the question that the call leads to
    OutlineView *m_matrix;
    EvidencePane *m_evidence;
    QSplitter *m_sides; ///< proofs, and what stands
    EvidenceBelow *m_rows;
    QBoxLayout *m_standing;
    EmptyOr *m_proofs;
    GateChart *m_chart;
    QLabel *m_chartText, *m_none;
    QVBoxLayout *m_facts;
    QList<FactButton *> m_buttons;
};

} // namespace assay::ui
