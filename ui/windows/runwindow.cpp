#include "ui/windows/runwindow.h"

#include "ui/look/actions.h"
#include "ui/look/announce.h"
#include "ui/look/arrangement.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/look/scrolled.h"
#include "ui/views/allviews.h"
#include "ui/views/decisionsview.h"
#include "ui/views/notebar.h"
#include "ui/views/ownerwords.h"
#include "ui/windows/budgetform.h"
#include "ui/windows/commandpalette.h"
#include "ui/windows/notices.h"
#include "ui/windows/recentruns.h"
#include "ui/windows/runheader.h"
#include "ui/windows/viewlist.h"

#include <QAction>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QMenuBar>
#include <QSettings>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr QSize firstSize{1180, 760};
constexpr int widestList = 400;
constexpr int leastPage = 240; ///< height of a view; a window with less scrolls as a whole

} // namespace

RunWindow::RunWindow(const RunFolder &folder, EngineRoom &engines, QWidget *parent)
    : QMainWindow(parent),
      m_engines(engines),
      m_document(folder),
      m_desk(folder),
      m_stack(new QStackedWidget(this)),
      m_body(new QSplitter(Qt::Horizontal, this)),
      m_problem(new Problem(this)),
      m_refusal(new Problem(this)),
      m_newer(new Problem(this)),
      m_past(new QWidget(this)),
      m_slider(new QSlider(Qt::Horizontal, m_past)),
      m_pastText(quietLabel({}, m_past))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(u"run"_s);
    makeActions();
    makeViews();

    auto *centre = new QWidget(this);
    auto *rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_header = new RunHeader(m_document, {m_pause, m_resume, m_step, m_stop}, m_answer, centre);
    rows->addWidget(m_header);
    auto *said = new QVBoxLayout;
    said->setContentsMargins(groupGap, 0, groupGap, 0);
    said->setSpacing(gridStep);
    said->addWidget(m_newer);
    said->addWidget(m_problem);
    said->addWidget(m_refusal);
    rows->addLayout(said);
    m_note = new NoteBar({m_document, m_desk}, centre);
    rows->addWidget(m_note);
    m_budget = new BudgetForm({m_document, m_desk}, centre);
    rows->addWidget(m_budget);
    auto *line = new QFrame(centre);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    rows->addWidget(line);
    m_list = new ViewList(m_views, centre);
    m_body->addWidget(m_list);
    m_stack->setAutoFillBackground(true);
    m_stack->setBackgroundRole(QPalette::Base);
    m_body->addWidget(m_stack);
    m_body->setStretchFactor(0, 0);
    m_body->setStretchFactor(1, 1);
    m_body->setChildrenCollapsible(false);
    m_body->setHandleWidth(1);
    rows->addWidget(m_body, 1);

    auto *past = new QHBoxLayout(m_past);
    past->setContentsMargins(groupGap, gridStep, groupGap, gridStep);
    past->addWidget(m_pastText);
    past->addWidget(m_slider, 1);
    auto *now = new QToolButton(m_past);
    now->setDefaultAction(m_now);
    past->addWidget(now);
    auto *keys = new QToolButton(m_past);
    keys->setText(tr("All keys: F1"));
    keys->setToolTip(m_keys->toolTip());
    keys->setAutoRaise(true);
    connect(keys, &QToolButton::clicked, m_keys, &QAction::trigger);
    past->addWidget(keys);
    m_slider->setAccessibleName(tr("The run as of an entry"));
    m_slider->setMinimum(1);
    m_slider->setTracking(false);
    connect(m_slider, &QSlider::valueChanged, this, [this](int seq) { m_document.showAsOf(seq); });
    connect(m_slider, &QSlider::sliderMoved, this, [this](int seq) {
        if (seq >= 1 && seq <= m_document.heads().size())
            m_pastText->setText(tr("entry %1 · %2").arg(seq).arg(m_document.heads().at(seq - 1).kind));
    });
    rows->addWidget(m_past);
    // A screen may be smaller than what the parts need: then all of it scrolls.
    setCentralWidget(scrolled(centre, this));

    connect(m_list, &QListWidget::currentRowChanged, this, &RunWindow::chooseView);
    connect(&m_document, &RunDocument::reset, this, &RunWindow::refresh);
    connect(&m_document, &RunDocument::changed, this, &RunWindow::refresh);
    connect(&m_document, &RunDocument::holderChanged, this, &RunWindow::refresh);
    connect(&m_document, &RunDocument::problemChanged, this, [this] {
        if (const Error *error = m_document.problem())
            m_problem->show(*error);
        else
            m_problem->clear();
        refresh();
    });
    connect(&m_document, &RunDocument::arrived, &m_desk, &OwnerDesk::saw);
    // What was sent from elsewhere is answered there.
    connect(&m_desk, &OwnerDesk::refusedByRun, this, [this](const QString &verb, const QString &why) {
        m_refusal->show(tr("The run refused your “%1”: %2").arg(verb, Formats::line(why)), Meaning::Unsure);
    });
    connect(&m_desk, &OwnerDesk::refused, this,
            [this](const QString &, const Error &why) { m_refusal->show(why, Meaning::Unsure); });
    connect(&m_desk, &OwnerDesk::told, this, [this](const QString &, const QString &how) {
        m_refusal->clear();
        if (how == "sent"_L1 && m_document.holder() == 0)
            m_desk.carryOutLeft();
    });
    connect(&m_document, &RunDocument::holderChanged, &m_desk, [this] {
        if (m_document.holder() == 0)
            m_desk.carryOutLeft();
    });
    new Notices(m_document, this);
    restore();
    refresh();
}

