// What the engine recorded, named by the SHA-256 of its uncompressed bytes: evidence/sha256/ab/cd….
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"

namespace assay {

/// Thread-safe: every call opens its own files; two writers of the same bytes are harmless.
class EvidenceStore {
public:
    explicit EvidenceStore(QString folder) : m_folder(std::move(folder)) {}
    /// Stores (zstd when that is smaller) and syncs file and folder before it returns.
    [[nodiscard]] Result<Digest> put(QByteArrayView bytes);
    /// Fails when missing, or when the bytes no longer have that digest.
    [[nodiscard]] Result<QByteArray> get(const Digest &digest) const;
    [[nodiscard]] bool has(const Digest &digest) const;

private:
    QString m_folder;
};

} // namespace assay
