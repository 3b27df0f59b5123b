#include "ui/views/gateview.h"

#include "ui/look/askform.h"
#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/views/evidencebelow.h"
#include "ui/views/gateoutline.h"
#include "ui/views/outlineview.h"
#include "ui/views/proofwords.h"
#include "ui/views/runwords.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace assay::ui {
namespace {

bool isUnguarded(const RunState &state)
{
    return !state.policy.isEmpty() && state.policy[u"gate"_s].toArray().isEmpty();
}

void sayOrHide(QLabel *label, const QString &text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

GateView::GateView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::Run | Part::Iterations | Part::Gate, parent),
      m_reports(place.document.folder()),
      m_edit(new QAction(tr("Edit gate…"), this)),
      m_ask(new AskForm(this)),
      m_state(new Chip(this)),
      m_sentence(new ElidedLabel(this, Qt::ElideRight)),
      m_cause(label({}, Type::Body, this)),
      m_since(quietLabel({}, this)),
      m_which(new QComboBox(this)),
      m_filter(new QComboBox(this)),
      m_text(new QLineEdit(this)),
      m_outline(new OutlineView(GateOutline::headings(), {GateOutline::Took}, this)),
      m_evidence(new EvidencePane(place.document.folder(), this))
{
    auto *content = new QWidget(this);
    auto *rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(gap);
    auto *head = new QHBoxLayout;
    head->setSpacing(gap);
    head->addWidget(m_state);
    m_sentence->setFont(fontOf(Type::Section));
    head->addWidget(m_sentence, 1);
    m_which->setAccessibleName(tr("Report"));
    m_which->setToolTip(tr("Which run of the gate is shown"));
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_which->setMinimumContentsLength(22);
    head->addWidget(m_which);
    auto *edit = new QToolButton(this);
    edit->setDefaultAction(m_edit);
    edit->setFocusPolicy(Qt::StrongFocus);
    head->addWidget(edit);
    rows->addLayout(head);
    rows->addWidget(m_ask);
    for (QLabel *one : {m_cause, m_since}) {
        one->setWordWrap(true);
        one->setTextInteractionFlags(Qt::TextSelectableByMouse);
        rows->addWidget(one);
    }
    auto *bar = new QHBoxLayout;
    bar->setSpacing(gap);
    const std::pair<QString, GateFilter> filters[]
        = {{tr("All cases"), GateFilter::All},          {tr("Failing or vanished"), GateFilter::Failing},
           {tr("Changed"), GateFilter::Changed},        {tr("Unstable"), GateFilter::Unstable},
           {tr("Judged for teeth"), GateFilter::Teeth}, {tr("Suspect"), GateFilter::Suspect}};
    for (const auto &[name, filter] : filters)
        m_filter->addItem(name, int(filter));
    m_filter->setAccessibleName(tr("Which cases"));
    m_text->setPlaceholderText(tr("Filter"));
    m_text->setAccessibleName(tr("Filter cases by name"));
    m_text->setObjectName(u"filter"_s);
    m_filter->setObjectName(u"cases"_s);
    m_text->setClearButtonEnabled(true);
    bar->addWidget(m_filter);
    bar->addWidget(m_text, 1);
    rows->addLayout(bar);
    m_below = new EvidenceBelow(m_outline, m_evidence, content);
    rows->addWidget(m_below, 1);
    m_outline->setAccessibleName(tr("Cases of the report"));
    const int widths[] = {320, 130, 120, 130, 90, 64};
    for (int column = 0; column < 6; ++column)
        m_outline->setColumnWidth(column, widths[column]);

    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    m_empty = new EmptyOr(content, this);
    layout->addWidget(m_empty);
    m_empty->showEmpty(tr("The cases of the gate will stand here as soon as its baseline was measured."));

    connect(m_edit, &QAction::triggered, this, &GateView::edit);
    addAction(m_edit);
    connect(&m_reports, &GateReports::arrived, this, &GateView::showReport);
    connect(m_which, &QComboBox::activated, this, &GateView::chooseReport);
    connect(m_filter, &QComboBox::currentIndexChanged, this, &GateView::showRows);
    connect(m_text, &QLineEdit::textChanged, this, &GateView::showRows);
    connect(m_outline, &OutlineView::chose, this, &GateView::showRow);
    connect(m_outline, &OutlineView::entered, m_evidence, [this] { m_evidence->setFocus(Qt::OtherFocusReason); });
}

RunView::Badge GateView::badge() const
{
    if (isUnguarded(state()))
        return {tr("none"), Meaning::Unsure};
    const GateFact *gate = state().checkpoints.isEmpty() ? nullptr : state().gateOf(state().checkpoint().tree);
    if (!gate || !gate->countsKnown)
        return {};
    return gate->failed > 0 ? Badge{Formats::count(gate->failed), Meaning::Bad}
                            : Badge{Formats::count(gate->passed), {}};
}

QWidget *GateView::focusWidgetOnEntry()
{
    return m_outline;
}

const GateFact *GateView::gateOfSeq(qint64 seq) const
{
    const auto found = std::ranges::lower_bound(state().gates, seq, {}, &GateFact::seq);
    return found != state().gates.end() && found->seq == seq ? &*found : nullptr;
}

const GateFact *GateView::shownGate() const
{
    if (m_chosen > 0) {
        if (const GateFact *chosen = gateOfSeq(m_chosen))
            return chosen;
    }
    if (const GateFact *now = state().checkpoints.isEmpty() ? nullptr : state().gateOf(state().checkpoint().tree))
        return now;
    return state().gates.isEmpty() ? nullptr : &state().gates.last(); // a broken one stands for no tree
}

void GateView::refresh(Parts)
{
    enableCommands();
    const GateFact *gate = shownGate();
    if (!gate) {
        m_empty->showEmpty(
            isUnguarded(state())
                ? tr("Unguarded: no gate was found or named, so only checks judge. Name one in assay.toml "
                     "([[gate]] command) to have tests judge too.")
                : document().isLive()
                ? tr("The cases of the gate will stand here as soon as its baseline was measured.")
                : tr("The gate was never measured in this run."));
        return;
    }
    m_empty->showContent();
    listReports();
    showReport();
}

void GateView::listReports()
{
    const GateFact *shown = shownGate();
    if (m_which->count() == state().gates.size() && m_which->currentData().toLongLong() == shown->seq)
        return;
    m_which->clear();
    for (auto gate = state().gates.crbegin(); gate != state().gates.crend(); ++gate) {
        const QString what = ProofWords::gateLabel(gate->label);
        m_which->addItem(gate->iteration > 0
                             ? tr("Iteration %1: %2 (%3)").arg(gate->iteration).arg(what, ProofWords::gate(*gate))
                             : tr("Set-up: %1 (%2)").arg(what, ProofWords::gate(*gate)),
                         gate->seq);
    }
    m_which->setCurrentIndex(m_which->findData(shown->seq));
}

void GateView::chooseReport()
{
    m_chosen = m_which->currentData().toLongLong();
    showReport();
}

void GateView::showReport()
{
    const GateFact *gate = shownGate();
    if (!gate)
        return;
    const GateFact *base = state().gateOf(state().baseTree), *before = gateBefore(state(), *gate);
    QList<Digest> wanted{gate->report};
    const QList<const GateFact *> history = gateHistory(state(), historyMost);
    for (const GateFact *one : history)
        wanted.append(one->report);
    for (const GateFact *one : {base, before}) {
        if (one)
            wanted.append(one->report);
    }
    for (const SuspectFact &fact : state().suspects) {
        for (const GateFact &one : state().gates) {
            if (one.iteration == fact.iteration && one.label == "old-tests"_L1)
                wanted.append(one.report);
        }
    }
    m_reports.want(wanted);

    GateQuestion question{.shown = m_reports.report(gate->report),
                          .base = base ? m_reports.report(base->report) : nullptr,
                          .checkpoint = before ? m_reports.report(before->report) : nullptr,
                          .teeth = state().teeth,
                          .suspects = state().suspects};
    for (const ComparisonFact &one : state().comparisons) {
        if (before && one.label == "gate"_L1 && one.to == gate->tree && one.from == before->tree
            && gate->label != "teeth"_L1)
            question.recorded = one.comparison;
    }
    for (const GateFact *one : history)
        question.history.append(m_reports.report(one->report));
    for (const GateFact &one : state().gates)
        question.unstable.append(one.unstable);
    question.unstable.removeDuplicates();
    m_cases = gateCases(question);
    say(gate);
    showRows();
}

void GateView::say(const GateFact *gate)
{
    const bool unguarded = isUnguarded(state());
    m_state->show(unguarded ? Meaning::Unsure : ProofWords::meaning(*gate),
                  unguarded                     ? tr("unguarded")
                      : !gate->broken.isEmpty() ? tr("broken")
                      : gate->failed > 0        ? tr("red")
                                                : tr("green"));
    const QString where = gate->iteration > 0 ? tr("iteration %1").arg(gate->iteration) : tr("set-up");
    m_sentence->setFullText(tr("%1: %2, %3, in %4")
                                .arg(Formats::titleCase(ProofWords::gate(*gate)), ProofWords::gateLabel(gate->label),
                                     where, Formats::duration(gate->duration)));
    QStringList causes;
    if (unguarded)
        causes.append(tr("Unguarded: no gate was found or named, so only checks judge."));
    if (!gate->broken.isEmpty())
        causes.append(tr("This run measured nothing: %1").arg(Formats::lines(gate->broken)));
    if (const QString problem = m_reports.problem(gate->report); !problem.isEmpty())
        causes.append(tr("The report cannot be shown. %1").arg(Formats::lines(problem)));
    if (!gate->countsKnown && gate->broken.isEmpty())
        causes.append(
            tr("Its commands tell no counts: only their ending is known, and vanished cases cannot be judged."));
    if (const QString blind = blindWords(gate->blind); !blind.isEmpty())
        causes.append(Formats::line(blind) + u'.');
    if (const ComparisonFact *contained = state().containmentComparison(); contained && !contained->changed.isEmpty())
        causes.append(tr("Changed by containment: %1").arg(Formats::line(contained->changed.join(u", "_s))));
    for (const QString &warning : state().warnings) {
        if (warning.contains("gate"_L1) || warning.contains("status"_L1))
            causes.append(Formats::line(warning));
    }
    sayOrHide(m_cause, causes.join(u'\n'));
    sayOrHide(m_since, since(*gate));
}

/// What changed, and what is known of the tests, in one line.
QString GateView::since(const GateFact &gate) const
{
    QStringList parts;
    const GateFact *before = gateBefore(state(), gate);
    if (m_reports.report(gate.report)) {
        if (gate.tree != state().baseTree)
            parts.append(tr("Since base: %1").arg(GateOutline::summary(m_cases.sinceBase)));
        if (before && before->tree != state().baseTree)
            parts.append(tr("since the checkpoint before: %1").arg(GateOutline::summary(m_cases.sinceCheckpoint)));
    }
    qsizetype unstable = 0, suspects = 0, judged = 0, toothed = 0;
    for (const GateCommandCases &command : m_cases.commands) {
        for (const GateCase &one : command.cases) {
            unstable += one.unstable ? 1 : 0;
            suspects += one.suspect >= 0 ? 1 : 0;
            judged += one.teeth >= 0 ? 1 : 0;
            toothed += one.teeth >= 0 && state().teeth.at(one.teeth).teeth == Teeth::Toothed ? 1 : 0;
        }
    }
    if (judged > 0)
        parts.append(tr("%1 of %2 judged tests have teeth").arg(toothed).arg(judged));
    if (suspects > 0)
        parts.append(tr("%1 suspect").arg(suspects));
    if (unstable > 0)
        parts.append(tr("%1 unstable").arg(unstable));
    return parts.join(u" · "_s);
}

void GateView::showRows()
{
    const GateFact *gate = shownGate();
    if (!gate)
        return;
    m_outline->show(QString::number(gate->seq),
                    GateOutline::of(m_cases, GateFilter(m_filter->currentData().toInt()), m_text->text().trimmed(),
                                    state().teeth, state().suspects));
    if (!m_outline->chosenPath().isEmpty())
        return;
    if (m_reports.isReading())
        m_evidence->clear(tr("The report is being read."));
    m_below->showEvidence(m_reports.isReading());
}

QList<EvidencePiece> GateView::outputOf(qsizetype command) const
{
    const Digest &output = m_cases.commands.at(command).report.output;
    return output.isNull() ? QList<EvidencePiece>() : QList<EvidencePiece>{{tr("standard output and error"), output}};
}

void GateView::showRow()
{
    m_below->showEvidence(tellRow());
}

bool GateView::tellRow()
{
    const QStringList parts = m_outline->reference().split(u':');
    const qsizetype command = parts.value(1).toLongLong();
    if (parts.first() == "command"_L1 && command < m_cases.commands.size()) {
        const CommandReport &report = m_cases.commands.at(command).report;
        QStringList facts{tr("%1, took %2").arg(GateOutline::ending(report), Formats::duration(report.duration))};
        facts.append(tr("read as %1").arg(toWord(report.format)));
        if (report.countsKnown)
            facts.append(
                tr("%1 passed, %2 failed, %3 skipped").arg(report.passed).arg(report.failed).arg(report.skipped));
        if (!report.broken.isEmpty())
            facts.append(tr("broken: %1").arg(Formats::lines(report.broken)));
        m_evidence->show(report.name(), facts.join(u'\n'), outputOf(command));
        return true;
    }
    if (parts.first() == "case"_L1 && command < m_cases.commands.size()) {
        const QList<GateCase> &cases = m_cases.commands.at(command).cases;
        if (const qsizetype at = parts.value(2).toLongLong(); at < cases.size()) {
            m_evidence->show(cases.at(at).name, caseFacts(cases.at(at)));
            return true;
        }
    }
    return false;
}

bool GateView::reveal(const QString &id)
{
    bool number = false;
    if (const qint64 seq = id.toLongLong(&number); number) {
        if (!gateOfSeq(seq))
            return false;
        m_chosen = seq;
        listReports();
        showReport();
        return true;
    }
    for (qsizetype c = 0; c < m_cases.commands.size(); ++c) {
        for (const GateCase &one : m_cases.commands.at(c).cases) {
            if (one.name != id)
                continue;
            m_filter->setCurrentIndex(0);
            m_text->clear();
            const QString top = QString::number(c) + m_cases.commands.at(c).report.name();
            for (const QStringList &path : {QStringList{top, id}, QStringList{top, id.section(u'.', 0, -2), id},
                                            QStringList{top, id.left(id.lastIndexOf("::"_L1)), id}}) {
                if (m_outline->choose(path))
                    return true;
            }
        }
    }
    return false;
}

} // namespace assay::ui
