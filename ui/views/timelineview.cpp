#include "ui/views/timelineview.h"

#include "ui/look/actions.h"
#include "ui/look/askform.h"
#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/models/held.h"
#include "ui/views/evidencepane.h"
#include "ui/views/iterationoutline.h"
#include "ui/views/outlineview.h"
#include "ui/views/proofwords.h"
#include "ui/views/runwords.h"
#include "ui/views/standingwords.h"
#include "ui/views/timelinelane.h"

#include <QAction>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace assay::ui {
namespace {

constexpr int narrow = 760; ///< below it what was recorded stands below the rows, not beside them

QToolButton *button(QAction *action, QWidget *parent)
{
    auto *made = new QToolButton(parent);
    made->setDefaultAction(action);
    made->setToolButtonStyle(Qt::ToolButtonTextOnly);
    made->setAccessibleName(action->text());
    return made;
}

} // namespace

TimelineView::TimelineView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::Run | Part::Iterations | Part::Proofs | Part::Gate | Part::Prompts | Part::Claims, parent),
      m_lane(new TimelineLane(this)),
      m_summary(quietLabel({}, this)),
      m_heading(new ElidedLabel(this, Qt::ElideRight)),
      m_reason(label({}, Type::Body, this)),
      m_verdict(new Chip(this)),
      m_ask(new AskForm(this)),
      m_outline(new OutlineView(IterationOutline::headings(), {IterationOutline::Took}, this)),
      m_evidence(new EvidencePane(place.document.folder(), this))
{
    m_asOf = command(tr("As of here"), tr("The whole window shows the run as it was when this iteration ended"),
                     [this] { document().showAsOf(m_moments.endOf(m_lane->chosen())); });
    m_toChanges = command(tr("Its change"), tr("The candidate of this iteration, in Changes"),
                          [this] { Q_EMIT asked(u"changes"_s, QString::number(m_lane->chosen())); });
    m_toJournal = command(tr("Its entry"), tr("The journal entry that ended this iteration"),
                          [this] { Q_EMIT asked(u"journal"_s, QString::number(m_moments.endOf(m_lane->chosen()))); });
    m_rewind = command(tr("Rewind…"), tr("Take the run back to the checkpoint that this iteration started from"),
                       [this] { rewind(); });
    QAction *closer = command(tr("Nearer"), tr("Zoom in (+, or Ctrl and the wheel)"), [this] { m_lane->zoomIn(); });
    QAction *farther = command(tr("Farther"), tr("Zoom out (−, or Ctrl and the wheel)"), [this] { m_lane->zoomOut(); });
    QAction *fit = command(tr("Fit"), tr("The whole run in the window (F)"), [this] { m_lane->fit(); });

    auto *content = new QWidget(this);
    auto *rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(gap);
    auto *top = new QHBoxLayout;
    top->setSpacing(gap);
    top->addWidget(sectionLabel(tr("Iterations in time"), content));
    top->addWidget(m_summary, 1);
    for (QAction *action : {farther, closer, fit})
        top->addWidget(button(action, content));
    rows->addLayout(top);
    rows->addWidget(m_lane);

    auto *about = new QWidget(content);
    auto *details = new QVBoxLayout(about);
    details->setContentsMargins(0, gap, 0, 0);
    details->setSpacing(gap);
    auto *head = new QHBoxLayout;
    head->setSpacing(gap);
    m_heading->setFont(fontOf(Type::Section));
    head->addWidget(m_verdict);
    head->addWidget(m_heading, 1);
    for (QAction *action : {m_toChanges, m_toJournal, m_asOf, m_rewind})
        head->addWidget(button(action, about));
    details->addLayout(head);
    details->addWidget(m_ask);
    m_reason->setWordWrap(true);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    details->addWidget(m_reason);
    m_sides = new QSplitter(Qt::Horizontal, about);
    m_sides->setChildrenCollapsible(false);
    m_sides->addWidget(m_outline);
    m_sides->addWidget(m_evidence);
    m_sides->setStretchFactor(0, 3);
    m_sides->setStretchFactor(1, 2);
    m_sides->setSizes({640, 360});
    details->addWidget(m_sides, 1);
    m_outline->setAccessibleName(tr("What happened in this iteration"));
    m_outline->setColumnWidth(IterationOutline::What, 230);
    m_outline->setColumnWidth(IterationOutline::Result, 150);
    m_outline->setColumnWidth(IterationOutline::Took, 64);
    rows->addWidget(about, 1);

    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    m_empty = new EmptyOr(content, this);
    layout->addWidget(m_empty);
    m_empty->showEmpty(tr("Each iteration will stand here as a block as wide as it took, from the first audit on."));

    connect(m_lane, &TimelineLane::chose, this, [this] {
        m_ask->dismiss();
        m_follows = false; // the reader's choice stays; the newest one's is made again in refresh()
        showIteration();
    });
    connect(m_lane, &TimelineLane::entered, m_outline, [this] { m_outline->setFocus(Qt::OtherFocusReason); });
    connect(m_lane, &TimelineLane::markEntered, this, [this](const TimelineMark &mark) {
        if (mark.kind == Moment::Question)
            Q_EMIT asked(u"decisions"_s, mark.id);
        else if (mark.kind == Moment::Checkpoint)
            Q_EMIT asked(u"changes"_s, QString::number(mark.iteration));
    });
    connect(m_outline, &OutlineView::chose, this, &TimelineView::showRow);
    connect(m_outline, &OutlineView::entered, this, &TimelineView::enterRow);
    m_clock.setInterval(1s); // what runs grows while nothing is written
    connect(&m_clock, &QTimer::timeout, this, &TimelineView::showLane);
}

