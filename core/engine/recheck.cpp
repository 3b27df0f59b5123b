#include "core/engine/recheck.h"

#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {

QList<Draft> regression(const Measurement &measurement, const Finding &finding, const QString &why)
{
    QList<Draft> drafts{measurement.draft(
        u"finding.judged"_s,
        {{u"id"_s, finding.id.text()}, {u"state"_s, toWord(FindingState::Regressed)}, {u"reason"_s, why}})};
    for (const Task &task : measurement.state().tasks) {
        if (task.state == TaskState::Done && task.type != TaskType::Gate && task.covers.contains(finding.id)) {
            drafts.append(measurement.draft(u"task.moved"_s,
                                            {{u"id"_s, task.id.text()},
                                             {u"state"_s, toWord(TaskState::Open)},
                                             {u"why"_s, finding.id.text() + u" regressed"_s}}));
        }
    }
    return drafts;
}

Status runRechecks(Measurement &measurement)
{
    while (!measurement.state().rechecks.isEmpty()) {
        const RunState &state = measurement.state();
        const Finding finding = *state.finding(state.rechecks.first().finding);
        const auto judge = [&](const QList<Watched> &watched) -> QList<Draft> {
            if (finding.state != FindingState::Fixed)
                return {};
            for (const Watched &one : watched) {
                const bool decides = state.checks.value(one.check).role == CheckRole::Acceptance;
                if (decides && !one.all(Answer::Absent))
                    return regression(measurement, finding, u"not absent in every run when the owner ran it again"_s);
            }
            return {};
        };
        const auto seen
            = measurement.watchAgain(finding.checks, state.checkpoint().tree, measurement.policy().repeats, judge);
        if (!seen)
            return seen;
    }
    return {};
}

} // namespace assay
