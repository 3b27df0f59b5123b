// Paints the backlog's cells: chips and severities as everywhere, and a root cause's strikes as pips behind its name.
#pragma once

#include "ui/look/chip.h"

namespace assay::ui {

/// A pip for each strike, the third one marked; in pixels from the left end.
struct Pips {
    int strikes = 0;
    static constexpr int size = 8, step = 12, most = 12;
    [[nodiscard]] int shown() const { return std::min(strikes, most); }
    [[nodiscard]] int more() const { return strikes - shown(); } ///< told as a number
    [[nodiscard]] int left(int pip) const { return pip * step; }
    [[nodiscard]] int width() const { return shown() * step; }
    [[nodiscard]] static bool isMarked(int pip) { return pip == 2; }
};

class BacklogDelegate : public ChipDelegate {
    Q_OBJECT
public:
    using ChipDelegate::ChipDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace assay::ui
