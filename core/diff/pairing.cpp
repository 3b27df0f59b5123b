#include "core/diff/pairing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <ranges>
#include <vector>

namespace assay::diff {
namespace {

constexpr int kMostPairs = 1024;
constexpr qsizetype kMostBytes = 400; // of a line: enough to know it again
constexpr int kAlike = 50;            // per cent of the pairs of bytes

/// Which pairs of bytes occur in a line, blanks aside, as a set of 256 that keeps no order.
struct Sketch {
    std::array<quint64, 4> bits{};
    explicit Sketch(QByteArrayView line)
    {
        unsigned previous = 0;
        for (const char byte : line.first(std::min(line.size(), kMostBytes))) {
            if (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\0')
                continue;
            const unsigned pair = (previous * 251U + uchar(byte)) * 2654435761U >> 24U;
            bits[pair / 64] |= quint64(1) << (pair % 64);
            previous = uchar(byte);
        }
    }
    /// Per cent; 0 for lines without anything in them.
    [[nodiscard]] int similarity(const Sketch &other) const
    {
        int both = 0, either = 0;
        for (size_t i = 0; i < bits.size(); ++i) {
            both += std::popcount(bits[i] & other.bits[i]);
            either += std::popcount(bits[i] | other.bits[i]);
        }
        return either == 0 ? 0 : 100 * both / either;
    }
};

std::vector<Sketch> sketches(const BlobLines &lines, int start, int count)
{
    std::vector<Sketch> all;
    all.reserve(size_t(count));
    for (int i = 0; i < count; ++i)
        all.emplace_back(lines.text(start + i));
    return all;
}

} // namespace

QList<LineChange> pairedBlocks(const BlobLines &before, const BlobLines &after, const LineChange &change)
{
    const int m = change.oldCount, n = change.newCount;
    if (m == 0 || n == 0 || (m == 1 && n == 1) || qint64(m) * n > kMostPairs)
        return {change};
    const auto old = sketches(before, change.oldStart, m), now = sketches(after, change.newStart, n);
    const auto inStep = [&old, &now](size_t i) { return old[i].similarity(now[i]) >= kAlike; };
    if (m == n && std::ranges::all_of(std::views::iota(size_t(0), size_t(m)), inStep))
        return {change};
    // The greatest sum of similarities of alike pairs, in order, among the lines from i and from j on.
    std::vector<int> sums(size_t(m + 1) * size_t(n + 1), 0);
    const auto best = [&sums, n](int i, int j) -> int & { return sums[size_t(i) * size_t(n + 1) + size_t(j)]; };
    for (int i = m - 1; i >= 0; --i) {
        for (int j = n - 1; j >= 0; --j) {
            best(i, j) = std::max(best(i + 1, j), best(i, j + 1));
            if (const int alike = old[size_t(i)].similarity(now[size_t(j)]); alike >= kAlike)
                best(i, j) = std::max(best(i, j), alike + best(i + 1, j + 1));
        }
    }
    QList<LineChange> blocks{{.oldStart = change.oldStart, .newStart = change.newStart}};
    for (int i = 0, j = 0; i < m || j < n;) {
        LineChange &block = blocks.last();
        const bool pair = i < m && j < n && best(i, j) > best(i + 1, j) && best(i, j) > best(i, j + 1);
        if (pair) {
            // Lines before it that are out of step would push the pair apart.
            if (block.oldCount != block.newCount)
                blocks.append({.oldStart = block.oldEnd(), .newStart = block.newEnd()});
            ++blocks.last().oldCount;
            ++blocks.last().newCount;
            ++i;
            ++j;
        } else if (j == n || (i < m && best(i + 1, j) >= best(i, j + 1))) {
            ++block.oldCount;
            ++i;
        } else {
            ++block.newCount;
            ++j;
        }
    }
    return blocks;
}

} // namespace assay::diff
