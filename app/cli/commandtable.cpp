#include "app/cli/commandtable.h"

#include "app/cli/commandpieces.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
using namespace spec;

const QList<CommandSpec> &commandTable()
{
    static const QList<CommandSpec> table = runCommands() + ownerCommands() + proofCommands() + machineCommands();
    return table;
}

const QList<OptionSpec> &globalOptions()
{
    static const QList<OptionSpec> options{
        flag(u"json"_s,
             u"one JSON object a line, each with a \"type\": entry, progress, warning, result "
             "or error"_s),
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
