// assay.toml: the owner's policy. The keys are a promise to owners and hard to change later.
#pragma once

#include "core/domain/error.h"
#include "core/domain/policy.h"
#include "core/journal/policycodec.h"

#include <QJsonObject>

namespace assay {

/// One documented key: the table drives reading, `assay doctor --config-keys`, the man page and the README's reference.
/// "budget.iterations" is `iterations` in `[budget]`; "gate[].run" is `run` in each `[[gate]]`.
struct ConfigKey {
    QString name; ///< "budget.iterations", "gate[].run"
    QString unit; ///< "iterations", "duration: 90s, 10m, 2h", "text", …
    QString fallback; ///< the default as it would be written; empty = the key must be given
    QString meaning;
};
/// In the order of the reference: every key there is, none but these is read.
[[nodiscard]] const QList<ConfigKey> &configKeys();

/// The known key, "[section]" or "[[list]]" that an unknown name most likely meant; never empty.
[[nodiscard]] QString nearestConfigKey(const QString &unknown);

/// Reads over `policy` (defaults stay where a key is absent; a list that is given replaces the one there). Nothing is
/// changed on failure. Errors (Usage) tell of the first problem in the file: file, line and column; key and value
/// found; values expected; an unknown key names the nearest known one.
[[nodiscard]] Status readConfig(QByteArrayView toml, const QString &fileName, Policy &policy);

/// "90s", "10m", "2h", "1h30m", "500ms": whole numbers, larger unit first, each unit once. The error is of kind Usage.
[[nodiscard]] Result<std::chrono::milliseconds> parseDuration(const QString &text);
/// For readers: "0.52 s" below a minute, "2:05" below an hour, "1 h 04" above.
[[nodiscard]] QString formatDuration(std::chrono::milliseconds duration);

} // namespace assay
