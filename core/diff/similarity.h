// How much of one file is in another, as git measures it for renames.
#pragma once

#include <QByteArrayView>

#include <vector>

namespace assay::diff {

/// A file as the lengths of its pieces by their hash: lines, or 64 bytes of a longer one. Their order does not matter,
/// nor do carriage returns before line feeds in what is no binary. Eight bytes a piece.
class Fingerprint {
public:
    static constexpr int kSame = 60'000; ///< git's scale: two equal files

    Fingerprint() = default;
    explicit Fingerprint(QByteArrayView bytes);
    /// Bytes that are in both, of the larger file's, on the scale to kSame.
    [[nodiscard]] int similarity(const Fingerprint &other) const;
    /// Whether two files of these sizes can be that similar at all.
    [[nodiscard]] static bool canReach(int similarity, qint64 size, qint64 otherSize);

private:
    struct Piece {
        quint32 hash, bytes;
    };
    std::vector<Piece> m_pieces; // by hash, each once
    qint64 m_size = 0;
};

} // namespace assay::diff
