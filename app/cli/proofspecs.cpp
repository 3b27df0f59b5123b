// Commands about what is proven.
#include "app/cli/commandpieces.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
using namespace spec;

namespace {

CommandSpec journalSpec()
{
    return {
        .name = u"journal"_s,
        .summary = u"Print a run's journal, or verify it"_s,
        .arguments = {runArgument()},
        .options
        = {flag(u"verify"_s,
                u"check the hash chain, the anchors in the checkpoints, and that every commit and piece of "
                "evidence named exists"_s),
           repeated(text(u"kind"_s, u"KIND"_s, u"only entries of this kind (finding.judged) or family (finding)"_s))},
        .examples = {u"assay journal --verify"_s, u"assay journal --kind finding --kind checkpoint.made --json"_s}};
}

CommandSpec exportSpec()
{
    return {
        .name = u"export"_s,
        .summary = u"Prove a run's result on a pristine clone and write the bundle"_s,
        .arguments = {runArgument()},
        .options
        = {text(
               u"to"_s, u"DIR"_s,
               u"where; must be missing or empty (default: RUN/bundle, or RUN/bundle-2 and so on beside earlier ones)"_s,
               ValueKind::Folder),
           repeated(text(u"only"_s, u"FINDING"_s, u"the change of this finding alone, on base"_s)),
           flag(u"each"_s, u"a bundle for each fixed finding, in a folder each below DIR (default: RUN/bundle-each)"_s),
           flag(u"unproven"_s, u"write it even though a proof fails; it says so everywhere"_s),
           flag(u"with-secrets"_s, u"write it even though there seem to be secrets in it"_s)},
        .details
        = {u"What would leave the machine (patch, commits, checks, journal) is searched for private keys, cloud key "
           u"ids, "
           "tokens of known forms and passwords; each is shown with its place, the secret blanked, and nothing is "
           "written. A search finds what it knows: it is no proof that there is none."_s,
           u"What you left out (`assay mark --leave-out`) is not in it: the rest is proven again without it, and the "
           "series is one patch. A finding that is there again is one more proof that fails. With --only, what the "
           "change stands on is named when it cannot be made alone; --each ends with 10 then."_s},
        .examples = {u"assay export --to ~/tally-fixes"_s, u"assay export --only F2"_s}};
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
        = {u"Compares every file with the bundle's journal before it runs any, contained; then proves the result "
           u"again. Ends "
           "with 0 when everything is proven, 9 when something was seen to be not as the bundle says, 10 when "
           "something "
           "could not be judged here: the base or a tool is missing, or at another revision the patch does not apply."_s},
        .examples = {u"assay verify ./bundle --target ~/src/tally"_s}};
}

CommandSpec defendSpec()
{
    return {
        .name = u"defend"_s,
        .summary = u"Take each hunk of the change back alone and see what notices"_s,
        .arguments = {runArgument()},
        .options
        = {repeated(text(u"path"_s, u"FILE"_s, u"only what was changed in this file (default: all but tests)"_s))},
        .details
        = {u"Runs the checks of fixed findings, the guards and the gate without the hunk. Undefended: all of them "
           u"answered as if "
           "nothing were missing. What was asked before is not asked again. No engine may be at work on the run."_s},
        .examples = {u"assay defend"_s, u"assay defend --path src/queue.py"_s}};
}

CommandSpec recordSpec()
{
    return {
        .name = u"record"_s,
        .summary = u"Turn a run's sessions into a recording that replays to the same verdicts"_s,
        .arguments = {runArgument()},
        .options
        = {text(u"to"_s, u"DIR"_s, u"the recording's folder; must be missing or empty (needed)"_s, ValueKind::Folder),
           flag(u"with-secrets"_s, u"write changes and forms though there seem to be secrets in them"_s)},
        .details
        = {u"Of any agent's run: what it said, what it left in the outbox, and its changes. `--agent recorded:DIR` on "
           u"the same "
           "base replays them with no key and no network. Activity with what looks like a secret is written without it."_s},
        .examples = {u"assay record --to ./recording"_s}};
}

CommandSpec whySpec()
{
    return {.name = u"why"_s,
            .summary = u"Tell why a line is there: its task, findings, and what defends it"_s,
            .arguments
            = {runArgument(), {u"PLACE"_s, u"a file and a line of it: src/queue.py:17"_s, false, ValueKind::Text, {}}},
            .options = {flag(u"base"_s, u"the line is one of base: why it is there no more"_s)},
            .details = {u"Follows the line through the kept iterations, and through renames."_s},
            .examples = {u"assay why src/queue.py:17"_s, u"assay why src/queue.py:12 --base"_s}};
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

} // namespace

QList<CommandSpec> proofCommands()
{
    return {journalSpec(), exportSpec(), verifySpec(), defendSpec(), recordSpec(), whySpec(), reproSpec()};
}

} // namespace assay::cli
