#include "core/diff/moves.h"

#include <QHash>

#include <algorithm>
#include <tuple>
#include <vector>

namespace assay::diff {
namespace {

constexpr int kLeastInk = 20;
constexpr int kPlacesLookedAt = 32; // of equal beginnings: a file of a thousand equal blocks stays cheap

/// One removed or added line of the whole change. Lines of one run stand behind each other.
struct Line {
    int file, line, run;
    QByteArrayView text;
    int ink; ///< letters and digits
};

int inkOf(QByteArrayView text)
{
    return int(std::ranges::count_if(text, [](char byte) {
        return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')
            || uchar(byte) >= 0x80;
    }));
}

struct Lines {
    std::vector<Line> all;
    void addRun(const BlobLines &lines, int file, int run, int start, int count)
    {
        for (int i = start; i < start + count; ++i) {
            const QByteArrayView text = lines.text(i).trimmed();
            all.push_back({.file = file, .line = i, .run = run, .text = text, .ink = inkOf(text)});
        }
    }
    [[nodiscard]] bool hasBlock(size_t at) const
    {
        const size_t last = at + MovedLines::kLeastLines - 1;
        return last < all.size() && all[last].run == all[at].run;
    }
    [[nodiscard]] size_t blockHash(size_t at) const
    {
        size_t hash = 0;
        for (size_t i = at; i < at + MovedLines::kLeastLines; ++i)
            hash = qHash(all[i].text, hash * 31 + 7);
        return hash;
    }
};

struct Block {
    size_t old, now;
    int count;
};

} // namespace

Moves movedLines(const QList<FileDiff> &files)
{
    Lines old, now;
    int run = 0;
    for (int f = 0; f < files.size(); ++f) {
        for (const LineChange &change : files[f].changes()) {
            old.addRun(files[f].before(), f, run, change.oldStart, change.oldCount);
            now.addRun(files[f].after(), f, run, change.newStart, change.newCount);
            ++run;
        }
    }
    QHash<size_t, std::vector<size_t>> beginnings;
    for (size_t i = 0; i < old.all.size(); ++i) {
        if (!old.hasBlock(i))
            continue;
        auto &places = beginnings[old.blockHash(i)];
        if (places.size() < kPlacesLookedAt)
            places.push_back(i);
    }
    Moves moves;
    std::vector<Block> blocks;
    qint64 budget = 1000 + 50 * qint64(old.all.size() + now.all.size());
    const auto equalFrom = [&](size_t o, size_t n) {
        int count = 0, ink = 0;
        const int oldRun = old.all[o].run, newRun = now.all[n].run;
        for (; o < old.all.size() && n < now.all.size() && old.all[o].run == oldRun && now.all[n].run == newRun
             && old.all[o].text == now.all[n].text;
             ++o, ++n, ++count)
            ink += now.all[n].ink;
        budget -= count;
        return ink >= kLeastInk ? count : 0;
    };
    for (size_t n = 0; n < now.all.size(); ++n) {
        if (!now.hasBlock(n))
            continue;
        if (budget < 0) {
            moves.complete = false;
            break;
        }
        const auto places = beginnings.constFind(now.blockHash(n));
        if (places == beginnings.cend())
            continue;
        for (const size_t o : *places) {
            // Not the middle of a block that was found at its beginning.
            const bool goesOn = o > 0 && n > 0 && old.all[o - 1].run == old.all[o].run
                && now.all[n - 1].run == now.all[n].run && old.all[o - 1].text == now.all[n - 1].text;
            if (goesOn)
                continue;
            if (const int count = equalFrom(o, n); count >= MovedLines::kLeastLines)
                blocks.push_back({.old = o, .now = n, .count = count});
        }
    }
    std::ranges::stable_sort(blocks, std::ranges::greater(), &Block::count);
    std::vector<bool> oldTaken(old.all.size(), false), newTaken(now.all.size(), false);
    for (const Block &block : blocks) {
        // What a longer block took at either end is cut off; one in the middle leaves the longer beginning.
        size_t from = 0, count = size_t(block.count);
        while (from < count && (oldTaken[block.old + from] || newTaken[block.now + from]))
            ++from;
        size_t end = from;
        while (end < count && !oldTaken[block.old + end] && !newTaken[block.now + end])
            ++end;
        if (end - from < MovedLines::kLeastLines)
            continue;
        int ink = 0;
        for (size_t i = from; i < end; ++i)
            ink += now.all[block.now + i].ink;
        if (ink < kLeastInk)
            continue;
        for (size_t i = from; i < end; ++i) {
            oldTaken[block.old + i] = true;
            newTaken[block.now + i] = true;
        }
        const Line &source = old.all[block.old + from], &target = now.all[block.now + from];
        moves.lines.append({.oldFile = source.file,
                            .oldLine = source.line,
                            .newFile = target.file,
                            .newLine = target.line,
                            .count = int(end - from)});
    }
    std::ranges::sort(moves.lines, [](const MovedLines &one, const MovedLines &other) {
        return std::tie(one.newFile, one.newLine) < std::tie(other.newFile, other.newLine);
    });
    return moves;
}

} // namespace assay::diff