RunWindow::~RunWindow()
{
    // Views look at the document while they go; they are children, and would outlive it.
    delete m_stack;
    delete m_list;
    delete m_header;
    delete m_note;
    delete m_budget;
}

void RunWindow::makeViews()
{
    m_views = allViews({m_document, m_desk}, m_engines, m_stack);
    for (qsizetype i = 0; i < m_views.size(); ++i) {
        RunView *view = m_views.at(i);
        // What a window has too little height for scrolls by itself: a note above it does not push the past away.
        QScrollArea *page = squeezed(view, m_stack);
        page->setBackgroundRole(QPalette::Base);
        page->setMinimumHeight(leastPage);
        m_stack->addWidget(page);
        const Qt::Key digit = Qt::Key(Qt::Key_0 + int((i + 1) % 10));
        action(tr("Show %1").arg(view->title()), i < 10 ? QKeySequence(Qt::CTRL | digit) : QKeySequence(),
               view->title(), [this, i] {
                   m_list->setCurrentRow(int(i));
                   currentView()->focusWidgetOnEntry()->setFocus(Qt::ShortcutFocusReason);
               });
        connect(view, &RunView::asked, this, &RunWindow::showView);
    }
}

void RunWindow::chooseView(int number)
{
    if (number >= 0)
        m_stack->setCurrentIndex(number);
}

RunView *RunWindow::currentView() const
{
    return m_views.at(std::max(m_stack->currentIndex(), 0));
}

void RunWindow::showView(const QString &name, const QString &id)
{
    for (qsizetype i = 0; i < m_views.size(); ++i) {
        if (m_views.at(i)->objectName() != name)
            continue;
        m_list->setCurrentRow(int(i));
        if (!id.isEmpty())
            m_views.at(i)->reveal(id);
        m_views.at(i)->focusWidgetOnEntry()->setFocus(Qt::OtherFocusReason);
        return;
    }
}

QList<QAction *> RunWindow::commands() const
{
    QList<QAction *> all = m_commands;
    for (const RunView *view : m_views)
        all.append(view->commands());
    return all;
}

void RunWindow::refresh()
{
    const RunState &state = m_document.now();
    const bool loaded = m_document.isLoaded();
    const bool live = m_document.isLive();
    const bool paused = state.phase == RunPhase::Paused;
    const bool over = state.outcome == Outcome::Converged && !live;
    const auto enable = [](QAction *one, bool can, const QString &whyNot) {
        one->setEnabled(can);
        QString tip = one->toolTip().section(u'\n', 0, 0);
        if (!can && !whyNot.isEmpty())
            tip += u'\n' + whyNot;
        one->setToolTip(tip);
    };
    const QString notLive = tr("No engine works on this run now: resume it first.");
    m_pause->setVisible(live && !paused);
    enable(m_pause, live && !paused, notLive);
    m_resume->setVisible(!m_pause->isVisible());
    const bool newer = !m_document.newer().isEmpty();
    const Error *damage = m_document.damage();
    enable(m_resume, loaded && !over && !newer && !damage && !m_document.isHeld(),
           damage                                ? damage->text()
               : newer                           ? tr("A newer Assay wrote this run: go on with it there.")
               : over                            ? tr("The run has converged: there is nothing to go on with.")
               : !m_document.ownWork().isEmpty() ? m_document.ownWork()
               : loaded
               ? tr("Process %1 holds the run, for an export say: wait until it is done.").arg(m_document.holder())
               : tr("The run is still being read."));
    enable(m_step, live && paused, live ? tr("Pause the run first: a step is done from a pause.") : notLive);
    enable(m_stop, live, notLive);
    enable(m_answer, !state.openPrompts().isEmpty(), tr("No question is open."));
    // What a running engine acted on a moment ago it refuses to take back, and says so.
    const Undoable *last = state.undoable.isEmpty() ? nullptr : &state.undoable.last();
    m_undo->setText(last ? tr("Undo %1").arg(OwnerWords::what(*last)) : tr("Undo"));
    enable(m_undo, last, tr("The run has acted on all that you told it, or you told it nothing."));
    enable(m_skip, live && !paused, live ? tr("The run is paused: nothing runs.") : notLive);
    enable(m_now, m_document.asOf() > 0, tr("This is now."));

    const qsizetype open = state.openPrompts().size();
    const QString name
        = loaded ? Formats::line(QFileInfo(state.target).fileName()) : QFileInfo(m_document.folder().path()).fileName();
    setWindowTitle(open > 0 ? tr("(%1) %2 – Assay").arg(open).arg(name) : tr("%1 – Assay").arg(name));
    const QString told = std::exchange(m_newerTold, m_document.newer()); // dismissed, it does not come back
    if (told != m_newerTold && !m_newerTold.isEmpty())
        m_newer->show(
            tr("A newer Assay wrote this run: %1. It is shown as far as this one understands it, and can only "
               "be looked at; go on with it in the newer one.")
                .arg(m_newerTold),
            Meaning::Unsure);
    refreshPast();
}

