// Every command, option and exit status of `assay`, once: parsing, help, completion and man pages are made from it.
#pragma once

#include <QStringList>

#include <optional>

namespace assay::cli {

/// What a value is: checked by the parser, completed by the shell.
enum class ValueKind { None, Text, Number, Duration, File, Folder, Words };

struct OptionSpec {
    QString name;              ///< without the dashes
    QString value;             ///< "N", "DIR"; empty = a switch
    QString meaning;
    ValueKind kind = ValueKind::None;
    QStringList words;         ///< of ValueKind::Words
    bool repeatable = false;
    QString insteadOf;         ///< an argument that is not given when this option is
    QChar letter{};            ///< "-q"; null = none
    int least = 0;             ///< of ValueKind::Number
};

struct ArgumentSpec {
    QString name;              ///< "RUN"
    QString meaning;
    bool optional = false;     ///< left out when fewer words are given than there are arguments
    ValueKind kind = ValueKind::Text;
    QStringList words;
};

struct CommandSpec {
    QString name;
    QString summary;           ///< one line, no full stop
    QList<ArgumentSpec> arguments;
    QList<OptionSpec> options; ///< beside the global ones
    QStringList details;       ///< paragraphs
    QStringList examples;      ///< whole command lines
    bool hidden = false;       ///< not in the overview: for packagers and shells
};

struct ExitStatusSpec {
    int status;
    QString meaning;
};

struct VariableSpec {
    QString name, meaning;
};

[[nodiscard]] const QList<CommandSpec> &commandTable();
[[nodiscard]] const QList<OptionSpec> &globalOptions();
[[nodiscard]] const QList<ExitStatusSpec> &exitStatusTable();
[[nodiscard]] const QList<VariableSpec> &variableTable();

/// Null when there is none of that name.
[[nodiscard]] const CommandSpec *findCommand(const QString &name);
/// Among the command's own and the global ones; `command` may be null.
[[nodiscard]] const OptionSpec *findOption(const CommandSpec *command, const QString &name);

/// "decide [RUN] PROMPT OPTION"
[[nodiscard]] QString usageOf(const CommandSpec &command);
/// "--gate COMMAND"
[[nodiscard]] QString spelled(const OptionSpec &option);

} // namespace assay::cli
