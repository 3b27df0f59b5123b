// Where things stand in a DiffView; in pixels of its viewport.
#pragma once

#include <QRect>

namespace assay::ui {

/// Unified: old number, new number, glyph, text. Side by side: number, glyph, text, twice.
struct DiffGeometry {
    static constexpr int kSideBySideColumns = 110; ///< characters that the width must hold to be worth two halves

    int rowHeight = 16, charWidth = 8;
    int digits = 3;
    int width = 800;
    bool sideBySide = false;
    int first = 0;    ///< the topmost row
    int scrolled = 0; ///< text moved to the left by this

    [[nodiscard]] int numberWidth() const { return (digits + 1) * charWidth; }
    [[nodiscard]] int halfLeft(bool old) const { return sideBySide && !old ? width - width / 2 : 0; }
    [[nodiscard]] int halfRight(bool old) const { return sideBySide && old ? width - width / 2 - 1 : width; }
    [[nodiscard]] int numberLeft(bool old) const { return sideBySide ? halfLeft(old) : old ? 0 : numberWidth(); }
    [[nodiscard]] int glyphLeft(bool old) const
    {
        return halfLeft(old) + (sideBySide ? 1 : 2) * numberWidth() + charWidth / 2;
    }
    [[nodiscard]] int textClip(bool old) const
    {
        return glyphLeft(old) + 2 * charWidth;
    } ///< text never paints left of it
    [[nodiscard]] int textLeft(bool old) const { return textClip(old) - scrolled; }
    [[nodiscard]] int textRoom() const { return halfRight(true) - textClip(true); } ///< pixels of text in a half
    [[nodiscard]] bool oldAt(int x) const { return sideBySide && x < halfLeft(false); }
    [[nodiscard]] int top(int row) const { return (row - first) * rowHeight; }
    [[nodiscard]] QRect rowRect(int row) const { return {0, top(row), width, rowHeight}; }
    [[nodiscard]] int rowAt(int y) const { return first + (y >= 0 ? y : y - rowHeight + 1) / rowHeight; }
    [[nodiscard]] int fullRows(int height) const { return height / rowHeight > 1 ? height / rowHeight : 1; }
};

} // namespace assay::ui
