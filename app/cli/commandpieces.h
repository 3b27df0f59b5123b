// The pieces that entries of the command table are made of.
#pragma once

#include "app/cli/commandtable.h"

namespace assay::cli {
namespace spec {

[[nodiscard]] OptionSpec flag(const QString &name, const QString &meaning);
[[nodiscard]] OptionSpec text(const QString &name, const QString &value, const QString &meaning,
                              ValueKind kind = ValueKind::Text);
[[nodiscard]] OptionSpec count(const QString &name, const QString &meaning); ///< a number from 1
[[nodiscard]] OptionSpec words(const QString &name, const QString &value, const QStringList &all,
                               const QString &meaning);
[[nodiscard]] OptionSpec repeated(OptionSpec option);
[[nodiscard]] OptionSpec instead(OptionSpec option, const QString &argument);
[[nodiscard]] OptionSpec waitOption();
[[nodiscard]] OptionSpec uncontainedOption();
[[nodiscard]] OptionSpec noExportOption();
[[nodiscard]] OptionSpec reasonOption(const QString &meaning);
[[nodiscard]] OptionSpec atOption();
[[nodiscard]] OptionSpec agentOption();
[[nodiscard]] QList<OptionSpec> budgetOptions();
[[nodiscard]] ArgumentSpec runArgument(); ///< [RUN]

} // namespace spec

// The table's chapters, in its order.
[[nodiscard]] QList<CommandSpec> runCommands();     ///< a run's life
[[nodiscard]] QList<CommandSpec> ownerCommands();   ///< the owner's word
[[nodiscard]] QList<CommandSpec> proofCommands();   ///< journal, bundle, repros
[[nodiscard]] QList<CommandSpec> machineCommands(); ///< this machine, the shell, the manual

} // namespace assay::cli
