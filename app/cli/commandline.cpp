#include "app/cli/commandline.h"

#include "core/domain/nearestword.h"
#include "core/engine/configfile.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

QString helpFor(const CommandSpec *command)
{
    return command ? u"See `assay %1 --help`."_s.arg(command->name) : u"See `assay --help`."_s;
}

std::unexpected<Error> misuse(const QString &what, const QString &subject, const QString &remedy)
{
    return failure(what, subject, remedy, ErrorKind::Usage);
}

std::unexpected<Error> unknownCommand(const QString &word)
{
    QStringList names;
    for (const CommandSpec &spec : commandTable())
        names.append(spec.name);
    const QString nearest = nearestWord(word, names);
    return misuse(u"there is no such command"_s, word,
                  nearest.isEmpty() ? u"`assay --help` lists them."_s : u"Did you mean `assay %1`?"_s.arg(nearest));
}

std::unexpected<Error> unknownOption(const CommandSpec *command, const QString &word)
{
    QStringList names;
    for (const QList<OptionSpec> *options : {command ? &command->options : nullptr, &globalOptions()}) {
        for (const OptionSpec &option : options ? *options : QList<OptionSpec>())
            names.append(option.name);
    }
    // Without the dashes, which make any two short words alike.
    const QString nearest = nearestWord(word.mid(word.startsWith(u"--") ? 2 : 0), names);
    const QString what = command ? u"`assay %1` has no such option"_s.arg(command->name) : u"there is no such option"_s;
    return misuse(what, word, nearest.isEmpty() ? helpFor(command) : u"Did you mean --%1?"_s.arg(nearest));
}

Status checkValue(const OptionSpec &option, const QString &value, const CommandSpec *command)
{
    const QString subject = u"--"_s + option.name;
    switch (option.kind) {
    case ValueKind::Number: {
        bool fits = false;
        const int number = value.toInt(&fits);
        if (!fits || number < option.least || number > 1'000'000)
            return misuse(u"\"%1\" is no number from %2 to 1000000"_s.arg(value).arg(option.least), subject,
                          helpFor(command));
        return {};
    }
    case ValueKind::Duration: {
        const auto duration = parseDuration(value);
        if (!duration)
            return misuse(u"\"%1\" is no duration"_s.arg(value), subject, u"Write 90s, 10m, 2h or 1h30m."_s);
        return {};
    }
    case ValueKind::Words:
        if (!option.words.contains(value))
            return misuse(u"\"%1\" is none of its values"_s.arg(value), subject,
                          u"Values: %1."_s.arg(option.words.join(u", "_s)));
        return {};
    default:
        return {};
    }
}

/// Gives the words to the command's arguments, passing over optional ones from the right when there are too few.
Status assignArguments(Invocation &invocation, const QStringList &words)
{
    const CommandSpec &command = *invocation.command;
    QList<const ArgumentSpec *> wanted;
    qsizetype needed = 0;
    for (const ArgumentSpec &argument : command.arguments) {
        const bool replaced
            = std::any_of(command.options.begin(), command.options.end(), [&](const OptionSpec &option) {
                  return option.insteadOf == argument.name && invocation.has(option.name);
              });
        if (replaced)
            continue;
        wanted.append(&argument);
        needed += argument.optional ? 0 : 1;
    }
    if (words.size() < needed) {
        QStringList missing;
        qsizetype given = words.size();
        for (const ArgumentSpec *argument : std::as_const(wanted)) {
            if (argument->optional)
                continue;
            if (given > 0)
                --given;
            else
                missing.append(argument->name);
        }
        return misuse(u"%1 %2 missing"_s.arg(missing.join(u" and "_s), missing.size() == 1 ? u"is"_s : u"are"_s),
                      command.name, u"Usage: assay %1. %2"_s.arg(usageOf(command), helpFor(&command)));
    }
    if (words.size() > wanted.size())
        return misuse(u"one word too many: \"%1\""_s.arg(words.at(wanted.size())), command.name,
                      u"Usage: assay %1. Words with spaces are put in quotes."_s.arg(usageOf(command)));
    qsizetype spare = words.size() - needed, next = 0;
    for (const ArgumentSpec *argument : std::as_const(wanted)) {
        if (argument->optional && spare-- <= 0)
            continue;
        const QString &word = words.at(next++);
        if (argument->kind == ValueKind::Words && !argument->words.contains(word)) {
            const QString nearest = nearestWord(word, argument->words);
            return misuse(u"\"%1\" is none of %2"_s.arg(word, argument->words.join(u", "_s)), argument->name,
                          nearest.isEmpty() ? helpFor(&command) : u"Did you mean %1?"_s.arg(nearest));
        }
        invocation.arguments.insert(argument->name, word);
    }
    return {};
}

} // namespace

std::optional<int> Invocation::number(const QString &option) const
{
    return has(option) ? std::optional(value(option).toInt()) : std::nullopt;
}

std::optional<std::chrono::milliseconds> Invocation::duration(const QString &option) const
{
    if (!has(option))
        return {};
    const auto parsed = parseDuration(value(option));
    return parsed ? std::optional(*parsed) : std::nullopt;
}

Result<Invocation> parseCommandLine(const QStringList &words)
{
    Invocation invocation;
    QStringList plain, optionWords;
    bool optionsEnded = false;
    // The command comes first among what is no option, so that each option is known when it is met; options before it
    // are global ones.
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString &word = words.at(i);
        if (optionsEnded || !word.startsWith(u'-') || word == "-"_L1) {
            if (!invocation.command) {
                invocation.command = findCommand(word);
                if (!invocation.command)
                    return unknownCommand(word);
            } else {
                plain.append(word);
            }
            continue;
        }
        if (word == "--"_L1) {
            optionsEnded = true;
            continue;
        }
        const bool isLong = word.startsWith("--"_L1);
        const QString name = word.sliced(isLong ? 2 : 1).section(u'=', 0, 0);
        const bool joined = word.contains(u'=');
        const OptionSpec *option = findOption(invocation.command, name);
        if (!option || isLong == (name.size() == 1))
            return unknownOption(invocation.command, word.section(u'=', 0, 0));
        if (option->value.isEmpty()) {
            if (joined)
                return misuse(u"it takes no value"_s, u"--"_s + option->name, helpFor(invocation.command));
            invocation.options[option->name] = {};
            continue;
        }
        if (!joined && i + 1 >= words.size())
            return misuse(u"its value %1 is missing"_s.arg(option->value), u"--"_s + option->name,
                          helpFor(invocation.command));
        const QString value = joined ? word.section(u'=', 1) : words.at(++i);
        if (const auto fits = checkValue(*option, value, invocation.command); !fits)
            return failure(fits.error());
        QStringList &values = invocation.options[option->name];
        if (!values.isEmpty() && !option->repeatable)
            return misuse(u"it is given twice"_s, u"--"_s + option->name, helpFor(invocation.command));
        values.append(value);
    }
    if (!invocation.command || invocation.has(u"help"_s) || invocation.has(u"version"_s))
        return invocation;
    if (const auto assigned = assignArguments(invocation, plain); !assigned)
        return failure(assigned.error());
    return invocation;
}

} // namespace assay::cli
