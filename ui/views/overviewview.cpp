#include "ui/views/overviewview.h"

#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/roles.h"
#include "ui/views/evidencebelow.h"
#include "ui/views/evidencepane.h"
#include "ui/views/factbutton.h"
#include "ui/views/gatechart.h"
#include "ui/views/outlineview.h"
#include "ui/views/overviewwords.h"
#include "ui/views/proofoutline.h"
#include "ui/views/proofwords.h"
#include "ui/views/runwords.h"
#include "ui/views/standingwords.h"

#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype mostRows = 200; ///< under one heading; Audit has them all
constexpr int narrow = 760;         ///< below it what stands goes below the proofs

} // namespace

OverviewView::OverviewView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::All, parent),
      m_sentence(label({}, Type::Sentence, this)),
      m_next(label({}, Type::Body, this)),
      m_call(new QPushButton(this)),
      m_waiting(label({}, Type::Body, this)),
      m_matrix(new OutlineView(ProofOutline::headings(), {}, this)),
      m_evidence(new EvidencePane(place.document.folder(), this)),
      m_sides(new QSplitter(Qt::Horizontal, this)),
      m_rows(new EvidenceBelow(m_matrix, m_evidence, this)),
      m_chart(new GateChart(this)),
      m_chartText(quietLabel({}, this))
{
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_sentence);
    m_next->setWordWrap(true);
    m_next->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_next);
    auto *call = new QHBoxLayout;
    call->setSpacing(gap);
    m_waiting->setWordWrap(true);
    call->addWidget(m_call);
    call->addWidget(m_waiting, 1);
    layout->addLayout(call);
    layout->addSpacing(gap);
    m_sides->setChildrenCollapsible(false);
    m_sides->addWidget(makeProofs());
    m_sides->addWidget(makeStanding());
    m_sides->setStretchFactor(0, 1);
    m_sides->setStretchFactor(1, 0);
    layout->addWidget(m_sides, 1);
    arrangeFor(false);

    connect(m_call, &QPushButton::clicked, this, [this] { Q_EMIT asked(u"decisions"_s, m_front); });
    connect(m_chart, &GateChart::entered, this,
            [this](qint64 report) { Q_EMIT asked(u"gate"_s, QString::number(report)); });
    connect(m_matrix, &OutlineView::chose, this, &OverviewView::showRow);
    connect(m_matrix, &OutlineView::entered, this, &OverviewView::enterRow);
}

QWidget *OverviewView::makeProofs()
{
    m_matrix->setItemDelegate(new ProofDelegate(m_matrix));
    m_matrix->setAccessibleName(tr("Proof matrix"));
    m_proofs = new EmptyOr(m_rows, this);
    m_proofs->showEmpty(
        tr("Each finding's repro will stand here with what it answered at base, before its fix and now, once "
           "the first audit was judged."));
    return m_proofs;
}

QWidget *OverviewView::makeStanding()
{
    auto *side = new QWidget;
    m_standing = new QBoxLayout(QBoxLayout::TopToBottom, side);
    m_standing->setContentsMargins(gap, 0, 0, 0);
    m_standing->setSpacing(groupGap);
    auto *facts = new QVBoxLayout, *gate = new QVBoxLayout;
    for (QVBoxLayout *part : {facts, gate}) {
        part->setSpacing(gridStep);
        m_standing->addLayout(part);
        m_standing->setAlignment(part, Qt::AlignTop);
    }
    m_standing->addStretch();
    facts->addWidget(sectionLabel(tr("What stands"), side));
    m_none = quietLabel(tr("Nothing was judged yet."), side);
    facts->addWidget(m_none);
    m_facts = new QVBoxLayout;
    m_facts->setSpacing(0);
    facts->addLayout(m_facts);
    gate->addWidget(sectionLabel(tr("Gate history"), side));
    m_chartText->setWordWrap(true);
    gate->addWidget(m_chartText);
    gate->addWidget(m_chart);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(side);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(rowHeight * 8);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    side->setAutoFillBackground(false);
    return scroll;
}

