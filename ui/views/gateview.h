// The gate: its commands, a report as a tree of cases, and what became of each case.
#pragma once

#include "ui/models/gatecases.h"
#include "ui/run/gatereports.h"
#include "ui/views/evidencepane.h"
#include "ui/views/runview.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;

namespace assay::ui {

class AskForm;
class Chip;
class ElidedLabel;
class EmptyOr;
class EvidenceBelow;
class OutlineView;

class GateView : public RunView {
    Q_OBJECT
public:
    explicit GateView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Gate"); }
    [[nodiscard]] Badge badge() const override;
    [[nodiscard]] QList<QAction *> commands() const override { return {m_edit}; }
    /// The sequence number of a report's entry, or a test's name.
    bool reveal(const QString &id) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;
    [[nodiscard]] bool isReading() const { return m_reports.isReading(); }

protected:
    void refresh(Parts parts) override;

private:
    static constexpr qsizetype historyMost = 16; ///< reports that a case's history goes back
    void edit();
    void enableCommands();
    void listReports();
    void chooseReport();
    void showReport();
    void showRows();
    void showRow();
    [[nodiscard]] bool tellRow(); ///< false: nothing is known of it
    void say(const GateFact *gate);
    [[nodiscard]] QString since(const GateFact &gate) const;
    [[nodiscard]] const GateFact *shownGate() const;
    [[nodiscard]] const GateFact *gateOfSeq(qint64 seq) const;
    [[nodiscard]] QString caseFacts(const GateCase &one) const;
    [[nodiscard]] QString suspectFacts(const GateCase &one) const;
    [[nodiscard]] QList<EvidencePiece> outputOf(qsizetype command) const;

    GateReports m_reports;
    GateCases m_cases;
    qint64 m_chosen = 0; ///< seq of the report the reader chose; 0: the one that stands now
    QAction *m_edit;
    AskForm *m_ask;
    Chip *m_state;
    ElidedLabel *m_sentence;
    QLabel *m_cause, *m_since;
    QComboBox *m_which, *m_filter;
    QLineEdit *m_text;
    OutlineView *m_outline;
    EvidencePane *m_evidence;
    EvidenceBelow *m_below;
    EmptyOr *m_empty;
};

} // namespace assay::ui
