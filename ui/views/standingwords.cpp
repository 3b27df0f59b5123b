#include "ui/views/standingwords.h"

#include "core/engine/nextstep.h"
#include "core/journal/policycodec.h"
#include "ui/look/formats.h"
#include "ui/models/held.h"
#include "ui/run/rundocument.h"
#include "ui/views/runwords.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {

Standing StandingWords::of(const RunDocument &document)
{
    if (document.damage())
        return damaged();
    if (document.asOf() > 0)
        return {Meaning::Unsure, tr("As of entry %1").arg(document.asOf()),
                tr("Nothing can be told to the past; go back to now first.")};
    return of(document.now(), document.isLive());
}

Standing StandingWords::damaged()
{
    return {Meaning::Bad, tr("Journal damaged"),
            tr("What stands here is not to be believed, and the run cannot go on.")};
}

Standing StandingWords::of(const RunState &state, bool live)
{
    const QList<const Prompt *> waiting = state.openPrompts();
    const IterationFact *running = state.running();
    if (state.outcome && !live) {
        if (*state.outcome == Outcome::WaitingForOwner && waiting.isEmpty())
            return {Meaning::Idle, tr("Stopped; nothing waits for you"), tr("Resume goes on with your answers.")};
        Standing end{meaningOf(*state.outcome), RunWords::outcome(*state.outcome), {}};
        if (*state.outcome == Outcome::Converged)
            end.next = tr("Review the change and export it.");
        else if (*state.outcome == Outcome::WaitingForOwner)
            end.next = tr("Answer what is open, then resume.");
        else
            end.next = state.unmet.isEmpty() ? tr("Resume goes on from here.") : Formats::line(state.unmet.first());
        return end;
    }
    if (!live && state.isJustRewound())
        return {Meaning::Idle, tr("Back at checkpoint %1").arg(state.currentCheckpoint),
                tr("Resume goes on from here.")};
    if (!live) {
        return {Meaning::Idle,
                state.iterations.isEmpty() ? tr("Cut off while it was set up") : tr("Cut off; nothing is lost"),
                tr("Resume goes on from here.")};
    }
    if (state.phase == RunPhase::Paused)
        return {Meaning::Idle, tr("Paused"), tr("Resume goes on; Step does one thing.")};
    for (const Prompt *prompt : waiting) {
        if (!running || prompt->iteration != running->n || prompt->type == PromptType::Decision)
            continue;
        return {Meaning::Waiting, tr("Waits for you: %1").arg(Formats::line(prompt->title)),
                prompt->type == PromptType::Permission ? tr("The agent's session is held until you answer.")
                                                       : tr("Iteration %1 is held until you answer.").arg(running->n)};
    }
    if (!running && state.limitedUntil.isValid()) {
        return {Meaning::Waiting,
                tr("Waits until %1 for the agent's rate limit to end")
                    .arg(QLocale().toString(state.limitedUntil.toLocalTime(), QLocale::ShortFormat)),
                tr("It costs no iteration. Stop ends the waiting.")};
    }
    if (!running) {
        if (state.iterations.isEmpty())
            return {Meaning::Idle, tr("Setting up: clone, preparation, baseline"), tr("The first audit follows.")};
        const auto policy = policyFromJson(state.policy);
        const bool waits = !waiting.isEmpty() && policy && !state.checkpoints.isEmpty()
            && nextStep(state, *policy).kind == NextStep::Kind::Wait;
        return waits
            ? Standing{Meaning::Waiting, tr("Waits for you"), tr("Only work that waits for your answer is left.")}
            : Standing{Meaning::Idle, tr("Between iterations"), {}};
    }
    QString what = RunWords::iterationTitle(*running);
    if (!running->steps.isEmpty() && !running->steps.last().ended.isValid())
        what += u": "_s + RunWords::step(running->steps.last().name);
    return {Meaning::Idle, tr("Running %1").arg(what), {}};
}

Spent StandingWords::spent(const RunState &state, bool goesOn, const QDateTime &now)
{
    const IterationFact *running = goesOn ? state.running() : nullptr;
    Spent spent{.used = running ? state.budgetPlace(*running) : state.countedIterations(),
                .limit = state.policy[u"budget"_s][u"iterations"_s].toInt(),
                .running = running != nullptr,
                .worked = workedTime(state)};
    spent.uncounted = int(std::ranges::count_if(
        state.iterations, [](const IterationFact &iteration) { return !iteration.isRunning() && !iteration.counted; }));
    const bool held = running && isHeld(state, *running);
    if (running && !held && !running->steps.isEmpty() && !running->steps.last().ended.isValid())
        spent.worked += std::chrono::milliseconds(std::max<qint64>(0, running->steps.last().started.msecsTo(now)));
    return spent;
}

QString StandingWords::iterations(const Spent &spent)
{
    if (spent.limit < 1)
        return {};
    return (spent.running ? tr("iteration %1/%2") : tr("%1/%2 iterations")).arg(spent.used).arg(spent.limit);
}

QString StandingWords::worked(const Spent &spent)
{
    return tr("%1 of work").arg(Formats::duration(spent.worked));
}

} // namespace assay::ui
