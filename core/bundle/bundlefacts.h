// What a bundle says of itself (MANIFEST.json without the file list), and the checks that it carries.
#pragma once

#include "core/domain/policy.h"
#include "core/journal/runstate.h"

#include <QJsonArray>

namespace assay {

struct BundleCheck {
    CheckId id;
    FindingId finding;
    CheckRole role = CheckRole::Acceptance;
    QByteArray file;       ///< in the bundle: "repro/F1-a-plain-insert-is-lost.py"
    Digest evidence;       ///< in the run's store
    QByteArray fileName;   ///< suffix and all, as the agent named it
    QString title;
    bool presentAtBase = false;  ///< watched present on base in the run: must be present there again
    bool fixed = false;          ///< its finding is fixed: must be absent after
};

struct BundleFacts {
    QString run, assay;
    ObjectId base, baseTree, tree;
    Policy policy;               ///< gate, preparation, environment of checks; no agent
    QStringList unstable;        ///< keys of cases that never decide
    QList<BundleCheck> checks;
    QStringList mails;           ///< "series/0001-….patch"
    int basePassed = 0, baseFailed = 0, passed = 0, failed = 0;
    bool unproven = false;
    QJsonArray findings, proofs;

    [[nodiscard]] QJsonObject toJson() const;
    /// Errors name the member that does not fit.
    [[nodiscard]] static Result<BundleFacts> fromJson(const QJsonObject &json);
    [[nodiscard]] static Result<BundleFacts> of(const RunState &state);
};

/// "F1-a-plain-insert-is-lost.py": ASCII letters, digits, '-', '_' and '.' only.
[[nodiscard]] QByteArray safeFileName(const QString &title, const QByteArray &originalName);

} // namespace assay
