#include "ui/views/factspanel.h"

#include "ui/look/formats.h"
#include "ui/look/labels.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int linkWidest = 420, linkNarrowest = 32;
constexpr int linkEdge = 8;          ///< of a tool button, left of its text
constexpr qsizetype shortLink = 6;

} // namespace

FactsPanel::FactsPanel(QWidget *parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
}

QToolButton *FactsPanel::linkButton(const Fact &fact, const FactLink &link, QWidget *page)
{
    auto *button = new QToolButton(page);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    const QString text = Formats::line(link.text);
    // Of what others wrote no letter is a key.
    button->setText(button->fontMetrics().elidedText(text, Qt::ElideRight, linkWidest).replace(u'&', u"&&"_s)
                    + u" ›"_s);
    button->setMinimumWidth(linkNarrowest); // a narrow panel elides it further
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    button->setToolTip(text);
    button->setAccessibleName(u"%1: %2"_s.arg(fact.name, text));
    connect(button, &QToolButton::clicked, this, [this, link] { Q_EMIT asked(link.view, link.id); });
    return button;
}

void FactsPanel::show(const QList<Fact> &facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, gridStep, gap, gridStep);
    form->setHorizontalSpacing(gap);
    form->setVerticalSpacing(gridStep);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const Fact &fact : facts) {
        bool first = true;
        const auto name = [&](bool ofLink) {
            QLabel *made = quietLabel(std::exchange(first, false) ? fact.name : QString(), page);
            made->setAlignment(Qt::AlignLeft | Qt::AlignTop);
            made->setContentsMargins(0, ofLink ? gridStep : 0, 0, 0); // a button's text stands lower
            return made;
        };
        if (!fact.text.isEmpty()) {
            QLabel *value = label(Formats::lines(fact.text), Type::Body, page);
            if (fact.mono)
                value->setFont(monospace(Type::Quiet));
            value->setWordWrap(true);
            value->setContentsMargins(linkEdge, 0, 0, 0); // its left edge is the links'
            value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
            value->setAccessibleName(Formats::line(u"%1: %2"_s.arg(fact.name, fact.text)));
            form->addRow(name(false), value);
        }
        // Short ones, like tasks, stand in one row.
        const bool oneRow
            = std::ranges::all_of(fact.links, [](const FactLink &link) { return link.text.size() <= shortLink; });
        QHBoxLayout *row = nullptr;
        for (const FactLink &link : fact.links) {
            if (!row || !oneRow) {
                row = new QHBoxLayout;
                row->setSpacing(0);
                form->addRow(name(true), row);
            }
            row->addWidget(linkButton(fact, link, page), 0, Qt::AlignLeft);
            if (!oneRow || &link == &fact.links.last())
                row->addStretch();
        }
    }
    setWidget(page); // the old one goes
    page->setAutoFillBackground(false);
}

} // namespace assay::ui
