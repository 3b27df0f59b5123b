// A blob made of some of a file's hunks, and by what a hunk is known again.
#pragma once

#include "core/diff/filediff.h"

#include <QBitArray>

namespace assay::diff {

/// The old bytes with the hunks applied whose bit is set (one bit a hunk): none gives the old bytes, all give the new
/// ones, exactly. Lines are taken whole with the line ends of their side. Fails for a diff that ignores whitespace,
/// whose hunks are not all of the difference, for one without lines (binary, beyond the limit), and for another number
/// of bits than hunks.
[[nodiscard]] Result<QByteArray> withHunks(const FileDiff &file, const QBitArray &accepted);

/// What a review mark or a defence hangs on. The lines' hash is over the kind and bytes of the changed lines and of the
/// unchanged ones between them, so it does not depend on where the hunk stands; `occurrence` tells apart equal hunks of
/// a file. A mark follows content: with other blobs, equal path, lines and occurrence are the same hunk.
struct HunkIdentity {
    RepoPath path;
    ObjectId oldBlob, newBlob;
    Digest lines;
    int occurrence = 0;
    /// Equal ids in files of one path are the same content: the lines' hash, and which of several equal ones it is.
    [[nodiscard]] HunkId id() const;
    [[nodiscard]] bool sameContent(const HunkIdentity &other) const
    {
        return path == other.path && lines == other.lines && occurrence == other.occurrence;
    }
    friend bool operator==(const HunkIdentity &, const HunkIdentity &) = default;
};

/// One a hunk, in their order. Linear in the lines of the hunks.
[[nodiscard]] QList<HunkIdentity> hunkIdentities(const FileDiff &file);

} // namespace assay::diff