QAction *TimelineView::command(const QString &text, const QString &toolTip, const std::function<void()> &what)
{
    auto *made = new QAction(text, this);
    made->setToolTip(toolTip);
    made->setProperty("tip", toolTip);
    connect(made, &QAction::triggered, this, what);
    m_commands.append(made);
    return made;
}

RunView::Badge TimelineView::badge() const
{
    return {state().iterations.isEmpty() ? QString() : Formats::count(state().iterations.size()), {}};
}

QWidget *TimelineView::focusWidgetOnEntry()
{
    return m_lane;
}

QDateTime TimelineView::until() const
{
    return document().isLive() && document().asOf() == 0 ? QDateTime::currentDateTimeUtc() : state().lastAt;
}

void TimelineView::refresh(Parts)
{
    m_moments.follow(document().heads());
    if (document().isLive() && document().asOf() == 0)
        m_clock.start();
    else
        m_clock.stop();
    showLane();
    if (m_follows && !state().iterations.isEmpty()) {
        m_lane->choose(state().iterations.last().n);
        m_follows = true;
    }
    showIteration();
}

void TimelineView::hideEvent(QHideEvent *event)
{
    m_clock.stop();
    RunView::hideEvent(event);
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    RunView::resizeEvent(event);
    const Qt::Orientation wanted = width() < narrow ? Qt::Vertical : Qt::Horizontal;
    if (m_sides->orientation() == wanted)
        return;
    m_sides->setOrientation(wanted);
    m_sides->setSizes(wanted == Qt::Vertical ? QList{220, 100} : QList{640, 360});
    m_outline->setColumnWidth(IterationOutline::What, wanted == Qt::Vertical ? 160 : 230);
}

void TimelineView::showLane()
{
    if (state().iterations.isEmpty()) {
        m_empty->showEmpty(
            document().isLive()
                ? tr("Each iteration will stand here as a block as wide as it took; the first audit begins "
                     "when the baseline was measured.")
                : tr("No iteration was begun: the run was cut off while it was set up."));
    } else {
        m_empty->showContent();
    }
    const Timeline line = timelineOf(state(), m_moments.all(), until(), goesOn());
    QStringList titles;
    for (const TimelineBlock &block : line.blocks) {
        const IterationFact *fact = state().iteration(block.iteration);
        titles.append(fact ? u"%1 · %2"_s.arg(block.iteration).arg(RunWords::iterationTitle(*fact)) : tr("Set-up"));
    }
    m_lane->show(line, titles);
    const Spent spent = StandingWords::spent(state(), goesOn(), until());
    QStringList said{StandingWords::iterations(spent)};
    if (spent.uncounted > 0)
        said.append(tr("%1 not counted").arg(spent.uncounted));
    said.append(StandingWords::worked(spent));
    said.removeAll(QString());
    m_summary->setText(said.join(u"  ·  "_s));
}

void TimelineView::rewind()
{
    const IterationFact *fact = state().iteration(m_lane->chosen());
    if (!fact)
        return;
    const int number = fact->checkpoint;
    m_ask->ask(
        {.sentence = tr("Back to checkpoint %1%2, before iteration %3: what was fixed since is open again, and what "
                        "runs now is interrupted. Every iteration, proof and commit is kept. Why?")
                         .arg(number)
                         .arg(number == 0 ? tr(" (base)") : QString())
                         .arg(fact->n),
         .verb = tr("Rewind"),
         .missing = tr("Write why: it stands in the journal."),
         .initial = {},
         .known = {}},
        [this, number](const QString &reason) {
            desk().tell(u"rewind"_s, {{u"checkpoint"_s, number}, {u"reason"_s, reason}});
        });
}

void TimelineView::enable(QAction *action, bool can, const QString &whyNot)
{
    ui::enable(action, action->property("tip").toString(), can ? QString() : whyNot);
}

