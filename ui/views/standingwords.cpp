#include "ui/views/standingwords.h"

#include "ui/look/formats.h"
#include "ui/run/rundocument.h"
#include "ui/views/runwords.h"

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
    const qsizetype waiting
        = std::ranges::count_if(state.prompts, [](const Prompt &prompt) { return prompt.state == PromptState::Open; });
    const IterationFact *running = state.running();
    if (state.outcome && !live) {
        Standing end{meaningOf(*state.outcome), RunWords::outcome(*state.outcome), {}};
        if (*state.outcome == Outcome::Converged)
            end.next = tr("Review the change and export it.");
        else if (*state.outcome == Outcome::WaitingForOwner)
            end.next = tr("Answer what is open, then resume.");
        else
            end.next = state.unmet.isEmpty() ? tr("Resume goes on from here.") : Formats::line(state.unmet.first());
        return end;
    }
    if (!live) {
        return {Meaning::Idle,
                state.iterations.isEmpty() ? tr("Cut off while it was set up") : tr("Cut off; nothing is lost"),
                tr("Resume goes on from here.")};
    }
    if (state.phase == RunPhase::Paused)
        return {Meaning::Idle, tr("Paused"), tr("Resume goes on; Step does one thing.")};
    if (running && waiting > 0) {
        for (const Prompt &prompt : state.prompts) {
            if (prompt.state == PromptState::Open && prompt.type == PromptType::Approval
                && prompt.iteration == running->n)
                return {Meaning::Waiting, tr("Waits for you: %1").arg(Formats::line(prompt.title)),
                        tr("Iteration %1 is held until you answer.").arg(running->n)};
        }
    }
    if (!running) {
        if (state.iterations.isEmpty())
            return {Meaning::Idle, tr("Setting up: clone, preparation, baseline"), tr("The first audit follows.")};
        return waiting > 0 ? Standing{Meaning::Waiting, tr("Waits for you"), tr("Only blocked work is left.")}
                           : Standing{Meaning::Idle, tr("Between iterations"), {}};
    }
    QString what = RunWords::iterationTitle(*running);
    if (!running->steps.isEmpty() && !running->steps.last().ended.isValid())
        what += u": "_s + RunWords::step(running->steps.last().name);
    return {Meaning::Idle, tr("Running %1").arg(what), {}};
}

} // namespace assay::ui
