// Commands to a live run: files renamed atomically into inbox/, answered by an entry that cites their id.
#pragma once

#include "core/domain/error.h"
#include "core/journal/runfolder.h"

#include <QJsonObject>

namespace assay {

struct InboxCommand {
    QString id;     ///< a UUID given by the sender
    QString verb;   ///< "decide", "review", "note", "pause", "resume", "stop", "rewind", "submit", …
    QJsonObject args;
    QString actor;  ///< "owner"
};

/// Sender's side; any process. The command is durable when this returns. Returns the command's id.
[[nodiscard]] Result<QString> sendCommand(const RunFolder &folder, const QString &verb, const QJsonObject &args);

/// Engine's side: commands in the order they arrived (name = time + id). A file that cannot be parsed is moved
/// to inbox/refused/ and reported with verb "" and args {"error": …}.
[[nodiscard]] Result<QList<InboxCommand>> pendingCommands(const RunFolder &folder);
/// After its `command.received` entry is durable the file is removed.
[[nodiscard]] Status discardCommand(const RunFolder &folder, const QString &id);

} // namespace assay
