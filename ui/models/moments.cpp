#include "ui/models/moments.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

std::optional<Moment::Kind> kindOf(const EntryHead &head)
{
    if (head.kind == "iteration.ended"_L1)
        return Moment::IterationEnded;
    if (head.kind == "checkpoint.made"_L1)
        return Moment::Checkpoint;
    if (head.kind == "prompt.filed"_L1)
        return Moment::Question;
    if (head.kind == "claim.judged"_L1 && head.summary.startsWith("refuted"_L1))
        return Moment::Refuted;
    if (head.kind == "run.rewound"_L1)
        return Moment::Rewound;
    if (head.kind == "convergence.judged"_L1)
        return Moment::Judged;
    if (head.kind == "run.ended"_L1)
        return Moment::Ended;
    if (head.kind == "run.opened"_L1)
        return Moment::Opened;
    return std::nullopt;
}

} // namespace

void Moments::follow(const QList<EntryHead> &heads)
{
    const QByteArray first = heads.isEmpty() ? QByteArray() : heads.first().hash;
    if (first != m_first || heads.size() < m_seen) {
        m_moments.clear();
        m_seen = 0;
        m_first = first;
    }
    for (; m_seen < heads.size(); ++m_seen) {
        const EntryHead &head = heads.at(m_seen);
        if (const auto kind = kindOf(head)) {
            m_moments.append({.seq = head.seq,
                              .at = head.at,
                              .iteration = head.iteration,
                              .kind = *kind,
                              .id = *kind == Moment::Question ? head.summary.section(u" · "_s, 0, 0) : QString(),
                              .since = *kind == Moment::Opened && m_seen > 0 ? heads.at(m_seen - 1).at : QDateTime()});
        }
    }
}

qint64 Moments::endOf(int iteration) const
{
    for (const Moment &moment : m_moments) {
        if (moment.kind == Moment::IterationEnded && moment.iteration == iteration)
            return moment.seq;
    }
    return 0;
}

} // namespace assay::ui
