// What Claude Code is told on its standard input, and how it asks there (--input-format stream-json,
// --permission-prompt-tool stdio), as seen of 2.1.x: control_request {can_use_tool} lines, answered by control_response.
#pragma once

#include "core/agent/agent.h"

namespace assay::claude {

/// Lines with their end.
[[nodiscard]] QByteArray promptLine(const QString &prompt);
[[nodiscard]] QByteArray allowLine(const QString &request, const QJsonObject &input);
[[nodiscard]] QByteArray denyLine(const QString &request, const QString &why);
/// To a request of a kind that is not known.
[[nodiscard]] QByteArray errorLine(const QString &request, const QString &why);

/// Of the member "request" of a can_use_tool.
[[nodiscard]] PermissionRequest permissionOf(const QJsonObject &request);

/// "kind" of a tool call event and of a permission.
[[nodiscard]] QString toolKind(const QString &tool);
/// What an operator wants to read of a call: the command, the file, the pattern.
[[nodiscard]] QString toolTitle(const QString &tool, const QJsonObject &input);
/// The files that a call names.
[[nodiscard]] QStringList toolPaths(const QJsonObject &input);

} // namespace assay::claude
