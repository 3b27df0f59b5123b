#include "ui/views/agentview.h"

#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/views/activitypane.h"
#include "ui/views/leftpane.h"
#include "ui/views/runwords.h"

#include <QAction>
#include <QComboBox>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

QString endWord(const QString &reason)
{
    if (reason == "finished"_L1)
        return AgentView::tr("finished");
    if (reason == "failed"_L1)
        return AgentView::tr("failed");
    if (reason == "stopped"_L1)
        return AgentView::tr("stopped");
    return Formats::line(reason);
}

} // namespace

AgentView::AgentView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::Iterations | Part::Run, parent),
      m_sessions(new QComboBox(this)),
      m_state(new Chip(this)),
      m_facts(quietLabel({}, this)),
      m_dropped(quietLabel({}, this)),
      m_problem(new Problem(this)),
      m_pane(new ActivityPane(this)),
      m_left(new LeftPane(place.document.folder().evidence(), this))
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    auto *content = new QWidget(this);
    auto *page = new QVBoxLayout(content);
    asPage(page);
    auto *head = new QHBoxLayout;
    head->setSpacing(gap);
    m_sessions->setAccessibleName(tr("Agent session"));
    m_sessions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sessions->setMinimumContentsLength(28);
    m_sessions->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_sessions->setMaximumWidth(rowHeight * 20);
    head->addWidget(m_sessions, 1);
    head->addWidget(m_state);
    head->addStretch();
    page->addLayout(head);
    m_facts->setWordWrap(true);
    page->addWidget(m_facts);
    page->addWidget(m_problem);
    page->addWidget(m_dropped);
    m_dropped->hide();
    auto *split = new QSplitter(Qt::Vertical, content);
    m_said = new EmptyOr(m_pane, split);
    split->addWidget(m_said);
    split->addWidget(m_left);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    page->addWidget(split, 1);
    m_empty = new EmptyOr(content, this);
    rows->addWidget(m_empty);
    m_empty->showEmpty(tr("What the agent says and does will stand here once the run was read."));
    connect(m_sessions, &QComboBox::activated, this, [this](int index) {
        if (index >= 0 && index < m_rows.size())
            open(m_rows.at(index).id);
    });
    makeCommands();
}

AgentView::~AgentView() = default;

void AgentView::makeCommands()
{
    for (const auto &[text, folded] : {std::pair{tr("Fold all of the agent's output"), true},
                                       std::pair{tr("Unfold all of the agent's output"), false}}) {
        auto *action = new QAction(text, this);
        action->setToolTip(tr("In the activity of the Agent view"));
        connect(action, &QAction::triggered, this, [this, fold = folded] { m_pane->model().foldAll(fold); });
        m_commands.append(action);
    }
}

QWidget *AgentView::focusWidgetOnEntry()
{
    return m_rows.isEmpty() ? static_cast<QWidget *>(this) : m_pane->table();
}

const SessionRow *AgentView::row() const
{
    for (const SessionRow &one : m_rows) {
        if (one.id == m_session)
            return &one;
    }
    return nullptr;
}

bool AgentView::isRunning(const SessionRow &row) const
{
    return row.running && document().isLive() && document().asOf() == 0;
}

void AgentView::refresh(Parts)
{
    const bool newest = m_rows.isEmpty() || m_session == m_rows.last().id;
    m_rows = sessionRows(state());
    if (m_rows.isEmpty()) {
        m_feed.reset();
        m_session.clear();
        m_empty->showEmpty(
            tr("No agent session has begun. What the agent says and does will stand here, live, as soon as "
               "the first audit starts."));
        return;
    }
    m_empty->showContent();
    fillSessions();
    // Who looked at the newest one goes on with the next; who chose an older one stays there.
    if (newest || !row())
        open(m_rows.last().id);
    else
        tell();
    if (const SessionRow *shown = row()) {
        m_left->show(shown->files);
        if (m_feed)
            m_feed->setLive(shown->running);
    }
}

void AgentView::fillSessions()
{
    QStringList listed;
    for (const SessionRow &one : std::as_const(m_rows)) {
        const IterationFact *iteration = state().iteration(one.iteration);
        QString name = tr("%1 · iteration %2: %3")
                           .arg(one.id)
                           .arg(one.iteration)
                           .arg(iteration ? RunWords::iterationTitle(*iteration) : one.fact.purpose);
        if (!one.verdict.isEmpty())
            name += u" · "_s + RunWords::verdict(one.verdict, goesOn());
        listed.append(Formats::line(name));
    }
    if (listed == m_listed)
        return;
    m_listed = listed;
    m_sessions->clear();
    m_sessions->addItems(listed);
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        if (m_rows.at(i).id == m_session)
            m_sessions->setCurrentIndex(int(i));
    }
}