void TimelineView::showIteration()
{
    const int chosen = m_lane->chosen();
    const IterationFact *fact = state().iteration(chosen);
    const bool running = fact && fact->isRunning();
    const QString none = tr("Choose an iteration first.");
    const QString runs = tr("This iteration has not ended yet.");
    const bool ended = m_moments.endOf(chosen) > 0 && fact && !running;
    enable(m_asOf, ended, fact ? runs : none);
    enable(m_toJournal, ended, fact ? runs : none);
    enable(m_rewind, fact && document().asOf() == 0,
           fact ? tr("This is the run as it was: go back to now first.") : none);
    enable(m_toChanges, fact && fact->candidate, fact ? tr("No change was collected in this iteration.") : none);
    if (chosen < 0) {
        m_heading->setFullText(tr("No iteration is chosen"));
        m_verdict->show(Meaning::Idle, {});
        m_reason->hide();
        m_outline->show({}, {});
        return;
    }
    if (fact) {
        const QDateTime end = running ? until() : fact->ended;
        m_heading->setFullText(
            tr("Iteration %1 · %2 · %3")
                .arg(fact->n)
                .arg(RunWords::iterationTitle(*fact), Formats::duration(milliseconds(fact->started.msecsTo(end)))));
        m_verdict->show(
            isHeld(state(), *fact) ? Meaning::Waiting : meaningOfVerdict(fact->verdict),
            RunWords::verdict(state(), *fact, goesOn()),
            tr("%1 – %2").arg(Formats::exact(fact->started), running && goesOn() ? tr("now") : Formats::exact(end)));
        QString reason = Formats::line(fact->reason);
        if (const Task *task = state().task(fact->task)) {
            QStringList covers;
            for (const FindingId &id : task->covers) {
                const Finding *finding = state().finding(id);
                covers.append(finding && covers.isEmpty() ? u"%1 %2"_s.arg(id.text(), Formats::line(finding->title))
                                                          : id.text());
            }
            reason = (reason.isEmpty() ? QString() : reason + u'\n') + tr("Works on %1").arg(covers.join(u", "_s));
        }
        if (!fact->counted && !running)
            reason += (reason.isEmpty() ? QString() : u"\n"_s) + tr("Not counted against the budget.");
        m_reason->setText(reason);
        m_reason->setVisible(!reason.isEmpty());
    } else {
        m_heading->setFullText(tr("Set-up: clone, preparation, baseline"));
        m_verdict->show(Meaning::Idle, {});
        m_reason->hide();
    }
    m_outline->show(QString::number(chosen), IterationOutline::of(state(), chosen, until(), goesOn()));
    if (m_outline->chosenPath().isEmpty())
        m_evidence->clear(tr("Choose a row to see what was recorded for it."));
}

void TimelineView::showRow()
{
    m_follows = m_follows && !m_outline->currentIndex().isValid();
    const QString reference = m_outline->reference();
    const QString kind = reference.section(u':', 0, 0), id = reference.section(u':', 1);
    const QModelIndex row = m_outline->currentIndex();
    const QString what = row.siblingAtColumn(IterationOutline::What).data().toString();
    QStringList facts;
    for (const int column : {IterationOutline::Result, IterationOutline::Detail}) {
        if (const QString text = row.siblingAtColumn(column).data().toString(); !text.isEmpty())
            facts.append(text);
    }
    if (kind == "proof"_L1) {
        const QList<const ProofFact *> runs = ProofWords::group(state(), id.toLongLong());
        m_evidence->show(what, ProofWords::facts(state(), runs), ProofWords::pieces(runs));
    } else if (kind == "gate"_L1) {
        facts.append(tr("Enter shows its cases in Gate."));
        m_evidence->show(what, facts.join(u'\n'));
    } else if (kind == "text"_L1 && !id.isEmpty()) {
        m_evidence->show(what, facts.join(u'\n'), {{QString(), Digest(id.toLatin1())}});
    } else if (kind == "prompt"_L1) {
        const Prompt *prompt = state().prompt(PromptId(id));
        m_evidence->show(what, prompt ? Formats::lines(prompt->question) : QString());
    } else if (row.isValid() && row.parent().isValid()) {
        m_evidence->show(what, facts.join(u'\n'));
    } else {
        m_evidence->clear(tr("Choose a row to see what was recorded for it."));
    }
}

void TimelineView::enterRow()
{
    const QString reference = m_outline->reference();
    const QString kind = reference.section(u':', 0, 0), id = reference.section(u':', 1);
    if (kind == "prompt"_L1)
        Q_EMIT asked(u"decisions"_s, id);
    else if (kind == "gate"_L1)
        Q_EMIT asked(u"gate"_s, id);
    else
        m_evidence->setFocus(Qt::OtherFocusReason);
}

bool TimelineView::reveal(const QString &iteration)
{
    bool number = false;
    const int n = iteration.toInt(&number);
    if (!number || !state().iteration(n))
        return false;
    m_lane->choose(n);
    return true;
}

} // namespace assay::ui
