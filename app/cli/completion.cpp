#include "app/cli/completion.h"

#include "app/cli/commandtable.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

QList<OptionSpec> optionsOf(const CommandSpec &command)
{
    return command.options + globalOptions();
}

QStringList spelledOptions(const QList<OptionSpec> &options)
{
    QStringList words;
    for (const OptionSpec &option : options)
        words.append(u"--"_s + option.name);
    return words;
}

bool takesRun(const CommandSpec &command)
{
    return !command.arguments.isEmpty() && command.arguments.first().name.startsWith("RUN"_L1);
}

QString quoted(QString text)
{
    return u'\'' + text.replace(u'\'', u"'\\''"_s) + u'\'';
}

// ── bash ─────────────────────────────────────────────────────────────────────────────────────────

QString bashValues(ValueKind kind, const QStringList &words)
{
    switch (kind) {
    case ValueKind::Words:
        return u"_assay_words "_s + quoted(words.join(u' '));
    case ValueKind::Folder:
        return u"_assay_paths -d"_s;
    case ValueKind::File:
        return u"_assay_paths -f"_s;
    default:
        return u":"_s;
    }
}

// ── zsh ──────────────────────────────────────────────────────────────────────────────────────────

QString zshText(QString text)
{
    for (const QChar c : {u'\\', u'[', u']', u':'})
        text.replace(c, u'\\' + QString(c));
    return text.replace(u'\'', u"'\\''"_s);
}

QString zshAction(ValueKind kind, const QStringList &words)
{
    switch (kind) {
    case ValueKind::Words:
        return u"("_s + words.join(u' ') + u')';
    case ValueKind::Folder:
        return u"_files -/"_s;
    case ValueKind::File:
        return u"_files"_s;
    default:
        return u" "_s;
    }
}

QString zshOption(const OptionSpec &option)
{
    QString spec = option.repeatable ? u"*--"_s : u"--"_s;
    spec += option.name + (option.value.isEmpty() ? QString() : u"="_s) + u'[' + zshText(option.meaning) + u']';
    if (!option.value.isEmpty())
        spec += u':' + option.value + u':' + zshAction(option.kind, option.words);
    return u'\'' + spec + u'\'';
}

} // namespace

QString bashCompletion()
{
    QStringList values, options, arguments, names;
    for (const CommandSpec &command : commandTable()) {
        if (!command.hidden)
            names.append(command.name);
        for (const OptionSpec &option : optionsOf(command)) {
            if (!option.value.isEmpty())
                values.append(u"        '%1 --%2') %3; return ;;"_s.arg(command.name, option.name,
                                                                        bashValues(option.kind, option.words)));
        }
        options.append(
            u"            %1) _assay_words '%2' ;;"_s.arg(command.name, spelledOptions(optionsOf(command)).join(u' ')));
        QStringList actions;
        if (takesRun(command))
            actions.append(u"_assay_runs"_s);
        for (const ArgumentSpec &argument : command.arguments) {
            if (argument.kind == ValueKind::Words || (argument.kind == ValueKind::Folder && !takesRun(command)))
                actions.append(bashValues(argument.kind, argument.words));
        }
        arguments.append(u"        %1) %2 ;;"_s.arg(command.name, actions.isEmpty() ? u":"_s : actions.join(u"; "_s)));
    }
    return uR"SH(# bash completion for assay; made by: assay completion bash
_assay_words() {
    local word
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}
_assay_paths() {
    local path
    compopt -o filenames
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$cur")
}
_assay_runs() {
    local folder=${XDG_STATE_HOME:-$HOME/.local/state}/assay/runs
    [ ! -d "$folder" ] || _assay_words "$(cd "$folder" && ls)"
    _assay_paths -d
}
_assay() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        -*) ;;
        *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case "$command $prev" in
@VALUES@
    esac
    case $cur in
    -*)
        case $command in
            '') _assay_words '@GLOBAL@' ;;
@OPTIONS@
        esac
        return ;;
    esac
    case $command in
        '') _assay_words '@NAMES@' ;;
@ARGUMENTS@
    esac
}
complete -F _assay assay)SH"_s.replace(u"@VALUES@"_s, values.join(u'\n'))
        .replace(u"@GLOBAL@"_s, spelledOptions(globalOptions()).join(u' '))
        .replace(u"@OPTIONS@"_s, options.join(u'\n'))
        .replace(u"@NAMES@"_s, names.join(u' '))
        .replace(u"@ARGUMENTS@"_s, arguments.join(u'\n'));
}

