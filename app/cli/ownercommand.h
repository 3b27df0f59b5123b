// What the owner tells a run from the command line: carried to a live engine, or recorded where none lives.
#pragma once

#include "app/cli/commandcontext.h"
#include "core/journal/runstate.h"

#include <QJsonObject>

namespace assay::cli {

/// Sends the verb (core/engine/commands.h) and prints what became of it. A live engine looks into its inbox between
/// steps: waits a second for its answer, then says that it will be taken up. Returns the exit status.
[[nodiscard]] int tellOwnersCommand(const CommandContext &context, const RunFolder &folder, const QString &verb,
                                    const QJsonObject &args);

/// The state as the journal tells it now; needs no lock. Errors: unreadable, damaged (the state up to there is in
/// `state` all the same).
[[nodiscard]] Status readState(const RunFolder &folder, RunState &state);

} // namespace assay::cli
