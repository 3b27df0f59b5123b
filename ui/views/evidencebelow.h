// Rows, and below them what was recorded for the chosen one: it takes room once there is one.
#pragma once

#include <QSplitter>

namespace assay::ui {

class EvidencePane;
class OutlineView;

class EvidenceBelow : public QSplitter {
    Q_OBJECT
public:
    /// Takes both.
    EvidenceBelow(OutlineView *rows, EvidencePane *evidence, QWidget *parent);
    /// Whether the pane has something to say. The chosen row stays in sight when it comes.
    void showEvidence(bool known);

private:
    OutlineView *m_rows;
    EvidencePane *m_evidence;
};

} // namespace assay::ui
