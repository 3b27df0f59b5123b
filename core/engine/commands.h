// What the owner may tell a run, as journal entries: used by the engine for a live run's inbox, and by the command
// line itself where no engine lives. Pure: state and command in, entries out.
#pragma once

#include "core/journal/inbox.h"
#include "core/journal/journalwriter.h"
#include "core/journal/runstate.h"

#include <functional>

namespace assay {

class Ledger;

/// The entries a command becomes: `command.received` first. On error the caller appends `command.refused` with the text.
/// Verbs and arguments:
///   decide   {prompt, option, reason?, marks?}   decline {prompt|finding, reason}      defer {prompt}
///   review   {answer: accept|reject|send back, comments?, marks?}
///   mark     {marks: [{path, old, new, hunk?, state, comment?, line?, excerpt?}]}: core/journal/reviewmarks.h
///   note     {text, marks?}: with the comments that marks [{path, old, new, hunk?}] name, as in decide and review
///                    submit {task}           rewind {checkpoint}
///   park     {task, reason}  unpark {task}           rank {task, rank}
///   order    {tasks}: all ranks at once, the first to be worked first within its severity; none: no ranks any more
///   cause    {finding, cause}   merge {from, to}     split {findings, to}: all of one root cause
///   recheck  {finding}: its checks run again on the current checkpoint; a live engine's only
///   budget   {iterations?, wall_clock_ms?}           gate {gate}: command lines; between iterations, baseline anew
///   undo     {command?}: the last one, or that one, as long as the engine has not acted on it (core/journal/undo.h)
///   pause {}  resume {}  stop {}  step {}: from a pause, one step and then paused again
///   skip {}: ends the running agent session, gate, check or preparation; the run goes on. A live engine's only
[[nodiscard]] Result<QList<Draft>> commandDrafts(const RunState &state, const InboxCommand &command);

/// One entry that tells why a command was not carried out.
[[nodiscard]] Draft refusalDraft(const InboxCommand &command, const Error &why);

/// Answers every command that lies in the inbox and passes `wanted`, with the entries that `effects` gives or with its
/// refusal, and takes it out. A command is answered once: its id is in the journal before it leaves the inbox.
using Effects = std::function<Result<QList<Draft>>(const RunState &state, const InboxCommand &command)>;
[[nodiscard]] Status answerInbox(Ledger &ledger, const std::function<bool(const InboxCommand &)> &wanted,
                                 const Effects &effects);

/// The run configured anew with another agent ("recorded:DIR" or "command:PROGRAM", made and looked at by the caller),
/// with what it was and why. For a run that no engine works on, and that was configured before.
[[nodiscard]] Result<Draft> agentDraft(const RunState &state, const QString &agent);

/// Sends a command to the run: through its inbox when an engine lives, else by taking the lock and appending.
/// Returns "sent" or "recorded". Errors: refused (with why), lock or disk.
[[nodiscard]] Result<QString> commandRun(const RunFolder &folder, const Clock &clock, const QString &verb,
                                         const QJsonObject &args);

} // namespace assay
