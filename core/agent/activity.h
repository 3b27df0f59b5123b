// What an activity event looks like, whoever sends it. One JSON object; "type" is one of kActivityTypes:
//   message, thought   text
//   tool_call          id, kind (read, search, edit, execute), title, status, locations [path, line]
//   plan               entries [content, status]
//   usage              input_tokens, output_tokens, cost: used since the session's last usage event; they add up
//   permission, rate_limit, as the agent gives them
//   output             stream ("stdout", "stderr"), text; `cut` = bytes of the line that were left out
#pragma once

#include "core/agent/agent.h"

namespace assay {

[[nodiscard]] bool isActivityType(QStringView type);

/// Adds a usage event's numbers to the session's; other events change nothing. Negative or unreadable ones are ignored.
void addUsage(SessionEnd &end, const QJsonObject &event);

} // namespace assay
