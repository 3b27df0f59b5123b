#include "app/cli/commandtable.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

ArgumentSpec run()
{
    return {u"RUN"_s, u"a run's name, or its folder; left out: the newest run"_s, true, ValueKind::Folder, {}};
}

OptionSpec flag(const QString &name, const QString &meaning)
{
    return {.name = name, .value = {}, .meaning = meaning};
}

OptionSpec text(const QString &name, const QString &value, const QString &meaning, ValueKind kind = ValueKind::Text)
{
    return {.name = name, .value = value, .meaning = meaning, .kind = kind};
}

OptionSpec words(const QString &name, const QString &value, const QStringList &all, const QString &meaning)
{
    return {.name = name, .value = value, .meaning = meaning, .kind = ValueKind::Words, .words = all};
}

OptionSpec repeated(OptionSpec option)
{
    option.repeatable = true;
    return option;
}

OptionSpec instead(OptionSpec option, const QString &argument)
{
    option.insteadOf = argument;
    return option;
}

OptionSpec waitOption()
{
    return flag(u"wait"_s,
                u"stay while the owner is asked, instead of ending with status 4; answer from another terminal"_s);
}

OptionSpec uncontainedOption()
{
    return flag(u"uncontained"_s,
                u"run the gate and the checks without the sandbox: they can reach your files and the network"_s);
}

OptionSpec noExportOption()
{
    return flag(u"no-export"_s, u"write no bundle on convergence"_s);
}

OptionSpec reasonOption(const QString &meaning)
{
    return text(u"reason"_s, u"TEXT"_s, meaning);
}

OptionSpec atOption()
{
    return text(u"at"_s, u"REV"_s, u"another revision of the target than the base"_s);
}

QList<OptionSpec> budgetOptions()
{
    return {text(u"budget"_s, u"N"_s, u"how many iterations the whole run may spend"_s, ValueKind::Number),
            text(u"max-time"_s, u"DURATION"_s, u"how long it may work in all: 90s, 10m, 1h30m"_s, ValueKind::Duration)};
}

CommandSpec doctorSpec()
{
    return {
        .name = u"doctor"_s,
        .summary = u"Tell what this machine offers and what is missing"_s,
        .options = {flag(u"config-keys"_s, u"print the reference of assay.toml instead"_s)},
        .details
        = {u"Looks at git, the sandbox (by a real contained start), Python, how checkouts are copied, where runs are "
           "kept and how much room is there. Ends with 1 when something is missing that a run needs."_s},
        .examples = {u"assay doctor"_s, u"assay doctor --config-keys"_s}};
}

CommandSpec demoSpec()
{
    return {
        .name = u"demo"_s,
        .summary = u"Run the whole loop on a small library with a recorded agent: no key, no network"_s,
        .options = {flag(u"repo-only"_s, u"make the demo's repository, print its path and end"_s),
                    text(u"run-dir"_s, u"DIR"_s, u"the run's folder; must be missing or empty"_s, ValueKind::Folder),
                    words(u"supervise"_s, u"WORD"_s, {u"auto"_s, u"review"_s, u"step"_s},
                          u"who decides on a verified candidate (see run)"_s),
                    uncontainedOption(), waitOption(), noExportOption()},
        .details
        = {u"Copies the library tally, 31 green tests and six defects, into a git repository in the cache folder and "
           "runs on it with 8 iterations. What the agent says is replayed; every check, test, comparison, rollback "
           "and proof is real."_s},
        .examples = {u"assay demo"_s, u"assay verify BUNDLE --target \"$(assay demo --repo-only)\""_s}};
}

CommandSpec runSpec()
{
    QList<OptionSpec> options{
        text(u"base"_s, u"REV"_s, u"the commit to start from (default: HEAD)"_s),
        repeated(text(u"gate"_s, u"COMMAND"_s,
                      u"a command that decides whether the project is unbroken; default: found in the tree"_s)),
        repeated(
            text(u"prepare"_s, u"COMMAND"_s, u"a command that makes a tree runnable, once per tree; \"\" for none"_s)),
        text(u"agent"_s, u"AGENT"_s,
             u"recorded:DIR replays a recording; command:PROGRAM runs a program for each session"_s)};
    options += budgetOptions();
    options += {
        words(u"supervise"_s, u"WORD"_s, {u"auto"_s, u"review"_s, u"step"_s},
              u"auto: go on by itself; review: ask after every verified candidate; step: end after each iteration"_s),
        text(u"run-dir"_s, u"DIR"_s, u"the run's folder; must be missing or empty"_s, ValueKind::Folder),
        text(u"config"_s, u"FILE"_s, u"read this instead of the base's assay.toml"_s, ValueKind::File),
        uncontainedOption(),
        waitOption(),
        noExportOption()};
    return {
        .name = u"run"_s,
        .summary = u"Run the improvement loop on a repository"_s,
        .arguments = {{u"TARGET"_s, u"your git repository; it is only ever read"_s, false, ValueKind::Folder, {}}},
        .options = options,
        .details
        = {u"Clones the target's base commit into a folder of its own, prepares it and runs the gate; then audits, "
           "and works the findings off one by one. Every claim of the agent is run before it counts, every change "
           "is verified before it is kept, and what fails is rolled back and kept aside. On convergence a bundle is "
           "exported to RUN/bundle, and its path is the last line printed."_s,
           u"Every command that will be executed is printed before it is, with where it runs and what it can reach. "
           "Ctrl-C stops the run cleanly; it can be resumed. Settings of a project are read from assay.toml in its "
           "base commit (assay doctor --config-keys), and these options go before them."_s},
        .examples = {u"assay run . --agent command:./my-agent"_s,
                     u"assay run ~/src/tally --gate 'python3 -m pytest' --prepare 'pip install -e .' --budget 12"_s}};
}

