#include "ui/windows/runheader.h"

#include "core/journal/runsentence.h"
#include "ui/look/chip.h"
#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/views/standingwords.h"
#include "ui/windows/stagebar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace assay::ui {

RunHeader::RunHeader(RunDocument &document, const QList<QAction *> &controls, QAction *answer, QWidget *parent)
    : QWidget(parent),
      m_document(document),
      m_answer(answer),
      m_place(new ElidedLabel(this, Qt::ElideRight)),
      m_next(new ElidedLabel(this, Qt::ElideRight)),
      m_standing(new Chip(this)),
      m_guard(new Chip(this)),
      m_stages(new StageBar(this)),
      m_spent(quietLabel({}, this)),
      m_budget(new BudgetBar(this)),
      m_call(new QPushButton(this))
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(groupGap, gap, groupGap, gap);
    rows->setSpacing(gap);

    auto *first = new QHBoxLayout;
    m_place->setFont(fontOf(Type::Section));
    first->addWidget(m_place, 1);
    first->addWidget(m_guard);
    first->addWidget(m_standing);
    rows->addLayout(first);

    auto *second = new QHBoxLayout;
    second->addWidget(m_stages, 1);
    for (QAction *action : controls) {
        auto *button = new QPushButton(action->text(), this);
        button->setToolTip(action->toolTip());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        const auto follow = [button, action] {
            button->setEnabled(action->isEnabled());
            button->setVisible(action->isVisible());
            button->setText(action->text());
            button->setToolTip(action->toolTip());
        };
        connect(action, &QAction::changed, button, follow);
        follow();
        second->addWidget(button);
    }
    rows->addLayout(second);

    auto *third = new QHBoxLayout;
    third->addWidget(m_budget, 0, Qt::AlignVCenter);
    third->addWidget(m_spent);
    third->addWidget(m_next, 1);
    m_next->setFont(fontOf(Type::Quiet));
    m_call->setProperty("leads", true);
    m_call->setAutoDefault(false);
    m_next->setMinimumHeight(
        m_call->sizeHint().height()); // the header does not jump when the last question was answered
    third->addWidget(m_call);
    rows->addLayout(third);

    connect(m_call, &QPushButton::clicked, answer, &QAction::trigger);
    connect(&document, &RunDocument::reset, this, &RunHeader::refresh);
    connect(&document, &RunDocument::changed, this, &RunHeader::refresh);
    connect(&document, &RunDocument::holderChanged, this, &RunHeader::refresh);
    connect(&document, &RunDocument::problemChanged, this, &RunHeader::refresh);
    // The call is seen exactly while its key works: the clock may be here before the window is told of a question.
    connect(answer, &QAction::changed, this, &RunHeader::refresh);
    m_clock.setInterval(1s); // the elapsed time goes on while nothing is written
    connect(&m_clock, &QTimer::timeout, this, &RunHeader::refresh);
    m_clock.start();
    m_call->hide();
}

void RunHeader::refresh()
{
    if (!m_document.isLoaded())
        return;
    const RunState &state = m_document.state();
    const bool live = m_document.isLive() && m_document.asOf() == 0;
    m_place->setFullText(RunWords::place(state));
    const Standing standing = StandingWords::of(m_document);
    m_standing->show(standing.meaning, standing.text, standing.next);
    m_next->setFullText(standing.next);
    m_stages->show(RunWords::stages(state));

    const QJsonObject policy = state.policy;
    const bool unguarded = !policy.isEmpty() && policy[u"gate"_s].toArray().isEmpty();
    const bool uncontained = !policy.isEmpty() && !policy[u"contained"_s].toBool(true);
    const QStringList blind = blindGate(state);
    m_guard->show(Meaning::Unsure,
                  !blind.isEmpty()               ? tr("the gate judges nothing")
                      : unguarded && uncontained ? tr("unguarded, not contained")
                      : unguarded                ? tr("unguarded")
                      : uncontained              ? tr("not contained")
                                                 : QString(),
                  !blind.isEmpty() ? Formats::line(blindWords(blind)) + u'.'
                      : unguarded  ? tr("No gate judges this run: only checks do.")
                                   : tr("Gates and checks run without a sandbox: they can reach what you can reach."));

    const Spent spending = StandingWords::spent(state, m_document.isLive() || m_document.asOf() > 0,
                                                live ? QDateTime::currentDateTimeUtc() : state.lastAt);
    m_budget->show(spending.used, spending.limit);
    QStringList spent{StandingWords::iterations(spending)};
    spent.removeAll(QString());
    if (!state.iterations.isEmpty())
        spent.append(StandingWords::worked(spending));
    if (state.costSpent() > 0)
        spent.append(u"$"_s + QString::number(state.costSpent(), 'f', 2));
    m_spent->setText(spent.join(u"  ·  "_s));

    const auto open = state.openPrompts();
    m_call->setVisible(!open.isEmpty() && m_document.asOf() == 0 && m_answer->isEnabled());
    m_call->setText(
        (open.size() == 1 ? tr("◆ Answer 1 open question") : tr("◆ Answer %1 open questions").arg(open.size()))
        + u"   "_s + m_answer->shortcut().toString(QKeySequence::NativeText));
    m_call->setToolTip(m_answer->toolTip());
}

} // namespace assay::ui
