// What an activity event looks like, whoever sends it. One JSON object; "type" is one of kActivityTypes:
//   message, thought   text
//   tool_call          id, kind (permissionKinds() in core/domain/permission.h), title, status, locations [path, line];
//                      once more with another status, and with output where it is over
//   plan               entries [content, status]
//   usage              input_tokens, output_tokens, cost: used since the session's last usage event; they add up.
//                      context_used, context_size: tokens now, where told
//   permission         id, kind, title, status (asked, allowed, rejected, cancelled), text: all of it for people
//   rate_limit         status, resets_at (seconds since 1970)
//   output             stream ("stdout", "stderr"), text; `cut` = bytes of the line that were left out
#pragma once

#include "core/agent/agent.h"

namespace assay {

[[nodiscard]] bool isActivityType(QStringView type);

/// Adds a usage event's numbers to the session's; other events change nothing. Negative or unreadable ones are ignored.
void addUsage(SessionEnd &end, const QJsonObject &event);

/// What an agent's stream told of its session: what was used, and, when it told the end, how it ended. The log stays.
void takeTold(SessionEnd &end, const SessionEnd &told, bool isOver);

} // namespace assay
