// How the page of a new run is laid out.
#include "ui/look/folderdialog.h"
#include "ui/look/labels.h"
#include "ui/look/metrics.h"
#include "ui/look/problem.h"
#include "ui/look/scrolled.h"
#include "ui/windows/gatetrialbar.h"
#include "ui/windows/newrunpage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// Its text stands beside the first line of its field, however high that is.
void onFirstLine(QLabel *label)
{
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    label->setContentsMargins(0, (formRow - label->fontMetrics().height()) / 2, 0, 0);
    label->setMinimumHeight(formRow);
}

} // namespace

void NewRunPage::build()
{
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto *page = new QWidget(this);
    outer->addWidget(scrolled(page, this));
    auto *layout = new QVBoxLayout(page);
    asPage(layout);
    layout->addWidget(label(tr("New run"), Type::Sentence, page));
    layout->addSpacing(gap);

    auto *form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(groupGap);
    form->setVerticalSpacing(gap);
    const auto row = [&](const QString &name, QWidget *field, const QList<QWidget *> &below = {}) {
        auto *stack = new QVBoxLayout;
        stack->setSpacing(gridStep);
        stack->addWidget(field);
        for (QWidget *one : below)
            stack->addWidget(one);
        auto *text = new QLabel(name, page);
        text->setBuddy(field->focusProxy() ? field->focusProxy() : field); // a label's key looks no further
        onFirstLine(text);
        form->addRow(text, stack);
    };

    auto *targetRow = new QWidget(page);
    auto *targetLayout = new QHBoxLayout(targetRow);
    asGroup(targetLayout);
    targetLayout->addWidget(m_target, 1);
    auto *browse = new QPushButton(tr("&Browse…"), targetRow);
    targetLayout->addWidget(browse);
    targetRow->setFocusProxy(m_target);
    m_target->setAccessibleName(tr("Target repository"));
    m_target->setPlaceholderText(tr("A git repository: a folder, or an address. It is only ever read."));
    connect(browse, &QPushButton::clicked, this, [this] {
        auto *dialog = folderDialog(this, tr("Target repository"), m_target->text());
        connect(dialog, &QFileDialog::fileSelected, m_target, &QLineEdit::setText);
        dialog->open();
    });
    for (QLabel *text : {m_found, m_agentSays, m_agentsHere, m_will, m_containment})
        text->setWordWrap(true);
    row(tr("&Target"), targetRow, {m_targetProblem});
    m_base->setAccessibleName(tr("Base commit"));
    row(tr("B&ase"), m_base, {m_found});
    row(tr("&Gate"), m_gate, {m_trial});
    row(tr("&Preparation"), m_prepare);
    m_agent->setAccessibleName(tr("Agent"));
    m_agent->setPlaceholderText(agentFormsLine());
    row(tr("Ag&ent"), m_agent, {m_agentSays, m_agentsHere, m_agentProblem});
    m_iterations->setRange(1, 1000);
    m_iterations->setValue(20);
    m_iterations->setSuffix(tr(" iterations"));
    m_iterations->setAccessibleName(tr("Budget in iterations"));
    m_hours->setRange(0.1, 1000);
    m_hours->setValue(8);
    m_hours->setDecimals(1);
    m_hours->setSuffix(tr(" hours of work"));
    m_hours->setAccessibleName(tr("Budget in hours"));
    auto *budget = new QWidget(page);
    auto *budgetLayout = new QHBoxLayout(budget);
    asGroup(budgetLayout);
    budget->setFocusProxy(m_iterations);
    budgetLayout->addWidget(m_iterations);
    budgetLayout->addWidget(m_hours);
    budgetLayout->addStretch();
    row(tr("B&udget"), budget);
    m_supervision->addItem(tr("Review: each verified change waits for you"), int(Supervision::Review));
    m_supervision->addItem(tr("Auto: only what the policy leaves to you waits"), int(Supervision::Auto));
    m_supervision->addItem(tr("Step: pause after every iteration"), int(Supervision::Step));
    m_supervision->setAccessibleName(tr("Supervision"));
    m_supervision->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    row(tr("Super&vision"), m_supervision);
    m_contained->setChecked(true);
    m_containAgent->setToolTip(
        tr("It then has an empty home, and reaches the system, its clone and outbox, its own program and login, "
           "what agent.read and agent.write in assay.toml name, and the network."));
    row(tr("Containment"), m_contained, {m_containAgent, m_containment});
    m_will->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_will->setFont(monospace(Type::Quiet));
    m_will->setAccessibleName(tr("Commands that will be executed"));
    row(tr("Will execute"), m_will);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addStretch();

    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(pageEdge, gap, pageEdge, groupGap);
    m_start->setDefault(true);
    auto *back = new QPushButton(tr("Bac&k"), this);
    buttons->addWidget(m_start);
    buttons->addWidget(back);
    buttons->addStretch();
    outer->addLayout(buttons);
    connect(back, &QPushButton::clicked, this, &NewRunPage::cancelled);
}

} // namespace assay::ui
