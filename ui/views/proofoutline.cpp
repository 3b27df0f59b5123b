#include "ui/views/proofoutline.h"

#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"
#include "ui/look/roles.h"
#include "ui/views/proofwords.h"
#include "ui/views/runwords.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

Meaning meaningOf(Mark mark)
{
    switch (mark) {
    case Mark::Present:
        return Meaning::Bad;
    case Mark::Absent:
        return Meaning::Good;
    case Mark::Inconclusive:
        return Meaning::Unsure;
    case Mark::NotRun:
        break;
    }
    return Meaning::Idle;
}

/// Absent is a ring, the counterpart of present's disc.
QString glyphOf(Meaning meaning)
{
    return meaning == Meaning::Good ? u"○"_s : meaning == Meaning::Idle ? u"·"_s : glyph(meaning);
}

constexpr int dot = 4, dotGap = 3, mostDots = 5;

} // namespace

QStringList ProofOutline::headings()
{
    return {tr("Proof"), tr("Severity"), tr("Base"), tr("Before"), tr("Now"), tr("Standing")};
}

QString ProofOutline::word(const MatrixCell &cell, MatrixRow::Kind kind)
{
    const bool test = kind == MatrixRow::Kind::Test;
    const QString counted = cell.n > 1 ? tr(" %1 of %2").arg(cell.k).arg(cell.n) : QString();
    switch (cell.mark) {
    case Mark::Present:
        return test ? tr("fails") : tr("present") + counted;
    case Mark::Absent:
        return test ? tr("passes") : tr("absent") + counted;
    case Mark::Inconclusive:
        return test ? tr("not comparable") : tr("inconclusive, present") + counted;
    case Mark::NotRun:
        break;
    }
    return tr("not run");
}

QString ProofOutline::note(const MatrixRow &row, const Finding *finding)
{
    if (row.kind == MatrixRow::Kind::Guard)
        return tr("guard");
    if (const auto teeth = teethFromWord(row.note); teeth && row.kind == MatrixRow::Kind::Test)
        return row.id.isEmpty() ? RunWords::teeth(*teeth) : tr("%1 for %2").arg(RunWords::teeth(*teeth), row.id);
    if (!finding || finding->state == FindingState::Regressed)
        return finding ? tr("regressed") : QString();
    if (finding->state != FindingState::Fixed)
        return finding->declined ? tr("declined") : tr("open");
    const qsizetype tests = finding->toothedTests.size();
    return tests == 0 ? tr("undefended") : tests == 1 ? tr("fixed, 1 test") : tr("fixed, %1 tests").arg(tests);
}

QString ProofOutline::noteTip(const MatrixRow &row, const Finding *finding)
{
    if (row.kind == MatrixRow::Kind::Test && teethFromWord(row.note) == Teeth::Toothless)
        return tr("It passed on the old code: it may guard against a wrong fix, but it does not show this defect.");
    if (!finding || finding->state != FindingState::Fixed)
        return {};
    return finding->isDefended()
        ? tr("Fixed in iteration %1; its tests were seen to fail without the fix.").arg(finding->fixedIn)
        : tr("Fixed in iteration %1, but no test was seen to fail without the fix.").arg(finding->fixedIn);
}

QList<OutlineNode> ProofOutline::of(const RunState &state, const QList<MatrixRow> &rows, qsizetype most)
{
    const std::tuple<MatrixRow::Kind, QString, QString> kinds[]
        = {{MatrixRow::Kind::Repro, u"finding"_s, tr("Findings (%1)")},
           {MatrixRow::Kind::Guard, u"check"_s, tr("Guards (%1)")},
           {MatrixRow::Kind::Test, u"test"_s, tr("New and corrected tests (%1)")}};
    QList<OutlineNode> nodes;
    for (const auto &[kind, word, title] : kinds) {
        OutlineNode heading{.key = word};
        qsizetype count = 0;
        for (const MatrixRow &row : rows) {
            if (row.kind != kind || ++count > most)
                continue;
            const bool test = kind == MatrixRow::Kind::Test;
            const auto cell = [&](const MatrixCell &one) {
                const QString tip = test || one.proof == 0
                    ? ProofOutline::word(one, kind)
                    : ProofWords::facts(state, ProofWords::group(state, one.proof));
                return OutlineCell{.text = ProofOutline::word(one, kind),
                                   .meaning = meaningOf(one.mark),
                                   .toolTip = tip,
                                   .gave = one.k,
                                   .runs = one.n};
            };
            const QString shown = Formats::line(row.title);
            // A test is known by the end of its name.
            const QString name = test ? shown.section(u'.', -2) : u"%1 %2"_s.arg(row.id, shown);
            const Finding *finding = kind == MatrixRow::Kind::Repro ? state.finding(FindingId(row.id)) : nullptr;
            const bool undefended = finding && finding->state == FindingState::Fixed && !finding->isDefended();
            OutlineNode node{.key = row.id + row.title, .reference = word + u':' + (test ? row.title : row.id)};
            node.cells = {{.text = name, .toolTip = shown},
                          {.text = finding ? RunWords::severity(finding->severity) : QString()},
                          cell(row.base),
                          cell(row.before),
                          cell(row.now),
                          {.text = note(row, finding), .toolTip = noteTip(row, finding)}};
            if (undefended || (test && teethFromWord(row.note) == Teeth::Toothless))
                node.cells.last().meaning = Meaning::Unsure;
            else if (finding && finding->state == FindingState::Regressed)
                node.cells.last().meaning = Meaning::Bad;
            heading.children.append(node);
        }
        if (count > most)
            heading.children.append(
                {.key = u"more"_s, .cells = {{.text = tr("%1 more, in Audit").arg(Formats::count(count - most))}}});
        heading.cells = {{.text = title.arg(Formats::count(count))}};
        if (count > 0)
            nodes.append(heading);
    }
    return nodes;
}

void ProofDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant meant = index.data(MeaningRole);
    if (index.column() < ProofOutline::Base || index.column() > ProofOutline::Now || !meant.isValid()) {
        ChipDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    if (option.widget)
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, option.widget);
    const Meaning meaning = Meaning(meant.toInt());
    const Tone &tone = coloursFor(option.palette).tone(meaning);
    const int runs = std::min(index.data(RunsRole).toInt(), mostDots), gave = index.data(GaveRole).toInt();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect box = option.rect.adjusted(gridStep, 2, -gridStep, -2);
    if (meaning != Meaning::Idle) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(tone.wash);
        painter->drawRoundedRect(box, corner, corner);
    }
    painter->setPen(tone.ink);
    const int sign = option.fontMetrics.horizontalAdvance(glyphOf(meaning));
    int x = box.left() + 6;
    painter->drawText(QRect(x, box.top(), sign + 1, box.height()), Qt::AlignCenter | Qt::TextSingleLine,
                      glyphOf(meaning));
    x += sign + gap;
    for (int i = 0; i < runs && runs > 1; ++i, x += dot + dotGap) {
        painter->setBrush(i < gave ? QBrush(tone.ink) : QBrush(Qt::NoBrush));
        painter->drawEllipse(QRectF(x, box.center().y() - dot / 2, dot, dot).translated(0.5, 0.5));
    }
    painter->restore();
}

QSize ProofDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return index.column() >= ProofOutline::Base && index.column() <= ProofOutline::Now
        ? QSize(rowHeight * 3, std::max(rowHeight, option.fontMetrics.height() + gridStep))
        : ChipDelegate::sizeHint(option, index);
}

} // namespace assay::ui