QString zshCompletion()
{
    QStringList names, cases;
    for (const CommandSpec &command : commandTable()) {
        if (!command.hidden)
            names.append(u"            '%1:%2'"_s.arg(command.name, zshText(command.summary)));
        QStringList specs;
        for (const OptionSpec &option : optionsOf(command))
            specs.append(zshOption(option));
        QStringList words;
        bool folders = false;
        for (const ArgumentSpec &argument : command.arguments) {
            words += argument.words;
            folders = folders || argument.kind == ValueKind::Folder;
        }
        if (takesRun(command) || !words.isEmpty())
            specs.append(u"'*: :{ %1%2 }'"_s.arg(takesRun(command) ? u"_assay_runs; "_s : QString(),
                                                 words.isEmpty() ? QString() : u"compadd "_s + words.join(u' ')));
        else if (folders)
            specs.append(u"'*: :_files -/'"_s);
        cases.append(u"            %1) _arguments %2 ;;"_s.arg(command.name, specs.join(u" \\\n                "_s)));
    }
    QStringList global;
    for (const OptionSpec &option : globalOptions())
        global.append(zshOption(option));
    return uR"SH(#compdef assay
# zsh completion for assay; made by: assay completion zsh
_assay_runs() {
    local -a runs
    runs=(${XDG_STATE_HOME:-$HOME/.local/state}/assay/runs/*(N/:t))
    compadd -a runs
    _files -/
}
_assay() {
    local curcontext=$curcontext state line
    local -a commands
    _arguments -C @GLOBAL@ '1: :->command' '*:: :->rest'
    case $state in
    command)
        commands=(
@NAMES@
        )
        _describe command commands ;;
    rest)
        case $line[1] in
@CASES@
        esac ;;
    esac
}
if [ "$funcstack[1]" = _assay ]; then _assay "$@"; else compdef _assay assay; fi)SH"_s
        .replace(u"@GLOBAL@"_s, global.join(u' '))
        .replace(u"@NAMES@"_s, names.join(u'\n'))
        .replace(u"@CASES@"_s, cases.join(u'\n'));
}

QString fishCompletion()
{
    const auto text
        = [](QString words) { return u'\'' + words.replace(u'\\', u"\\\\"_s).replace(u'\'', u"\\'"_s) + u'\''; };
    QStringList lines{u"# fish completion for assay; made by: assay completion fish"_s,
                      u"function __assay_runs"_s,
                      u"    set -l state $XDG_STATE_HOME"_s,
                      u"    test -n \"$state\"; or set state $HOME/.local/state"_s,
                      u"    test -d $state/assay/runs; and ls $state/assay/runs"_s,
                      u"end"_s,
                      u"complete -c assay -f"_s};
    const auto option = [&](const QString &condition, const OptionSpec &spec) {
        QString line = u"complete -c assay"_s + condition + u" -l "_s + spec.name;
        if (!spec.letter.isNull())
            line += u" -s "_s + spec.letter;
        if (spec.kind == ValueKind::Words)
            line += u" -x -a "_s + text(spec.words.join(u' '));
        else if (spec.kind == ValueKind::Folder || spec.kind == ValueKind::File)
            line += u" -r -F"_s;
        else if (!spec.value.isEmpty())
            line += u" -x"_s;
        lines.append(line + u" -d "_s + text(spec.meaning));
    };
    for (const OptionSpec &spec : globalOptions())
        option({}, spec);
    for (const CommandSpec &command : commandTable()) {
        if (!command.hidden)
            lines.append(
                u"complete -c assay -n __fish_use_subcommand -a %1 -d %2"_s.arg(command.name, text(command.summary)));
        const QString condition = u" -n '__fish_seen_subcommand_from %1'"_s.arg(command.name);
        for (const OptionSpec &spec : command.options)
            option(condition, spec);
        if (takesRun(command))
            lines.append(u"complete -c assay%1 -a '(__assay_runs)'"_s.arg(condition));
        for (const ArgumentSpec &argument : command.arguments) {
            if (argument.kind == ValueKind::Words)
                lines.append(u"complete -c assay%1 -a %2"_s.arg(condition, text(argument.words.join(u' '))));
            else if (argument.kind == ValueKind::Folder)
                lines.append(u"complete -c assay%1 -F"_s.arg(condition));
        }
    }
    return lines.join(u'\n');
}

} // namespace assay::cli
