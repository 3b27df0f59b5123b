// What the gate's view says of one case: its result, changes, teeth, the suspect old against new, its history.
#include "ui/look/formats.h"
#include "ui/views/gateoutline.h"
#include "ui/views/gateview.h"
#include "ui/views/proofwords.h"
#include "ui/views/runwords.h"

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace assay::ui {

QString GateView::caseFacts(const GateCase &one) const
{
    QStringList lines{GateOutline::result(one.result)};
    if (one.seconds >= 0)
        lines.last() += tr(", took %1").arg(Formats::duration(milliseconds(qRound64(one.seconds * 1000))));
    if (!one.file.isEmpty())
        lines.last() += tr(", in %1").arg(Formats::line(one.file));
    if (one.sinceBase != CaseChange::None)
        lines.append(tr("since base: %1").arg(GateOutline::change(one.sinceBase)));
    if (one.sinceCheckpoint != CaseChange::None)
        lines.append(tr("since the checkpoint before: %1").arg(GateOutline::change(one.sinceCheckpoint)));
    if (one.unstable)
        lines.append(tr("unstable: it differed between runs of the same tree; it is shown, and decides nothing"));
    if (!one.message.isEmpty())
        lines << QString() << Formats::lines(one.message);
    if (one.suspect >= 0)
        lines << QString() << suspectFacts(one);
    for (qsizetype i = 0; i < state().teeth.size() && one.teeth >= 0; ++i) {
        const TeethFact &fact = state().teeth.at(i), &newest = state().teeth.at(one.teeth);
        if (fact.test == newest.test)
            lines.append(tr("teeth, iteration %1: %2 for %3 on tree %4; there it %5")
                             .arg(fact.iteration)
                             .arg(RunWords::teeth(fact.teeth),
                                  fact.finding.isEmpty() ? tr("no finding") : fact.finding.text(),
                                  fact.oldTree.shortText(), Formats::line(fact.seen)));
    }
    lines << QString() << tr("History:");
    const QList<const GateFact *> history = gateHistory(state(), historyMost);
    for (qsizetype i = 0; i < std::min(history.size(), one.history.size()); ++i) {
        const GateFact &gate = *history.at(i);
        const QString where = gate.iteration > 0
            ? tr("iteration %1, %2").arg(gate.iteration).arg(ProofWords::gateLabel(gate.label))
            : ProofWords::gateLabel(gate.label);
        lines.append(u"  "_s
                     + tr("%1, tree %2: %3").arg(where, gate.tree.shortText(), GateOutline::result(one.history.at(i))));
    }
    return lines.join(u'\n');
}

QString GateView::suspectFacts(const GateCase &one) const
{
    const SuspectFact &fact = state().suspects.at(one.suspect);
    QStringList lines{
        fact.accepted
            ? tr("suspect test, accepted by %1 in iteration %2").arg(Formats::line(fact.rule)).arg(fact.iteration)
            : tr("suspect test, not accepted, in iteration %1").arg(fact.iteration)};
    lines.append(fact.named ? tr("named for %1 with the reason: %2").arg(fact.finding.text(), Formats::line(fact.why))
                            : tr("changed without being named: tampering"));
    const auto seen = [&](const QString &label, const QString &words) {
        for (const GateFact &gate : state().gates) {
            if (gate.iteration != fact.iteration || gate.label != label)
                continue;
            const GateReportRef report = m_reports.report(gate.report);
            if (const TestCase *found = report ? report->findByName(fact.test) : nullptr) {
                lines.append(words.arg(GateOutline::result(found->result)));
                if (!found->message.isEmpty())
                    lines.append(Formats::lines(found->message));
            }
        }
    };
    seen(u"old-tests"_s, tr("under the old test, the new code: %1"));
    seen(u"candidate"_s, tr("under the new test, the new code: %1"));
    return lines.join(u'\n') + u'\n';
}

} // namespace assay::ui
