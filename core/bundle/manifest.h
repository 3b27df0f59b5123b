// MANIFEST.json and MANIFEST.sha256: what a bundle holds, to the byte and the run bit.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"

#include <QJsonObject>

namespace assay {

struct BundleFile {
    QByteArray path;   ///< relative, '/'-separated, UTF-8
    Digest digest;
    qint64 size = 0;
    bool executable = false;
};

/// Canonical JSON: members sorted, no spaces, one newline at the end.
[[nodiscard]] QByteArray canonicalJson(const QJsonObject &json);

/// Every regular file below the folder, sorted by path. Refuses links, devices, set-uid bits and names that are not
/// UTF-8.
[[nodiscard]] Result<QList<BundleFile>> listBundle(const QString &folder);

/// Adds "files" to `facts` and writes both manifests into the folder, synced.
[[nodiscard]] Status writeManifest(const QString &folder, QJsonObject facts);

struct ManifestCheck {
    QJsonObject facts;       ///< of MANIFEST.json; use only when `problems` is empty
    QList<BundleFile> files; ///< what is there, both manifests left out
    QStringList problems;    ///< "fixes.patch: its SHA-256 is …, the manifest says …"
};
/// Reads and compares everything; executes nothing. An error when the folder is no bundle at all.
[[nodiscard]] Result<ManifestCheck> checkManifest(const QString &folder);

} // namespace assay
