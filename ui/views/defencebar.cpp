#include "ui/views/defencebar.h"

#include "ui/look/actions.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"
#include "ui/look/problem.h"
#include "ui/views/takingover.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace assay::ui {

DefenceBar::DefenceBar(RunDocument &document, EngineRoom &engines, Shown shown, QWidget *parent)
    : QWidget(parent),
      m_document(document),
      m_engines(engines),
      m_shown(shown),
      m_judge(new QAction(tr("Judge hunks"), this)),
      m_cancel(new QAction(tr("Cancel judging hunks"), this)),
      m_start(new QPushButton(m_judge->text(), this)),
      m_stop(new QPushButton(tr("Cancel"), this)),
      m_words(new QLabel(this)),
      m_problem(new Problem(this))
{
    connect(m_judge, &QAction::triggered, this, [this] { judge({}); });
    connect(m_cancel, &QAction::triggered, this, [this] {
        if (m_work)
            m_work->cancel();
    });
    connect(m_start, &QPushButton::clicked, m_judge, &QAction::trigger);
    connect(m_stop, &QPushButton::clicked, m_cancel, &QAction::trigger);
    m_start->setAccessibleName(tr("Judge hunks: what notices when each is missing"));
    m_stop->setAccessibleName(m_cancel->text());
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_words->setAccessibleName(tr("Hunk defence"));
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_words->setWordWrap(true); // behind the policy: it adds to it that the height follows the width
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    row->addWidget(m_start);
    row->addWidget(m_stop);
    row->addWidget(m_words, 1);
    row->addWidget(m_problem, 2);
    m_problem->clear();
    connect(&document, &RunDocument::reset, this, &DefenceBar::refresh);
    connect(&document, &RunDocument::changed, this, &DefenceBar::refresh);
    connect(&document, &RunDocument::holderChanged, this, &DefenceBar::refresh);
    connect(&document, &RunDocument::chainChecked, this, &DefenceBar::refresh);
    refresh();
}

QString DefenceBar::words() const
{
    return m_words->text();
}

QString DefenceBar::standing() const
{
    if (!m_document.isLoaded())
        return {};
    const RunState &state = m_document.state();
    if (state.checkpoints.isEmpty())
        return {};
    int judged = 0, undefended = 0, open = 0;
    for (const HunkFact &fact : state.hunks) {
        if (fact.of != state.checkpoint().tree)
            continue;
        ++judged;
        undefended += fact.defence == HunkDefence::Undefended ? 1 : 0;
        open += fact.defence == HunkDefence::CouldNot ? 1 : 0;
    }
    if (judged == 0)
        return tr("Not judged: takes each hunk back alone and runs checks and gate without it.");
    QString text = undefended == 0
        ? tr("Each of %1 hunks is missed by a check or a test.").arg(judged)
        : tr("%1 of %2 hunks undefended: nothing noticed when they were missing.").arg(undefended).arg(judged);
    if (open > 0)
        text += u' ' + tr("%1 could not be judged.").arg(open);
    return text;
}

void DefenceBar::refresh()
{
    const bool working = !m_work.isNull();
    enable(m_judge, tr("Take each hunk of the change back alone, and see which check or test notices"),
           whyNotTaken(m_document));
    enable(m_cancel, tr("Stop judging; what was judged stays"), working ? QString() : tr("No hunks are being judged."));
    m_start->setEnabled(m_judge->isEnabled());
    m_start->setToolTip(m_judge->toolTip());
    m_stop->setVisible(working);
    if (m_shown == Shown::WhileJudging) {
        m_start->hide();
        setVisible(working || !m_problem->isHidden());
    }
    m_words->setText(working ? m_progress : standing());
    m_words->setToolTip(m_words->text());
}

void DefenceBar::judge(const QList<ReviewPlace> &only)
{
    if (!m_judge->isEnabled())
        return;
    m_problem->clear();
    m_progress = tr("Reading the change…");
    m_work = new DefenceWork(m_document.folder(), m_engines.host(), only, this);
    m_document.holdFor(tr("Hunks are being judged: wait for its end, or cancel it."));
    connect(m_work, &DefenceWork::judged, this, [this](const defence::Progress &progress) {
        m_progress = tr("%1 of %2 hunks judged").arg(progress.done).arg(progress.of);
        refresh();
        Q_EMIT judged(progress.fact);
    });
    connect(m_work, &DefenceWork::failed, this, [this](const Error &error) {
        if (error.kind != ErrorKind::Stopped)
            m_problem->show(error);
    });
    connect(m_work, &DefenceWork::ended, this, &DefenceBar::ended);
    refresh();
}

void DefenceBar::ended()
{
    m_work->deleteLater();
    m_work = nullptr;
    m_document.holdFor({}); // refreshes
}

} // namespace assay::ui