void RunWindow::refreshPast()
{
    const int last = int(m_document.now().lastSeq);
    const qint64 asOf = m_document.asOf();
    const QSignalBlocker quiet(m_slider);
    m_slider->setMaximum(std::max(last, 1));
    if (!m_slider->isSliderDown())
        m_slider->setValue(asOf > 0 ? int(asOf) : last);
    if (!m_slider->isSliderDown())
        m_pastText->setText(asOf > 0 ? tr("as of entry %1 of %2").arg(asOf).arg(last) : tr("now: entry %1").arg(last));
}

void RunWindow::resume()
{
    if (m_document.isLive())
        m_desk.tell(u"resume"_s);
    else if (EngineWork *work = m_engines.resume(m_document.folder()))
        connect(work, &EngineWork::failed, this, [this](const Error &error) { m_refusal->show(error); });
}

void RunWindow::stop()
{
    if (EngineWork *work = m_engines.workOn(m_document.folder()))
        work->stop();
    else
        m_desk.tell(u"stop"_s);
}

void RunWindow::answer()
{
    // The first press goes to the card, the next one answers it: nothing is answered unseen.
    if (auto *decisions = qobject_cast<DecisionsView *>(currentView()))
        return decisions->answerFront();
    showView(u"decisions"_s);
    // A page gives the focus back to whatever had it last, which may be another card.
    if (auto *decisions = qobject_cast<DecisionsView *>(currentView()))
        decisions->goToFront();
}

void RunWindow::save() const
{
    QSettings settings;
    settings.setValue(u"run/geometry"_s, saveGeometry());
    settings.setValue(u"run/list"_s, m_list->width());
    QVariantMap filters;
    for (const RunView *view : m_views) {
        settings.setValue(u"views/"_s + view->objectName(), arrangementOf(view));
        if (const QVariantMap set = filtersOf(view); !set.isEmpty())
            filters[view->objectName()] = set;
    }
    if (m_document.isLoaded())
        rememberRun({m_document.folder().path(), currentView()->objectName(), filters});
}

void RunWindow::restore()
{
    QSettings settings;
    if (!restoreGeometry(settings.value(u"run/geometry"_s).toByteArray()))
        resize(firstSize);
    if (const int width = settings.value(u"run/list"_s).toInt(); width > 0)
        m_body->setSizes({std::min(width, widestList), firstSize.width()});
    RecentRun before;
    for (const RecentRun &run : recentRuns()) {
        if (run.path == m_document.folder().path())
            before = run;
    }
    for (RunView *view : std::as_const(m_views)) {
        arrange(view, settings.value(u"views/"_s + view->objectName()).toMap());
        setFilters(view, before.filters[view->objectName()].toMap());
    }
    showView(before.view);
    m_list->setFocus(); // its arrows lead through the views
}

void RunWindow::keyPressEvent(QKeyEvent *event)
{
    // It came up to here because nobody had a use for it: a command's key says why it does nothing.
    if (const QString why = whyNothing(m_commands + currentView()->commands(), event); !why.isEmpty()) {
        m_refusal->show(why, Meaning::Idle);
        announce(m_refusal, why);
        return;
    }
    QMainWindow::keyPressEvent(event);
}

void RunWindow::closeEvent(QCloseEvent *event)
{
    save();
    event->accept();
    Q_EMIT closed();
}

} // namespace assay::ui
