#include "ui/views/overviewview.h"

#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/roles.h"
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

} // namespace

OverviewView::OverviewView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::All, parent),
      m_sentence(label({}, Type::Sentence, this)),
      m_next(label({}, Type::Body, this)),
      m_call(new QPushButton(this)),
      m_waiting(label({}, Type::Body, this)),
      m_matrix(new OutlineView(ProofOutline::headings(), {}, this)),
      m_evidence(new EvidencePane(place.document.folder(), this)),
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
    auto *split = new QSplitter(Qt::Horizontal, this);
    split->setChildrenCollapsible(false);
    split->addWidget(makeProofs());
    split->addWidget(makeStanding());
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    split->setSizes({700, 280});
    layout->addWidget(split, 1);

    connect(m_call, &QPushButton::clicked, this, [this] { Q_EMIT asked(u"decisions"_s, m_front); });
    connect(m_chart, &GateChart::entered, this,
            [this](qint64 report) { Q_EMIT asked(u"gate"_s, QString::number(report)); });
    connect(m_matrix, &OutlineView::chose, this, &OverviewView::showRow);
    connect(m_matrix, &OutlineView::entered, this, &OverviewView::enterRow);
}

QWidget *OverviewView::makeProofs()
{
    auto *split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    split->addWidget(m_matrix);
    split->addWidget(m_evidence);
    split->setSizes({360, 120});
    m_matrix->setItemDelegate(new ProofDelegate(m_matrix));
    m_matrix->setAccessibleName(tr("Proof matrix"));
    const int widths[] = {200, 64, 72, 72, 72, 132};
    for (int column = 0; column < ProofOutline::ColumnCount; ++column)
        m_matrix->setColumnWidth(column, widths[column]);
    m_matrix->fillWithFirst(200);
    m_proofs = new EmptyOr(split, this);
    m_proofs->showEmpty(
        tr("Each finding's repro will stand here with what it answered at base, before its fix and now, once "
           "the first audit was judged."));
    return m_proofs;
}

QWidget *OverviewView::makeStanding()
{
    auto *side = new QWidget;
    auto *rows = new QVBoxLayout(side);
    rows->setContentsMargins(gap, 0, 0, 0);
    rows->setSpacing(gridStep);
    rows->addWidget(sectionLabel(tr("What stands"), side));
    m_none = quietLabel(tr("Nothing was judged yet."), side);
    rows->addWidget(m_none);
    m_facts = new QVBoxLayout;
    m_facts->setSpacing(0);
    rows->addLayout(m_facts);
    rows->addSpacing(groupGap);
    rows->addWidget(sectionLabel(tr("Gate history"), side));
    m_chartText->setWordWrap(true);
    rows->addWidget(m_chartText);
    rows->addWidget(m_chart);
    rows->addStretch(1);
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
        return;
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
        return;
    }
    m_evidence->clear(tr("Choose a row to see its runs and what they wrote."));
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
