// What an agent session is told: made from the state of the run, never from what an earlier session said of itself.
#pragma once

#include "core/engine/measurement.h"

namespace assay {

/// The prompt of an audit: the envelope, the gate, protected paths, what is declined or was put to the owner, notes,
/// the contract. Never earlier findings.
[[nodiscard]] Result<QString> auditBriefing(Measurement &measurement);
/// The prompt of a task or gate task: beside all that, its findings with their repros (copies the agent can run),
/// guards, the evidence of earlier attempts and the operator's comments.
[[nodiscard]] Result<QString> taskBriefing(Measurement &measurement, const Task &task);
/// The prompt of an evaluation: the change and the evidence, to be refuted.
[[nodiscard]] Result<QString> evaluationBriefing(Measurement &measurement, const QByteArray &patch);

} // namespace assay
