#include "ui/views/factspanel.h"

#include "ui/look/formats.h"
#include "ui/look/labels.h"

#include <QFormLayout>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int linkWidest = 260;

} // namespace

FactsPanel::FactsPanel(QWidget *parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
}

void FactsPanel::show(const QList<Fact> &facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, gridStep, gap, gridStep);
    form->setHorizontalSpacing(groupGap);
    form->setVerticalSpacing(gridStep);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    for (const Fact &fact : facts) {
        bool first = true;
        const auto name = [&] { return quietLabel(std::exchange(first, false) ? fact.name : QString(), page); };
        if (!fact.text.isEmpty()) {
            QLabel *value = label(Formats::lines(fact.text), Type::Body, page);
            if (fact.mono)
                value->setFont(monospace(Type::Quiet));
            value->setWordWrap(true);
            value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
            value->setAccessibleName(Formats::line(u"%1: %2"_s.arg(fact.name, fact.text)));
            form->addRow(name(), value);
        }
        for (const FactLink &link : fact.links) {
            auto *button = new QToolButton(page);
            button->setAutoRaise(true);
            button->setFocusPolicy(Qt::StrongFocus);
            const QString text = Formats::line(link.text);
            button->setText(button->fontMetrics().elidedText(text, Qt::ElideMiddle, linkWidest));
            button->setToolTip(text);
            button->setAccessibleName(u"%1: %2"_s.arg(fact.name, text));
            connect(button, &QToolButton::clicked, this, [this, link] { Q_EMIT asked(link.view, link.id); });
            form->addRow(name(), button);
        }
    }
    setWidget(page); // the old one goes
    page->setAutoFillBackground(false);
}

} // namespace assay::ui
