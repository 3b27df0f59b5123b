#include "ui/views/overviewview.h"

#include "ui/look/labels.h"
#include "ui/views/runwords.h"

#include <QVBoxLayout>

namespace assay::ui {

OverviewView::OverviewView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::All, parent), m_sentence(label({}, Type::Sentence, this)), m_next(quietLabel({}, this))
{
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    m_sentence->setWordWrap(true);
    layout->addWidget(m_sentence);
    layout->addWidget(m_next);
    layout->addStretch();
}

void OverviewView::refresh(Parts)
{
    const Standing standing = RunWords::standing(state(), document().isLive());
    m_sentence->setText(standing.text);
    m_next->setText(standing.next);
}

} // namespace assay::ui