void AgentView::open(const QString &session)
{
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        if (m_rows.at(i).id == session)
            m_sessions->setCurrentIndex(int(i));
    }
    if (session == m_session && m_feed) {
        tell();
        return;
    }
    m_session = session;
    const SessionRow *shown = row();
    m_problem->clear();
    m_feed.reset(); // before the next one clears the model
    // Whether an engine lives is known later than the state; a session without an end is looked at until it has one.
    const bool live = shown && shown->running;
    m_feed = std::make_unique<ActivityFeed>(document().folder().streams() + u'/' + session + u".jsonl.zst"_s, live,
                                            m_pane->model());
    m_pane->cleared();
    m_pane->setFollowing(live);
    m_said->showContent();
    connect(m_feed.get(), &ActivityFeed::grew, this, [this] {
        m_said->showContent();
        m_pane->grew();
        tell();
    });
    connect(m_feed.get(), &ActivityFeed::caughtUp, this, [this] {
        if (m_pane->model().lines() == 0)
            m_said->showEmpty(tr("This session has said nothing so far."));
        else if (!m_pane->table()->currentIndex().isValid())
            m_pane->table()->setCurrentIndex(m_pane->model().index(0));
    });
    connect(m_feed.get(), &ActivityFeed::failed, this, [this](const Error &error) {
        m_problem->show(error);
        if (m_pane->model().lines() == 0)
            m_said->showEmpty(tr("The activity of this session cannot be shown."));
    });
    if (shown)
        m_left->show(shown->files);
    tell();
}

void AgentView::tell()
{
    const SessionRow *shown = row();
    if (!shown)
        return;
    const SessionFact &fact = shown->fact;
    const bool running = isRunning(*shown);
    if (running)
        m_state->show(Meaning::Idle, tr("running"));
    else if (!fact.reason.isEmpty())
        m_state->show(fact.reason == "finished"_L1 ? Meaning::Good : Meaning::Unsure, endWord(fact.reason),
                      Formats::line(fact.detail));
    else
        m_state->show(Meaning::Idle, tr("cut off"), tr("Its engine ended before it did."));
    QStringList parts{tr("%1 session").arg(fact.purpose),
                      fact.version.isEmpty()
                          ? RunWords::agent(fact.agent)
                          : u"%1 %2"_s.arg(RunWords::agent(fact.agent), Formats::line(fact.version))};
    if (fact.started.isValid()) {
        const QDateTime end = fact.ended.isValid() ? fact.ended
            : running                              ? QDateTime::currentDateTimeUtc()
                                                   : fact.started;
        parts.append(Formats::duration(std::chrono::milliseconds(fact.started.msecsTo(end))));
    }
    const ActivityUsage said = m_feed ? m_feed->usage() : ActivityUsage{};
    const qint64 in = std::max(fact.inputTokens, said.inputTokens),
                 out = std::max(fact.outputTokens, said.outputTokens);
    const double cost = std::max(fact.cost, said.cost);
    if (in >= 0 || out >= 0)
        parts.append(tr("%1 tokens in, %2 out")
                         .arg(Formats::count(std::max<qint64>(in, 0)), Formats::count(std::max<qint64>(out, 0))));
    parts.append(cost >= 0 ? u"$"_s + QString::number(cost, 'f', 2) : tr("cost not told"));
    const qint64 lines = m_pane->model().lines();
    parts.append(lines == 1 ? tr("one line") : tr("%1 lines").arg(Formats::count(lines)));
    m_facts->setText(parts.join(u"  ·  "_s));
    const qint64 dropped = m_pane->model().dropped();
    m_dropped->setVisible(dropped > 0);
    m_dropped->setText(
        tr("The first %1 lines are only in %2.").arg(Formats::count(dropped), m_feed ? m_feed->path() : QString()));
}

QString AgentView::facts() const
{
    return m_facts->text();
}

bool AgentView::reveal(const QString &id)
{
    if (m_rows.isEmpty())
        m_rows = sessionRows(state());
    bool isNumber = false;
    const int iteration = id.toInt(&isNumber);
    for (qsizetype i = m_rows.size() - 1; i >= 0; --i) {
        const SessionRow &one = m_rows.at(i);
        const bool left
            = std::ranges::any_of(one.files, [&](const SessionFile &file) { return file.digest.text() == id; });
        if (one.id != id && !(isNumber && one.iteration == iteration) && !left)
            continue;
        fillSessions();
        open(one.id);
        if (left)
            m_left->choose(id);
        return true;
    }
    return false;
}

} // namespace assay::ui
