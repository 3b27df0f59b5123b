// Commands to a live run: files renamed atomically into inbox/, answered by an entry that cites their id. The files are
// described in core/journal/README.md.
#pragma once

#include "core/domain/error.h"
#include "core/journal/runfolder.h"

#include <QJsonObject>
#include <QList>

namespace assay {

struct InboxCommand {
    QString id; ///< a UUID given by the sender
    QString verb; ///< "decide", "review", "note", "pause", "resume", "stop", "rewind", "submit", …
    QJsonObject args;
    QString actor; ///< "owner"
};

/// Sender's side; any process. The command is durable when this returns. Returns the command's id. Commands of one
/// sender are picked up in the order in which they were sent.
[[nodiscard]] Result<QString> sendCommand(const RunFolder &folder, const QString &verb, const QJsonObject &args);

/// Commands in the order they arrived (name = time + id). Changes nothing: any thread or process may look. A file that
/// is no command is among them with verb "" and args {"error": …, "file": its name}; its id is its name.
/// An empty inbox costs one reading of the folder.
[[nodiscard]] Result<QList<InboxCommand>> pendingCommands(const RunFolder &folder);
/// Engine's side: after its `command.received` or `command.refused` entry is durable the file is removed; one that is no
/// command is moved to inbox/refused/. A crash in between leaves it: the engine skips ids that the journal has.
/// A command that is not there any more is no error.
[[nodiscard]] Status discardCommand(const RunFolder &folder, const QString &id);

} // namespace assay
