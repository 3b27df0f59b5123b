// Commands about the machine, the shell and the manual.
#include "app/cli/commandpieces.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
using namespace spec;

namespace {

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

QList<CommandSpec> machineCommands()
{
    return {doctorSpec(), completionSpec(), manSpec()};
}

} // namespace assay::cli
