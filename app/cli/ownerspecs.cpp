// Commands that carry the owner's word to a run.
#include "app/cli/commandpieces.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
using namespace spec;

namespace {

CommandSpec decideSpec()
{
    return {.name = u"decide"_s,
            .summary = u"Answer a question that the run has put to you"_s,
            .arguments = {runArgument(),
                          {u"PROMPT"_s, u"its id, such as P1"_s, false, ValueKind::Text, {}},
                          {u"OPTION"_s, u"one of its options, or the option's number"_s, false, ValueKind::Text, {}}},
            .options = {instead(flag(u"decline"_s, u"none of them; needs --reason"_s), u"OPTION"_s),
                        instead(flag(u"defer"_s, u"not now: listed, and asked again at the end"_s), u"OPTION"_s),
                        reasonOption(u"why; kept in the journal"_s)},
            .examples = {u"assay decide P1 2 --reason 'the newer one is maintained'"_s,
                         u"assay decide tally-2026-11-30-1a2b3c P2 --decline --reason 'out of scope'"_s}};
}

CommandSpec reviewSpec()
{
    return {
        .name = u"review"_s,
        .summary = u"Judge the verified candidate that waits for your review"_s,
        .arguments
        = {runArgument(),
           {u"ANSWER"_s,
            u"accept, reject (counts as an attempt) or send-back (does not count; needs --comment, or comments on its hunks)"_s,
            false,
            ValueKind::Words,
            {u"accept"_s, u"reject"_s, u"send-back"_s}}},
        .options = {text(u"comment"_s, u"TEXT"_s, u"for the agent's next attempt"_s)},
        .examples = {u"assay review accept"_s, u"assay review send-back --comment 'keep the old signature'"_s}};
}

CommandSpec changesSpec()
{
    return {.name = u"changes"_s,
            .summary = u"List what was changed, hunk by hunk, with your marks"_s,
            .arguments = {runArgument()},
            .options
            = {text(u"at"_s, u"CHECKPOINT"_s, u"base and that checkpoint (its number), not the current one"_s,
                    ValueKind::Number),
               flag(u"patch"_s, u"with the lines of each hunk"_s),
               flag(u"candidate"_s, u"what the candidate that waits for your review would change"_s),
               words(u"only"_s, u"WHICH"_s, {u"all"_s, u"open"_s, u"left-out"_s, u"commented"_s}, u"which hunks"_s)},
            .details
            = {u"A hunk's id is made of its changed lines: it stays the same when only other places of the file "
               "change, and its marks with it."_s},
            .examples = {u"assay changes --only open --patch"_s, u"assay changes --candidate"_s}};
}

CommandSpec markSpec()
{
    return {
        .name = u"mark"_s,
        .summary = u"Mark a hunk or a file: reviewed, left out, commented"_s,
        .arguments
        = {runArgument(),
           {u"PLACE"_s, u"a hunk's id or its beginning, or a file: each of its hunks"_s, false, ValueKind::Text, {}}},
        .options = {flag(u"reviewed"_s, u"you have read it"_s), flag(u"open"_s, u"you want to read it again"_s),
                    flag(u"leave-out"_s, u"leave it out of what is exported"_s),
                    flag(u"accept"_s, u"do not leave it out any more"_s),
                    text(u"comment"_s, u"TEXT"_s, u"what should be otherwise"_s),
                    flag(u"no-comment"_s, u"take your comment back"_s)},
        .details = {u"`review send-back` takes the open comments on the candidate along; `note --comments` gives those "
                    "on what was kept already to the next session. `export` proves again what is left when something "
                    "is left out."_s},
        .examples = {u"assay mark 3fa9c1d2 --reviewed"_s, u"assay mark src/queue.py --leave-out"_s,
                     u"assay mark 3fa9c1d2 --comment 'keep the old signature'"_s}};
}

CommandSpec noteSpec()
{
    return {.name = u"note"_s,
            .summary = u"Leave a note for the agent's next session"_s,
            .arguments = {runArgument(),
                          {u"TEXT"_s, u"what it should know; - reads standard input"_s, false, ValueKind::Text, {}}},
            .options = {instead(flag(u"comments"_s, u"give your open comments on what was kept"_s), u"TEXT"_s)},
            .examples = {u"assay note 'the pool must stay thread-safe'"_s}};
}

CommandSpec submitSpec()
{
    return {
        .name = u"submit"_s,
        .summary = u"Have your own edit in the run's clone verified as an attempt at a task"_s,
        .arguments = {runArgument()},
        .options = {text(u"task"_s, u"TASK"_s, u"the task's id, such as T3 (needed)"_s)},
        .details
        = {u"Edit the files in RUN/clone first. Where no engine works on the run, `assay resume` verifies the edit. A "
           u"new "
           "test defends the task's finding when it fails on the old code; of a task with several findings no test is "
           "counted for one of them."_s},
        .examples = {u"assay submit --task T3"_s}};
}

CommandSpec rewindSpec()
{
    return {
        .name = u"rewind"_s,
        .summary = u"Take the run back to an earlier checkpoint"_s,
        .arguments
        = {runArgument(),
           {u"CHECKPOINT"_s, u"its number (0 = base) or the start of its commit's hash"_s, false, ValueKind::Text, {}}},
        .options = {reasonOption(u"why; kept in the journal"_s)},
        .details
        = {u"What was fixed later is open again; every iteration, proof and commit stays in the run folder."_s},
        .examples = {u"assay rewind 2"_s}};
}

CommandSpec taskSpec()
{
    return {.name = u"task"_s,
            .summary = u"Park, unpark or rank a task"_s,
            .arguments = {runArgument(), {u"TASK"_s, u"its id, such as T3 or S1"_s, false, ValueKind::Text, {}}},
            .options
            = {flag(u"park"_s, u"do not work on it; needs --reason"_s),
               flag(u"unpark"_s, u"work on it again, with fresh attempts"_s),
               text(u"rank"_s, u"N"_s, u"order among tasks of its severity: 1 first, 0 for none"_s, ValueKind::Number),
               reasonOption(u"why it is parked"_s)},
            .examples
            = {u"assay task T6 --park --reason 'comes with the next release'"_s, u"assay task S1 --rank 1"_s}};
}

CommandSpec findingSpec()
{
    return {.name = u"finding"_s,
            .summary = u"Decline a finding, correct its root cause, or have it run again"_s,
            .arguments = {runArgument(), {u"FINDING"_s, u"its id, such as F3"_s, false, ValueKind::Text, {}}},
            .options = {flag(u"decline"_s, u"deliberately do not work on it; needs --reason"_s),
                        flag(u"run-again"_s, u"run its checks on the current checkpoint now; a live run's only"_s),
                        text(u"cause"_s, u"SLUG"_s, u"the root cause of this finding alone"_s),
                        text(u"merge-into"_s, u"SLUG"_s, u"everything of this finding's root cause has that one"_s),
                        reasonOption(u"why it is declined"_s)},
            .examples = {u"assay finding F5 --decline --reason 'documented behaviour'"_s,
                         u"assay finding F5 --cause argument-parsing"_s}};
}

CommandSpec gateSpec()
{
    return {.name = u"gate"_s,
            .summary = u"Change the gate of a run, between two iterations"_s,
            .arguments = {runArgument()},
            .options = {repeated(text(u"gate"_s, u"COMMAND"_s, u"a command of the new gate (needed)"_s))},
            .details = {u"The baseline is measured anew with it. What was reported before it stays in the journal."_s},
            .examples = {u"assay gate --gate 'python3 -m pytest -q' --gate 'make lint'"_s}};
}

CommandSpec undoSpec()
{
    return {.name = u"undo"_s,
            .summary = u"Take back what you told the run last"_s,
            .arguments = {runArgument()},
            .details
            = {u"As long as the engine has not acted on it: until the next session or iteration starts or ends. "
               "Answers, deferrals, declines, notes, marks, parking, ranks, root causes, budget, gate and a "
               "submitted edit can be taken back; `assay rewind` takes the run itself back."_s},
            .examples = {u"assay undo"_s}};
}

CommandSpec skipSpec()
{
    return {.name = u"skip"_s,
            .summary = u"End the agent session, gate, check or preparation that runs now; the run goes on"_s,
            .arguments = {runArgument()},
            .details = {u"A session that is ended is judged by what it left; a gate or check that is ended measured "
                        "nothing, which is no pass."_s},
            .examples = {u"assay skip"_s}};
}

CommandSpec budgetSpec()
{
    return {.name = u"budget"_s,
            .summary = u"Change how much a run may spend"_s,
            .arguments = {runArgument()},
            .options = {count(u"iterations"_s, u"how many iterations the whole run may spend"_s),
                        text(u"max-time"_s, u"DURATION"_s, u"how long it may work in all"_s, ValueKind::Duration)},
            .examples = {u"assay budget --iterations 30"_s}};
}

} // namespace

QList<CommandSpec> ownerCommands()
{
    return {decideSpec(), reviewSpec(),  changesSpec(), markSpec(), noteSpec(), submitSpec(), rewindSpec(),
            taskSpec(),   findingSpec(), budgetSpec(),  gateSpec(), undoSpec(), skipSpec()};
}

} // namespace assay::cli
