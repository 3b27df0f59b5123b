// What the engine recorded, named by the SHA-256 of its uncompressed bytes: evidence/sha256/ab/cd…, compressed with
// ".zst" behind the name. The layout is described in core/journal/README.md.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"

#include <memory>

namespace assay {

/// Thread-safe: every call opens its own files; two writers of the same bytes are harmless. Copies are one store.
class EvidenceStore {
public:
    /// `folder`: RunFolder::evidence(); made by the first put().
    explicit EvidenceStore(QString folder);
    /// Stores (zstd when that is smaller) and syncs file and folder before it returns. Bytes that are there already are
    /// not written again, and what this store has synced before not synced again; where what is there is damaged, they replace it.
    [[nodiscard]] Result<Digest> put(QByteArrayView bytes) const;
    /// Fails when missing, or when the bytes no longer have that digest.
    [[nodiscard]] Result<QByteArray> get(const Digest &digest) const;
    /// Whether there is a file of that name; get() tells whether it is intact.
    [[nodiscard]] bool has(const Digest &digest) const;

private:
    class Durable;
    QString m_folder;
    std::shared_ptr<Durable> m_durable;
};

} // namespace assay
