// The words of a command line, read by the table.
#pragma once

#include "app/cli/commandtable.h"
#include "core/domain/error.h"

#include <QMap>

#include <chrono>

namespace assay::cli {

/// A command line that fits the table.
class Invocation {
public:
    const CommandSpec *command = nullptr; ///< null: no command was named (help, version, or nothing at all)
    QMap<QString, QString> arguments;     ///< by the argument's name; those left out are absent
    QMap<QString, QStringList> options;   ///< by the option's name

    [[nodiscard]] bool has(const QString &option) const { return options.contains(option); }
    [[nodiscard]] QString value(const QString &option) const { return options.value(option).value(0); }
    [[nodiscard]] QStringList values(const QString &option) const { return options.value(option); }
    [[nodiscard]] QString argument(const QString &name) const { return arguments.value(name); }
    /// Values that the parser has checked; nothing when the option was not given.
    [[nodiscard]] std::optional<int> number(const QString &option) const;
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(const QString &option) const;
};

/// Options may stand before and after the command and its arguments; `--` ends them; `--name=value` and `--name value`.
/// With --help nothing else needs to be there. Errors (Usage) name the nearest known word.
[[nodiscard]] Result<Invocation> parseCommandLine(const QStringList &words);

} // namespace assay::cli