CommandSpec resumeSpec()
{
    return {
        .name = u"resume"_s,
        .summary = u"Go on with a run that was stopped, waits, spent its budget, or was killed"_s,
        .arguments = {run()},
        .options = budgetOptions() + QList<OptionSpec>{waitOption(), noExportOption()},
        .details
        = {u"Nothing is done twice: what the journal holds is known, what it does not hold is done. A run that another "
           "process has paused is told to go on there."_s},
        .examples = {u"assay resume"_s, u"assay resume tally-2026-11-30-1a2b3c --budget 30"_s}};
}

CommandSpec statusSpec()
{
    return {.name = u"status"_s,
            .summary = u"Show how a run stands: findings, proofs, what is open, what waits for you"_s,
            .arguments = {run()},
            .options = {flag(u"all"_s, u"list every run instead"_s)},
            .details = {u"Only reads: works on a live run, an old one, a read-only folder, and, with a warning, on a "
                        u"damaged journal "
                        "or one of a newer version."_s},
            .examples = {u"assay status"_s, u"assay status --all"_s}};
}

CommandSpec decideSpec()
{
    return {.name = u"decide"_s,
            .summary = u"Answer a question that the run has put to you"_s,
            .arguments = {run(),
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
    return {.name = u"review"_s,
            .summary = u"Judge the verified candidate that waits for your review"_s,
            .arguments = {run(),
                          {u"ANSWER"_s,
                           u"accept, reject (counts as an attempt) or send-back (does not count; needs --comment)"_s,
                           false,
                           ValueKind::Words,
                           {u"accept"_s, u"reject"_s, u"send-back"_s}}},
            .options = {text(u"comment"_s, u"TEXT"_s, u"for the agent's next attempt"_s)},
            .examples = {u"assay review accept"_s, u"assay review send-back --comment 'keep the old signature'"_s}};
}

CommandSpec noteSpec()
{
    return {.name = u"note"_s,
            .summary = u"Leave a note for the agent's next session"_s,
            .arguments
            = {run(), {u"TEXT"_s, u"what it should know; - reads standard input"_s, false, ValueKind::Text, {}}},
            .examples = {u"assay note 'the pool must stay thread-safe'"_s}};
}

CommandSpec submitSpec()
{
    return {
        .name = u"submit"_s,
        .summary = u"Have your own edit in the run's clone verified as an attempt at a task"_s,
        .arguments = {run()},
        .options = {text(u"task"_s, u"TASK"_s, u"the task's id, such as T3 (needed)"_s)},
        .details
        = {u"Edit the files in RUN/clone first. Where no engine works on the run, `assay resume` verifies the edit."_s},
        .examples = {u"assay submit --task T3"_s}};
}

CommandSpec rewindSpec()
{
    return {
        .name = u"rewind"_s,
        .summary = u"Take the run back to an earlier checkpoint"_s,
        .arguments
        = {run(),
           {u"CHECKPOINT"_s, u"its number (0 = base) or the start of its commit's hash"_s, false, ValueKind::Text, {}}},
        .options = {reasonOption(u"why; kept in the journal"_s)},
        .details
        = {u"What was fixed later is open again; every iteration, proof and commit stays in the run folder."_s},
        .examples = {u"assay rewind 2"_s}};
}

CommandSpec pauseSpec()
{
    return {.name = u"pause"_s,
            .summary = u"Have a live run wait before its next iteration"_s,
            .arguments = {run()},
            .details = {u"`assay resume` lets it go on."_s},
            .examples = {u"assay pause"_s}};
}

CommandSpec stopSpec()
{
    return {.name = u"stop"_s,
            .summary = u"Stop a live run, as Ctrl-C does where it runs; it stays resumable"_s,
            .arguments = {run()},
            .examples = {u"assay stop"_s}};
}

CommandSpec taskSpec()
{
    return {.name = u"task"_s,
            .summary = u"Park, unpark or rank a task"_s,
            .arguments = {run(), {u"TASK"_s, u"its id, such as T3 or S1"_s, false, ValueKind::Text, {}}},
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
            .summary = u"Decline a finding, or correct its root cause"_s,
            .arguments = {run(), {u"FINDING"_s, u"its id, such as F3"_s, false, ValueKind::Text, {}}},
            .options = {flag(u"decline"_s, u"deliberately do not work on it; needs --reason"_s),
                        text(u"cause"_s, u"SLUG"_s, u"the root cause of this finding alone"_s),
                        text(u"merge-into"_s, u"SLUG"_s, u"everything of this finding's root cause has that one"_s),
                        reasonOption(u"why it is declined"_s)},
            .examples = {u"assay finding F5 --decline --reason 'documented behaviour'"_s,
                         u"assay finding F5 --cause argument-parsing"_s}};
}

CommandSpec budgetSpec()
{
    return {.name = u"budget"_s,
            .summary = u"Change how much a run may spend"_s,
            .arguments = {run()},
            .options
            = {text(u"iterations"_s, u"N"_s, u"how many iterations the whole run may spend"_s, ValueKind::Number),
               text(u"max-time"_s, u"DURATION"_s, u"how long it may work in all"_s, ValueKind::Duration)},
            .examples = {u"assay budget --iterations 30"_s}};
}

CommandSpec journalSpec()
{
    return {
        .name = u"journal"_s,
        .summary = u"Print a run's journal, or verify it"_s,
        .arguments = {run()},
        .options
        = {flag(u"verify"_s,
                u"check the hash chain, the anchors in the checkpoints, and that every commit and piece of "
                "evidence named exists"_s),
           repeated(text(u"kind"_s, u"KIND"_s, u"only entries of this kind (finding.judged) or family (finding)"_s))},
        .examples = {u"assay journal --verify"_s, u"assay journal --kind finding --kind checkpoint.made --json"_s}};
}

CommandSpec exportSpec()
{
    return {.name = u"export"_s,
            .summary = u"Prove a run's result on a pristine clone and write the bundle"_s,
            .arguments = {run()},
            .options
            = {text(u"to"_s, u"DIR"_s, u"where; must be missing or empty (default: RUN/bundle)"_s, ValueKind::Folder),
               flag(u"unproven"_s, u"write it even though a proof fails; it says so everywhere"_s)},
            .examples = {u"assay export --to ~/tally-fixes"_s}};
}

CommandSpec verifySpec()
{
    return {
        .name = u"verify"_s,
        .summary = u"Prove a bundle again, from it and the target alone"_s,
        .arguments = {{u"BUNDLE"_s, u"the exported folder"_s, false, ValueKind::Folder, {}}},
        .options = {text(u"target"_s, u"REPO"_s, u"a clone of the repository that the bundle is for (needed)"_s,
                         ValueKind::Folder),
                    atOption(), uncontainedOption()},
        .details
        = {u"Trusts nothing of the bundle before its hash was checked, and runs its files contained. Ends with 0 when "
           "everything is proven, 9 when something is refuted, 10 when something could not be judged here."_s},
        .examples = {u"assay verify ./bundle --target ~/src/tally"_s}};
}

CommandSpec reproSpec()
{
    return {
        .name = u"repro"_s,
        .summary = u"Run the repros of a run or a bundle and print their answers"_s,
        .arguments = {{u"RUN|BUNDLE"_s,
                       u"a run's name or folder, or a bundle's folder; left out: the newest run"_s,
                       true,
                       ValueKind::Folder,
                       {}}},
        .options
        = {text(u"target"_s, u"REPO"_s, u"the repository to run them on; a run knows its own"_s, ValueKind::Folder),
           atOption(), uncontainedOption()},
        .details
        = {u"At the base, unless --at names another revision. Ends with 0 when all are absent, 1 when one is present, 10 when one could not be judged."_s},
        .examples = {u"assay repro ./bundle --target ~/src/tally --at main"_s}};
}

CommandSpec cleanSpec()
{
    return {
        .name = u"clean"_s,
        .summary = u"Free what a run can make again, or delete runs"_s,
        .arguments = {run()},
        .options = {instead(flag(u"all"_s, u"every run in the runs folder"_s), u"RUN"_s),
                    flag(u"delete"_s, u"delete the whole run folder, journal and bundle included, after asking"_s),
                    flag(u"yes"_s, u"do not ask"_s)},
        .details
        = {u"Frees prepared trees, checkouts and scratch files; journal, evidence, vault, clone and bundle stay. A run "
           "that is live is left alone."_s},
        .examples = {u"assay clean"_s, u"assay clean --all --delete"_s}};
}

CommandSpec completionSpec()
{
    return {.name = u"completion"_s,
            .summary = u"Print the completion script of a shell"_s,
            .arguments
            = {{u"SHELL"_s, u"bash, zsh or fish"_s, false, ValueKind::Words, {u"bash"_s, u"zsh"_s, u"fish"_s}}},
            .examples = {u"source <(assay completion bash)"_s},
            .hidden = true};
}

CommandSpec manSpec()
{
    return {.name = u"man"_s,
            .summary = u"Print a man page"_s,
            .arguments = {{u"COMMAND"_s, u"a command; left out: assay itself"_s, true, ValueKind::Text, {}}},
            .examples = {u"assay man run | man -l -"_s},
            .hidden = true};
}

} // namespace

const QList<CommandSpec> &commandTable()
{
    static const QList<CommandSpec> table{demoSpec(),       runSpec(),    resumeSpec(),  statusSpec(), decideSpec(),
                                          reviewSpec(),     noteSpec(),   submitSpec(),  rewindSpec(), pauseSpec(),
                                          stopSpec(),       taskSpec(),   findingSpec(), budgetSpec(), journalSpec(),
                                          exportSpec(),     verifySpec(), reproSpec(),   cleanSpec(),  doctorSpec(),
                                          completionSpec(), manSpec()};
    return table;
}

const QList<OptionSpec> &globalOptions()
{
    static const QList<OptionSpec> options{
        flag(u"json"_s, u"one JSON object a line, each with a \"type\": entry, progress, result or error"_s),
        {.name = u"quiet"_s, .value = {}, .meaning = u"only the result and errors"_s, .letter = u'q'},
        flag(u"no-color"_s, u"no colour, as with NO_COLOR in the environment"_s),
        {.name = u"help"_s, .value = {}, .meaning = u"print help and end"_s, .letter = u'h'},
        flag(u"version"_s, u"print the version and end"_s)};
    return options;
}

const QList<ExitStatusSpec> &exitStatusTable()
{
    static const QList<ExitStatusSpec> table{
        {0, u"converged, verified, or simply done"_s},
        {1, u"failed: the disk, a permission, git; the text says what"_s},
        {2, u"usage: no such command, option, run or repository"_s},
        {3, u"the budget is spent before convergence"_s},
        {4, u"the run waits for the owner"_s},
        {5, u"stuck: two attempts brought neither a kept change nor new evidence, or only parked tasks are left"_s},
        {6, u"the gate is broken: it measures nothing"_s},
        {7, u"the agent is unavailable"_s},
        {8, u"stopped; resumable"_s},
        {9, u"refuted: the bundle or the journal contradicts itself or what was run"_s},
        {10, u"could not verify: something needed for a proof is missing here"_s},
        {70, u"our own fault: a defect of Assay"_s},
        {130, u"ended at once by a second Ctrl-C; resumable"_s}};
    return table;
}

const QList<VariableSpec> &variableTable()
{
    static const QList<VariableSpec> table{
        {u"XDG_STATE_HOME"_s, u"runs are kept in assay/runs below it (default ~/.local/state)"_s},
        {u"XDG_CACHE_HOME"_s, u"the demo's repository is made in assay/demo below it (default ~/.cache)"_s},
        {u"NO_COLOR"_s, u"no colour when set to anything"_s},
        {u"ASSAY_RESOURCES"_s,
         u"the folder with prompts, schemas and the demo, when it is not where it was installed"_s},
        {u"ASSAY_PROGRAM"_s, u"how printed commands name the program (default assay)"_s}};
    return table;
}

const CommandSpec *findCommand(const QString &name)
{
    const QList<CommandSpec> &table = commandTable();
    const auto found
        = std::find_if(table.begin(), table.end(), [&](const CommandSpec &spec) { return spec.name == name; });
    return found == table.end() ? nullptr : &*found;
}

const OptionSpec *findOption(const CommandSpec *command, const QString &name)
{
    const auto isIt = [&](const OptionSpec &option) {
        return option.name == name || (!option.letter.isNull() && name == option.letter);
    };
    for (const QList<OptionSpec> *options : {command ? &command->options : nullptr, &globalOptions()}) {
        if (!options)
            continue;
        const auto found = std::find_if(options->begin(), options->end(), isIt);
        if (found != options->end())
            return &*found;
    }
    return nullptr;
}

QString usageOf(const CommandSpec &command)
{
    QString usage = command.name;
    for (const ArgumentSpec &argument : command.arguments)
        usage += argument.optional ? u" ["_s + argument.name + u']' : u' ' + argument.name;
    return usage;
}

QString spelled(const OptionSpec &option)
{
    return u"--"_s + option.name + (option.value.isEmpty() ? QString() : u' ' + option.value);
}

} // namespace assay::cli
