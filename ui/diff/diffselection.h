// What is selected in a DiffView: whole rows, or from one character to another.
#pragma once

#include "core/diff/words.h"

#include <algorithm>
#include <tuple>

namespace assay::ui {

struct DiffSelection {
    static constexpr qsizetype kWhole = -1;

    int anchor = 0, current = 0;                           ///< rows
    qsizetype anchorAt = kWhole, currentAt = kWhole;       ///< positions in their lines' texts
    bool old = false;                                      ///< of two halves, the one that it is in

    [[nodiscard]] int first() const { return std::min(anchor, current); }
    [[nodiscard]] int last() const { return std::max(anchor, current); }
    [[nodiscard]] bool isWhole() const { return anchorAt == kWhole; }
    [[nodiscard]] bool isEmpty() const { return !isWhole() && anchor == current && anchorAt == currentAt; }
    /// Of a row whose line has so many characters; empty when nothing of it is.
    [[nodiscard]] diff::Span of(int row, qsizetype length) const
    {
        if (row < first() || row > last())
            return {};
        if (isWhole())
            return {0, length};
        const bool down = std::tie(anchor, anchorAt) <= std::tie(current, currentAt);
        const qsizetype from = down ? anchorAt : currentAt, to = down ? currentAt : anchorAt;
        const qsizetype start = row == first() ? std::min(from, length) : 0;
        const qsizetype end = row == last() ? std::min(to, length) : length;
        return {start, end - start};
    }
};

} // namespace assay::ui
