#include "ui/views/changesview.h"

#include "ui/diff/diffpane.h"
#include "ui/look/actions.h"
#include "ui/look/askform.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/look/saidline.h"
#include "ui/views/changereview.h"
#include "ui/views/defencebar.h"
#include "ui/views/filespane.h"
#include "ui/views/hunkbutton.h"
#include "ui/views/lapsednote.h"
#include "ui/views/linewhy.h"

#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QMenu>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int narrow = 760; ///< below it the files stand above the change, not beside it

QComboBox *choice(const QString &name, int least, int most, QWidget *parent)
{
    auto *box = new QComboBox(parent);
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(least);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setMaximumWidth(most);
    return box;
}

} // namespace

ChangesView::ChangesView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::Iterations | Part::Run | Part::Prompts, parent),
      m_choice(choice(tr("What to look at"), 16, 480, this)),
      m_begin(choice(tr("What to compare it with"), 10, 200, this)),
      m_summary(new ElidedLabel(this, Qt::ElideRight)),
      m_problem(new Problem(this)),
      m_lapsed(new LapsedNote(this)),
      m_pane(new DiffPane(this)),
      m_files(new FilesPane(m_pane, true, this)),
      m_ask(new AskForm(this)),
      m_why(new LineWhy(place.document, m_pane, this)),
      m_said(new SaidLine(this)),
      m_waiting(new SaidLine(this))
{
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    auto *choices = new QHBoxLayout;
    choices->addWidget(m_choice, 3);
    choices->addWidget(m_begin, 1);
    choices->addStretch();
    m_bar = new QBoxLayout(QBoxLayout::LeftToRight);
    m_bar->addLayout(choices, 2);
    m_summary->setFont(fontOf(Type::Quiet));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_bar->addWidget(m_summary, 1);
    layout->addLayout(m_bar);
    layout->addWidget(m_problem);
    layout->addWidget(m_lapsed);
    m_sides = new QSplitter(Qt::Horizontal, this);
    m_sides->addWidget(m_files);
    auto *change = new QWidget(m_sides);
    auto *rows = new QVBoxLayout(change);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(gap);
    rows->addWidget(m_pane, 1);
    m_said->setObjectName(u"said"_s);
    m_waiting->setObjectName(u"waiting"_s);
    rows->addWidget(m_waiting);
    rows->addWidget(m_said);
    rows->addWidget(m_why);
    rows->addWidget(m_ask);
    m_sides->addWidget(change);
    m_review = new ChangeReview(place, m_pane, m_files->tree(), m_ask, this);
    m_sides->setSizes({400, 600});
    m_sides->setStretchFactor(1, 1);
    m_sides->setChildrenCollapsible(false);
    m_empty = new EmptyOr(m_sides, this);
    layout->addWidget(m_empty, 1);
    addActions(m_pane->commands()); // from the list of files too
    m_files->tree()->installEventFilter(this); // it would search by every letter
    makeMenus();
    if (place.engines)
        makeDefence(*place.engines);

    connect(m_choice, &QComboBox::activated, this, [this] {
        m_isChosen = true;
        load();
    });
    connect(m_pane->view(), &DiffView::currentRowChanged, m_said, &SaidLine::leave);
    connect(m_review, &ChangeReview::asking, this, [this] {
        m_said->leave();
        m_why->hide();
    });
    connect(m_review, &ChangeReview::waitingChanged, this, [this](const QString &sentence) {
        if (sentence.isEmpty())
            m_waiting->leave();
        else if (sentence != m_waiting->words())
            m_waiting->say(sentence);
    });
    connect(m_begin, &QComboBox::activated, this, &ChangesView::load);
    connect(m_pane, &DiffPane::failed, this, [this](const Error &error) { m_problem->show(error); });
    connect(m_files, &FilesPane::refreshed, this, [this] {
        const DiffDocument &shown = m_pane->view()->document();
        m_lapsed->show(m_files->lapsed());
        m_summary->setFullText(shown.sectionCount() == 0 ? QString() : FileRows::summary(shown));
        fitSummary();
    });
    connect(m_lapsed, &LapsedNote::wanted, this, [this](const RepoPath &path) {
        m_pane->view()->goToFile(path);
        m_pane->view()->setFocus();
    });
    connect(m_why, &LineWhy::asked, this, &ChangesView::asked);
}

