#include "ui/views/evidencebelow.h"

#include "ui/views/evidencepane.h"
#include "ui/views/outlineview.h"

namespace assay::ui {

EvidenceBelow::EvidenceBelow(OutlineView *rows, EvidencePane *evidence, QWidget *parent)
    : QSplitter(Qt::Vertical, parent),
      m_rows(rows),
      m_evidence(evidence)
{
    setChildrenCollapsible(false);
    addWidget(rows);
    addWidget(evidence);
    evidence->hide();
}

void EvidenceBelow::showEvidence(bool known)
{
    if (known == !m_evidence->isHidden())
        return;
    m_evidence->setVisible(known);
    if (!known)
        return;
    setSizes({3 * height() / 5, 2 * height() / 5});
    m_rows->scrollTo(m_rows->currentIndex());
}

} // namespace assay::ui
