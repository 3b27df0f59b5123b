// The whole policy as the journal's `run.configured` keeps it, and back. Lossless; durations are whole milliseconds.
#pragma once

#include "core/domain/error.h"
#include "core/domain/policy.h"

#include <QJsonObject>

namespace assay {

[[nodiscard]] QJsonObject policyToJson(const Policy &policy);
/// Keeps the default where a member is absent (an older journal) and fails on a member of another type or word.
[[nodiscard]] Result<Policy> policyFromJson(const QJsonObject &json);

} // namespace assay