void OverviewView::arrangeFor(bool isNarrow)
{
    m_sides->setOrientation(isNarrow ? Qt::Vertical : Qt::Horizontal);
    m_sides->setSizes(isNarrow ? QList{400, 180} : QList{700, 280});
    m_standing->setDirection(isNarrow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_standing->setContentsMargins(isNarrow ? 0 : gap, isNarrow ? gap : 0, 0, 0);
    for (int part = 0; part < 2; ++part)
        m_standing->setStretch(part, isNarrow ? 1 : 0);
    m_standing->setStretch(2, isNarrow ? 0 : 1);
    m_matrix->fillWithFirst(isNarrow ? 100 : 200); // all else as wide as it is written
    const int severity = isNarrow ? 60 : 64, cell = isNarrow ? 60 : 72, standing = isNarrow ? 120 : 132;
    const int widths[] = {severity, cell, cell, cell, standing};
    for (int column = 1; column < ProofOutline::ColumnCount; ++column)
        m_matrix->setColumnWidth(column, widths[column - 1]);
}

void OverviewView::resizeEvent(QResizeEvent *event)
{
    RunView::resizeEvent(event);
    const bool isNarrow = width() < narrow;
    if (isNarrow != (m_sides->orientation() == Qt::Vertical))
        arrangeFor(isNarrow);
}

QWidget *OverviewView::focusWidgetOnEntry()
{
    return m_call->isVisible() ? static_cast<QWidget *>(m_call) : m_matrix;
}

void OverviewView::refresh(Parts parts)
{
    m_sentence->setText(OverviewWords::sentence(state()));
    m_next->setText(OverviewWords::next(state(), StandingWords::of(document())));
    showCall();
    // Entries of a run under way are mostly about steps and sessions: what they do not touch stays as it is.
    if (parts & (Part::Findings | Part::Proofs | Part::Gate | Part::Iterations))
        showProofs();
    if (parts & (Part::Gate | Part::Iterations))
        showGates();
    showFacts();
}

void OverviewView::showProofs()
{
    const QList<OutlineNode> proofs = ProofOutline::of(state(), proofMatrix(state()), mostRows);
    if (proofs.isEmpty()) {
        m_proofs->showEmpty(
            !RunWords::audited(state()) && !state().iterations.isEmpty() && !state().running()
                ? tr("No audit has given a result yet; the Timeline says why.")
                : !RunWords::audited(state()) || state().running()
                ? tr("Each finding's repro will stand here with what it answered at base, before its fix and "
                     "now, once the first audit was judged.")
                : tr("No finding was reproduced, so there is nothing to prove."));
    } else {
        m_proofs->showContent();
        m_matrix->show(u"proofs"_s, proofs);
        if (m_matrix->chosenPath().isEmpty())
            showRow();
    }
}

void OverviewView::showGates()
{
    const QList<GatePoint> points = gatePoints(state());
    m_chart->show(points);
    m_chart->setVisible(!points.isEmpty());
    m_chartText->setText(points.isEmpty() ? tr("Cases passed and failed on each checkpoint will stand here.")
                                          : tr("Cases passed on base and on each checkpoint; ● failed"));
}

void OverviewView::showCall()
{
    QStringList titles;
    m_front.clear();
    for (const Prompt *prompt : state().openPrompts()) {
        if (m_front.isEmpty())
            m_front = prompt->id.text();
        titles.append(Formats::line(prompt->title));
    }
    m_call->setVisible(!titles.isEmpty());
    m_waiting->setVisible(!titles.isEmpty());
    m_call->setText(titles.size() == 1 ? tr("◆ 1 question waits for you")
                                       : tr("◆ %1 questions wait for you").arg(titles.size()));
    const bool past = document().asOf() > 0;
    m_call->setEnabled(!past);
    m_call->setToolTip(past ? tr("Shown as of a past entry: nothing can be answered there. Go back to now first.")
                            : tr("Go to the cards in Decisions"));
    if (titles.size() > 2)
        titles = titles.first(2) << tr("%1 more").arg(titles.size() - 2);
    m_waiting->setText(titles.join(u" · "_s));
}

void OverviewView::showFacts()
{
    const QList<OverviewFact> facts = OverviewWords::facts(state());
    m_none->setVisible(facts.isEmpty());
    while (m_buttons.size() < facts.size()) {
        auto *made = new FactButton(this);
        m_facts->addWidget(made);
        const qsizetype at = m_buttons.size();
        connect(made, &FactButton::clicked, this, [this, at] {
            const OverviewFact fact = OverviewWords::facts(state()).value(at);
            if (!fact.view.isEmpty())
                Q_EMIT asked(fact.view, fact.id);
        });
        m_buttons.append(made);
    }
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        m_buttons.at(i)->setVisible(i < facts.size());
        if (i < facts.size())
            m_buttons.at(i)->say(facts.at(i).meaning, facts.at(i).text);
    }
}

