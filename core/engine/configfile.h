// assay.toml: the owner's policy.
#pragma once

#include "core/domain/error.h"
#include "core/domain/policy.h"

#include <QJsonObject>

namespace assay {

/// One documented key: the table drives reading, `assay doctor --config`, the man page and the README's reference.
struct ConfigKey {
    QString name;     ///< "budget.iterations", "gate[].run"
    QString unit;     ///< "iterations", "duration: 90s, 10m, 2h", "text", …
    QString fallback; ///< the default as it would be written
    QString meaning;
};
[[nodiscard]] const QList<ConfigKey> &configKeys();

/// Reads over `policy` (defaults stay where a key is absent). Errors: line and column, key, value found, values
/// expected; an unknown key names the nearest known one.
[[nodiscard]] Status readConfig(QByteArrayView toml, const QString &fileName, Policy &policy);

/// "90s", "10m", "2h", "1h30m", "500ms".
[[nodiscard]] Result<std::chrono::milliseconds> parseDuration(const QString &text);
[[nodiscard]] QString formatDuration(std::chrono::milliseconds duration); ///< 0.52 s, 2:05, 1 h 04

/// The whole policy for the journal's `configured`, and back. Lossless.
[[nodiscard]] QJsonObject policyToJson(const Policy &policy);
[[nodiscard]] Result<Policy> policyFromJson(const QJsonObject &json);

} // namespace assay
