#include "ui/models/timeline.h"

#include "ui/look/formats.h"
#include "ui/models/held.h"

#include <algorithm>

namespace assay::ui {
namespace {

TimelineBlock blockOf(const RunState &state, const IterationFact &iteration, const QDateTime &start, qint64 end,
                      bool goesOn)
{
    const auto since = [&](const QDateTime &when) { return when.isValid() ? start.msecsTo(when) : end; };
    TimelineBlock block{.iteration = iteration.n,
                        .verdict = iteration.verdict,
                        .meaning = meaningOfVerdict(iteration.verdict),
                        .above = iteration.verdict == verdict::RolledBack,
                        .running = iteration.isRunning() && goesOn,
                        .held = isHeld(state, iteration),
                        .from = since(iteration.started),
                        .to = since(iteration.ended)};
    for (const StepFact &step : iteration.steps)
        block.steps.append({step.name, step.result, since(step.started), std::min(since(step.ended), block.to)});
    return block;
}

/// What a mark says beside when it was.
TimelineMark markOf(const Moment &moment, const RunState &state, int &checkpoint, qsizetype &claim)
{
    TimelineMark mark{.kind = moment.kind, .iteration = moment.iteration, .id = moment.id};
    switch (moment.kind) {
    case Moment::Checkpoint:
        mark.meaning = Meaning::Good;
        mark.id = QString::number(++checkpoint);
        if (checkpoint < state.checkpoints.size())
            mark.text = Formats::line(state.checkpoints.at(checkpoint).title);
        break;
    case Moment::Question: {
        const Prompt *prompt = state.prompt(PromptId(moment.id));
        mark.meaning = prompt ? meaningOf(prompt->state) : Meaning::Waiting;
        mark.text = prompt ? Formats::line(prompt->title) : QString();
        break;
    }
    case Moment::Refuted:
        mark.meaning = Meaning::Refuted;
        for (; claim < state.claims.size() && mark.text.isEmpty(); ++claim) {
            const Claim &one = state.claims.at(claim);
            if (one.result == ClaimResult::Refuted)
                mark.text = Formats::line(one.seen);
        }
        break;
    case Moment::Rewound:
        mark.meaning = Meaning::Undone;
        break;
    case Moment::Judged:
        mark.meaning = std::ranges::all_of(state.conditions, &Condition::met) ? Meaning::Good : Meaning::Unsure;
        break;
    case Moment::Ended:
        mark.meaning = state.outcome ? meaningOf(*state.outcome) : Meaning::Idle;
        break;
    case Moment::IterationEnded:
    case Moment::Opened:
        break;
    }
    return mark;
}

/// In order and apart; short ones are left out.
QList<TimeScale::Break> merged(QList<TimeScale::Break> breaks)
{
    std::ranges::sort(breaks, {}, &TimeScale::Break::from);
    QList<TimeScale::Break> all;
    for (const TimeScale::Break &one : std::as_const(breaks)) {
        if (one.to - one.from < TimeScale::shortestBreak)
            continue;
        if (!all.isEmpty() && one.from <= all.last().to)
            all.last().to = std::max(all.last().to, one.to);
        else
            all.append(one);
    }
    return all;
}

} // namespace

const TimelineBlock *Timeline::block(int iteration) const
{
    const auto found
        = std::ranges::lower_bound(blocks, iteration, {}, [](const TimelineBlock &one) { return one.iteration; });
    return found != blocks.end() && found->iteration == iteration ? &*found : nullptr;
}

Timeline timelineOf(const RunState &state, const QList<Moment> &moments, const QDateTime &now, bool goesOn)
{
    Timeline line;
    if (!state.startedAt.isValid())
        return line;
    line.start = state.startedAt;
    line.span = std::max(state.startedAt.msecsTo(state.lastAt), state.startedAt.msecsTo(now));
    const qint64 first = state.iterations.isEmpty() ? line.span : line.start.msecsTo(state.iterations.first().started);
    line.blocks.append({.iteration = 0,
                        .meaning = Meaning::Idle,
                        .running = state.iterations.isEmpty() && !state.outcome && goesOn,
                        .from = 0,
                        .to = first});
    for (const IterationFact &iteration : state.iterations)
        line.blocks.append(blockOf(state, iteration, line.start, line.span, goesOn));

    int checkpoint = 0;
    qsizetype claim = 0;
    qint64 lastMark = 0;
    for (const Moment &moment : moments) {
        if (moment.seq > state.lastSeq)
            break;
        if (moment.kind == Moment::Opened && moment.since.isValid()) {
            // An iteration that was cut off ends with the next engine's first entries: the night between is no work.
            line.breaks.append({line.start.msecsTo(moment.since), line.start.msecsTo(moment.at)});
        }
        if (moment.kind == Moment::IterationEnded || moment.kind == Moment::Opened)
            continue;
        TimelineMark mark = markOf(moment, state, checkpoint, claim);
        mark.at = line.start.msecsTo(moment.at);
        lastMark = std::max(lastMark, mark.at);
        line.marks.append(mark);
    }
    qint64 end = 0;
    for (const TimelineBlock &block : std::as_const(line.blocks)) {
        line.breaks.append({end, block.from});
        end = std::max(end, block.to);
    }
    line.breaks = merged(line.breaks);
    line.span = std::max({end, lastMark, qint64(1)}); // a closing entry an hour later is no work
    return line;
}

} // namespace assay::ui