void ChangesView::resizeEvent(QResizeEvent *event)
{
    RunView::resizeEvent(event);
    fitSummary();
    const Qt::Orientation wanted = width() < narrow ? Qt::Vertical : Qt::Horizontal;
    if (m_sides->orientation() == wanted)
        return;
    m_sides->setOrientation(wanted);
    m_sides->setSizes(wanted == Qt::Vertical ? QList{160, 400} : QList{400, 600});
}

void ChangesView::makeMenus()
{
    DiffView *view = m_pane->view();
    connect(view, &DiffView::menuAsked, this, [this](QMenu *menu) { m_review->fillMenu(menu, {m_why->command()}); });
    auto *button = new HunkButton(view);
    connect(button, &HunkButton::menuWanted, view, &DiffView::openMenu);
    QTreeView *files = m_files->tree();
    files->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(files, &QWidget::customContextMenuRequested, this, [this, files](QPoint place) {
        auto *menu = new QMenu(files);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        m_review->fillMenu(menu, {});
        if (menu->isEmpty())
            return menu->deleteLater(); // of a folder nothing is to be said
        menu->popup(files->viewport()->mapToGlobal(place));
    });
}

void ChangesView::makeDefence(EngineRoom &engines)
{
    m_defence = new DefenceBar(document(), engines, DefenceBar::Shown::WhileJudging, this);
    m_said->parentWidget()->layout()->addWidget(m_defence);
    connect(m_review, &ChangeReview::judgingWanted, m_defence, &DefenceBar::judge);
    connect(m_defence, &DefenceBar::judged, this, [this](const HunkFact &fact) {
        const QString place = Formats::line(fact.place.text());
        m_said->say(fact.defence == HunkDefence::Defended ? tr("%1 is missed: %2").arg(place, Formats::line(fact.seen))
                        : fact.defence == HunkDefence::Undefended
                        ? tr("%1 is undefended: nothing noticed when it was missing").arg(place)
                        : tr("%1 could not be judged: %2").arg(place, Formats::line(fact.seen)));
    });
}

bool ChangesView::sayWhyNothing(const QKeyEvent *key)
{
    const QString why = whyNothing(commands(), key);
    if (!why.isEmpty())
        m_said->say(why);
    return !why.isEmpty();
}

void ChangesView::keyPressEvent(QKeyEvent *event)
{
    if (!sayWhyNothing(event))
        RunView::keyPressEvent(event);
}

bool ChangesView::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_files->tree() && event->type() == QEvent::KeyPress
        && sayWhyNothing(static_cast<QKeyEvent *>(event)))
        return true;
    return RunView::eventFilter(object, event);
}

