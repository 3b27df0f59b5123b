#include "core/diff/similarity.h"

#include <algorithm>
#include <bit>

namespace assay::diff {
namespace {

constexpr quint32 kLongestPiece = 64;
// A piece's hash has to be git's, weak as it is: where thousands of files share a heading, pieces that are one to git
// and two to us decide which files count as renamed.
constexpr quint32 kHashes = 107927;
constexpr quint64 kUpperHalf = 0xffffffff00000000U;
constexpr qsizetype kLookedAtForNul = 8000;

} // namespace

Fingerprint::Fingerprint(QByteArrayView bytes) : m_size(bytes.size())
{
    const bool text = !bytes.first(std::min(bytes.size(), kLookedAtForNul)).contains('\0');
    std::vector<Piece> pieces;
    pieces.reserve(size_t(bytes.size()) / 32 + 1);
    quint64 state = 0;
    quint32 length = 0;
    const auto end = [&] {
        pieces.push_back({.hash = (quint32(state) + quint32(state >> 32U) * 97) % kHashes, .bytes = length});
        state = 0;
        length = 0;
    };
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const char byte = bytes[i];
        if (text && byte == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n')
            continue;
        state = std::rotl(state, 7);
        state = (state & kUpperHalf) | quint32(quint32(state) + uchar(byte));
        if (++length == kLongestPiece || byte == '\n')
            end();
    }
    if (length > 0)
        end();
    std::ranges::sort(pieces, {}, &Piece::hash);
    for (const Piece &piece : pieces) {
        if (!m_pieces.empty() && m_pieces.back().hash == piece.hash)
            m_pieces.back().bytes += piece.bytes;
        else
            m_pieces.push_back(piece);
    }
}

int Fingerprint::similarity(const Fingerprint &other) const
{
    qint64 both = 0;
    for (auto mine = m_pieces.begin(), its = other.m_pieces.begin();
         mine != m_pieces.end() && its != other.m_pieces.end();) {
        if (mine->hash == its->hash)
            both += std::min(mine->bytes, its->bytes);
        const quint32 least = std::min(mine->hash, its->hash);
        mine += mine->hash == least;
        its += its->hash == least;
    }
    const qint64 larger = std::max(m_size, other.m_size);
    return larger == 0 ? 0 : int(both * kSame / larger);
}

bool Fingerprint::canReach(int similarity, qint64 size, qint64 otherSize)
{
    const auto [smaller, larger] = std::minmax(size, otherSize);
    return larger * (kSame - similarity) >= (larger - smaller) * kSame;
}

} // namespace assay::diff
