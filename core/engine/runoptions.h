// What the owner asks for when a run is made; kept in `run.created`, so that a set-up cut short can be resumed.
#pragma once

#include "core/domain/error.h"
#include "core/domain/policy.h"

#include <QJsonObject>

namespace assay {

/// Absent members leave what assay.toml or detection says.
struct RunOptions {
    QStringList gate;              ///< command lines
    std::optional<QStringList> prepare;
    QString agent;
    std::optional<int> iterations;
    std::optional<std::chrono::milliseconds> maxTime;
    std::optional<Supervision> supervision;
    std::optional<SuspectPolicy> suspectTests;
    std::optional<bool> contained;
    std::optional<bool> compareUncontained;
    std::optional<bool> agentContained;
    QString config;                ///< text of a configuration file named by the owner; else the base's assay.toml
    QString configName;

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static RunOptions fromJson(const QJsonObject &json);
    /// Over a policy read from assay.toml.
    void applyTo(Policy &policy) const;
};

/// What the demo's recording was made with, of <resources>/demo; how it is supervised is the caller's to say.
[[nodiscard]] RunOptions demoOptions(const QString &resources);

} // namespace assay