void OverviewView::showRow()
{
    m_rows->showEvidence(tellRow());
}

bool OverviewView::tellRow()
{
    const QString reference = m_matrix->reference();
    const QString kind = reference.section(u':', 0, 0), id = reference.section(u':', 1);
    const QModelIndex index = m_matrix->currentIndex();
    const QString title = index.siblingAtColumn(ProofOutline::What).data().toString();
    if (kind == "test"_L1) {
        QStringList facts;
        for (const TeethFact &fact : state().teeth) {
            if (fact.test == id)
                facts.append(tr("iteration %1: on the old code (tree %2) it %3")
                                 .arg(fact.iteration)
                                 .arg(fact.oldTree.shortText(), Formats::line(fact.seen)));
        }
        facts.append(tr("Enter shows the test in Gate."));
        m_evidence->show(id, facts.join(u'\n'));
        return true;
    }
    for (const MatrixRow &row : kind.isEmpty() ? QList<MatrixRow>() : proofMatrix(state())) {
        if (row.kind == MatrixRow::Kind::Test || row.id != id)
            continue;
        QStringList facts;
        QList<EvidencePiece> pieces;
        QList<qint64> told; // base and before are the same runs until something was kept
        const std::pair<QString, const MatrixCell *> cells[]
            = {{tr("Now"), &row.now}, {tr("Before"), &row.before}, {tr("Base"), &row.base}};
        for (const auto &[when, cell] : cells) {
            if (cell->proof == 0 || told.contains(cell->proof))
                continue;
            told.append(cell->proof);
            const QList<const ProofFact *> runs = ProofWords::group(state(), cell->proof);
            facts.append(when + u": "_s + ProofWords::facts(state(), runs));
            for (EvidencePiece piece : ProofWords::pieces(runs)) {
                piece.title.prepend(when + u", "_s);
                pieces.append(piece);
            }
        }
        m_evidence->show(title, facts.join(u'\n'), pieces);
        return true;
    }
    return false;
}

void OverviewView::enterRow()
{
    const QString reference = m_matrix->reference();
    if (reference.startsWith("test:"_L1))
        Q_EMIT asked(u"gate"_s, reference.section(u':', 1));
    else if (m_matrix->chosenPath().last() == "more"_L1)
        Q_EMIT asked(u"audit"_s, QString());
    else
        m_evidence->setFocus(Qt::OtherFocusReason);
}

bool OverviewView::reveal(const QString &id)
{
    const OutlineModel *model = m_matrix->outline();
    for (int top = 0; top < model->rowCount(); ++top) {
        const QModelIndex heading = model->index(top, 0);
        for (int row = 0; row < model->rowCount(heading); ++row) {
            const QModelIndex index = model->index(row, 0, heading);
            if (index.data(IdRole).toString().section(u':', 1) == id)
                return m_matrix->choose(model->pathOf(index));
        }
    }
    return false;
}

} // namespace assay::ui
