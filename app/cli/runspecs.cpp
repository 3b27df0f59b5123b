// Commands of a run's life.
#include "app/cli/commandpieces.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
using namespace spec;

namespace {

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
        agentOption()};
    options += budgetOptions();
    options += {
        words(u"supervise"_s, u"WORD"_s, {u"auto"_s, u"review"_s, u"step"_s},
              u"auto: go on by itself; review: ask after every verified candidate; step: end after each iteration"_s),
        text(u"run-dir"_s, u"DIR"_s, u"the run's folder; must be missing or empty"_s, ValueKind::Folder),
        text(u"config"_s, u"FILE"_s, u"read this instead of the base's assay.toml"_s, ValueKind::File),
        flag(u"contain-agent"_s,
             u"the agent runs in the sandbox, too, and reaches the clone, its own program and login, and the network; "
             "agent.read and agent.write in assay.toml add to that"_s),
        uncontainedOption(),
        flag(u"compare-uncontained"_s,
             u"at set-up, run the gate once without the sandbox too, with your files and the network, and list the "
             "cases that differ"_s),
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
        .arguments = {runArgument()},
        .options = QList<OptionSpec>{agentOption()} + budgetOptions()
            + QList<OptionSpec>{waitOption(), noExportOption(),
                                flag(u"step"_s,
                                     u"a run that another process has paused: one step, then paused again"_s)},
        .details
        = {u"Nothing is done twice: what the journal holds is known, what it does not hold is done. A run that another "
           "process has paused is told to go on there."_s},
        .examples = {u"assay resume"_s, u"assay resume --agent command:/opt/agent/run"_s,
                     u"assay resume tally-2026-11-30-1a2b3c --budget 30"_s}};
}

CommandSpec statusSpec()
{
    return {.name = u"status"_s,
            .summary = u"Show how a run stands: findings, proofs, what is open, what waits for you"_s,
            .arguments = {runArgument()},
            .options = {flag(u"all"_s, u"list every run instead"_s)},
            .details = {u"Only reads: works on a live run, an old one, a read-only folder, and, with a warning, on a "
                        u"damaged journal "
                        "or one of a newer version."_s},
            .examples = {u"assay status"_s, u"assay status --all"_s}};
}

CommandSpec pauseSpec()
{
    return {.name = u"pause"_s,
            .summary = u"Have a live run wait before its next step"_s,
            .arguments = {runArgument()},
            .details = {u"`assay resume` lets it go on."_s},
            .examples = {u"assay pause"_s}};
}

CommandSpec stopSpec()
{
    return {.name = u"stop"_s,
            .summary = u"Stop a live run, as Ctrl-C does where it runs; it stays resumable"_s,
            .arguments = {runArgument()},
            .examples = {u"assay stop"_s}};
}

CommandSpec cleanSpec()
{
    return {
        .name = u"clean"_s,
        .summary = u"Free what a run can make again, or delete runs"_s,
        .arguments = {runArgument()},
        .options = {instead(flag(u"all"_s, u"every run in the runs folder"_s), u"RUN"_s),
                    flag(u"delete"_s, u"delete the whole run folder, journal and bundle included, after asking"_s),
                    flag(u"yes"_s, u"do not ask"_s)},
        .details
        = {u"Frees prepared trees, checkouts and scratch files; journal, evidence, vault, clone and bundle stay. A run "
           "that is live is left alone."_s},
        .examples = {u"assay clean"_s, u"assay clean --all --delete"_s}};
}

} // namespace

QList<CommandSpec> runCommands()
{
    return {demoSpec(), runSpec(), resumeSpec(), statusSpec(), pauseSpec(), stopSpec(), cleanSpec()};
}

} // namespace assay::cli