/// The counts get a line of their own where they would be cut off beside the choices.
void ChangesView::fitSummary()
{
    const int beside = width() - 2 * pageEdge - m_choice->maximumWidth() - m_begin->maximumWidth() - 3 * gap;
    const bool fits = m_summary->fontMetrics().horizontalAdvance(m_summary->fullText()) <= beside;
    m_bar->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

QList<QAction *> ChangesView::commands() const
{
    return m_pane->commands() + m_review->commands() + QList{m_why->command()};
}

RunView::Badge ChangesView::badge() const
{
    // A candidate that waits for the owner is to be looked at here.
    for (const Prompt *prompt : document().state().openPrompts()) {
        const IterationFact *iteration = document().state().iteration(prompt->iteration);
        if (prompt->type == PromptType::Approval && iteration && iteration->isRunning() && iteration->candidate)
            return {glyph(Meaning::Waiting), Meaning::Waiting};
    }
    return {};
}

QWidget *ChangesView::focusWidgetOnEntry()
{
    return m_pane->view();
}

void ChangesView::refresh(Parts)
{
    const QString before = m_isChosen ? m_choice->currentData().toString() : QString();
    m_comparisons = ChangesRows::comparisons(state(), goesOn());
    fillChoices();
    fillBegins();
    const Comparison *first = ChangesRows::first(m_comparisons);
    m_choice->setEnabled(first);
    m_begin->setEnabled(first);
    if (!first) {
        m_empty->showEmpty(
            tr("Every change will stand here, kept or rolled back, once the first attempt has made one."));
        return;
    }
    m_empty->showContent();
    const int at = m_choice->findData(before.isEmpty() ? first->key : before);
    m_choice->setCurrentIndex(at >= 0 ? at : m_choice->findData(first->key));
    load();
}

void ChangesView::fillChoices()
{
    QStringList titles, shown;
    for (const Comparison &one : std::as_const(m_comparisons))
        titles.append(one.title);
    for (int i = 0; i < m_choice->count(); ++i)
        shown.append(m_choice->itemText(i));
    shown.removeAll(QString()); // separators
    if (titles == shown)
        return; // an open list stays open
    const QSignalBlocker quiet(m_choice);
    const QVariant chosen = m_choice->currentData();
    m_choice->clear();
    QString group;
    for (const Comparison &one : std::as_const(m_comparisons)) {
        if (const QString begins = one.key.section(u' ', 0, 0); begins != group) {
            if (!group.isEmpty())
                m_choice->insertSeparator(m_choice->count());
            group = begins;
        }
        m_choice->addItem(one.title, one.key);
    }
    if (const int at = m_choice->findData(chosen); at >= 0)
        m_choice->setCurrentIndex(at);
}

void ChangesView::fillBegins()
{
    const QList<ChangesRows::Begin> begins = ChangesRows::begins(state());
    if (begins.size() == m_begin->count())
        return;
    const QSignalBlocker quiet(m_begin);
    const QString chosen = m_begin->currentText();
    m_begin->clear();
    for (const ChangesRows::Begin &begin : begins)
        m_begin->addItem(begin.title, begin.tree.text());
    m_begin->setCurrentIndex(std::max(0, m_begin->findText(chosen)));
}

const Comparison *ChangesView::chosen() const
{
    const auto at = std::ranges::find(m_comparisons, m_choice->currentData().toString(), &Comparison::key);
    return at == m_comparisons.end() ? nullptr : &*at;
}

void ChangesView::load()
{
    const Comparison *wanted = chosen();
    if (!wanted)
        return;
    const ObjectId begin(m_begin->currentData().toString());
    m_problem->clear();
    const ObjectId from = begin.isNull() ? wanted->from : begin;
    m_pane->compare(document().folder().vault(), from, wanted->to);
    m_why->refresh(from, wanted->to);
    m_review->refresh(from == state().baseTree && wanted->to == state().checkpoint().tree);
    // Another name for the same change may class its files otherwise.
    m_files->setKnown(ChangesRows::classes(*wanted, state()), [this](const DiffDocument &change) {
        const Comparison *shown = chosen();
        return shown ? ChangesRows::lapsed(change, *shown, state()) : QList<ReviewPlace>();
    });
}

bool ChangesView::reveal(const QString &id)
{
    bool number = false;
    const int iteration = id.toInt(&number);
    QString key = number ? u"attempt %1"_s.arg(iteration) : id;
    // Checkpoints come before attempts, the newest first.
    const auto ofTask = std::ranges::find(m_comparisons, TaskId(id), &Comparison::task);
    if (!id.isEmpty() && ofTask != m_comparisons.end())
        key = ofTask->key;
    const int at = m_choice->findData(key);
    if (at < 0)
        return false;
    m_choice->setCurrentIndex(at);
    m_isChosen = true;
    m_begin->setCurrentIndex(0);
    load();
    return true;
}

} // namespace assay::ui
