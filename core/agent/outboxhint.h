// What the prompt says of the form that the outbox expects: its schema and one example.
#pragma once

#include "core/agent/agent.h"

namespace assay {

/// "audit.json", "task.json" (tasks and gate tasks) or "evaluation.json".
[[nodiscard]] QString formName(SessionPurpose purpose);

/// The schema's text and an example that fits it, as Markdown. Reads `resourceFolder`/schemas and /prompts; fails when
/// the program's own files are missing.
[[nodiscard]] Result<QString> outboxHint(SessionPurpose purpose, const QString &resourceFolder);

} // namespace assay
