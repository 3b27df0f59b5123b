#include "core/journal/kinds.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {

const QStringList &knownKinds()
{
    // Sorted byte by byte: knownKind() searches by halves.
    // clang-format off
    static const QStringList kinds = {
        u"agent.unavailable"_s,
        u"backlog.ordered"_s,
        u"candidate.collected"_s,
        u"cause.merged"_s,
        u"cause.split"_s,
        u"check.filed"_s,
        u"check.refused"_s,
        u"checkpoint.made"_s,
        u"claim.judged"_s,
        u"claim.made"_s,
        u"command.received"_s,
        u"command.refused"_s,
        u"command.undone"_s,
        u"convergence.judged"_s,
        u"corrected"_s,
        u"declined"_s,
        u"export.proven"_s,
        u"export.written"_s,
        u"finding.claimed"_s,
        u"finding.edited"_s,
        u"finding.judged"_s,
        u"gate.compared"_s,
        u"gate.reported"_s,
        u"hunk.judged"_s,
        u"iteration.ended"_s,
        u"iteration.started"_s,
        u"journal.recovered"_s,
        u"note.given"_s,
        u"outbox.refused"_s,
        u"prepare.done"_s,
        u"process.skipped"_s,
        u"prompt.answered"_s,
        u"prompt.deferred"_s,
        u"prompt.filed"_s,
        u"prompt.withdrawn"_s,
        u"proof.run"_s,
        u"review.given"_s,
        u"review.marked"_s,
        u"rolled.back"_s,
        u"run.closed"_s,
        u"run.configured"_s,
        u"run.created"_s,
        u"run.ended"_s,
        u"run.opened"_s,
        u"run.paused"_s,
        u"run.resumed"_s,
        u"run.rewound"_s,
        u"session.ended"_s,
        u"session.started"_s,
        u"step.ended"_s,
        u"step.started"_s,
        u"strike.third"_s,
        u"surface.recorded"_s,
        u"suspect.judged"_s,
        u"tamper.seen"_s,
        u"task.filed"_s,
        u"task.moved"_s,
        u"teeth.judged"_s,
    };
    // clang-format on
    return kinds;
}

std::optional<QString> knownKind(QByteArrayView name)
{
    const QStringList &kinds = knownKinds();
    const auto found = std::lower_bound(kinds.begin(), kinds.end(), QLatin1StringView(name),
                                        [](const QString &kind, QLatin1StringView wanted) { return kind < wanted; });
    if (found == kinds.end() || *found != QLatin1StringView(name))
        return {};
    return *found;
}

} // namespace assay
