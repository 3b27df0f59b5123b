// The colours of the console, light and dark: the only place that names one.
#pragma once

#include "ui/look/lines.h"
#include "ui/look/meaning.h"

#include <QColor>
#include <QPalette>

class QWidget;

namespace assay::ui {

struct Tone {
    QColor ink;  ///< text and strokes; 4.5:1 or better on its wash, on ground and on surface (tests/look measures it)
    QColor wash; ///< the background of a chip, a card, a row
};

struct Colours {
    bool dark = false;
    QColor ground, surface, raised, line, text, quiet;
    QColor thumb;                                ///< of a scroll bar: 3:1 or better on ground
    QColor selection;                            ///< of rows; neutral, since colour is kept for meanings
    QColor added, addedWords, removed, removedWords; ///< of a diff
    [[nodiscard]] const Tone &tone(Meaning meaning) const { return tones[size_t(meaning)]; }
    [[nodiscard]] const QColor &ink(Meaning meaning) const { return tone(meaning).ink; }
    [[nodiscard]] const QColor &wash(Meaning meaning) const { return tone(meaning).wash; }
    [[nodiscard]] const QColor &ink(CodeInk code) const { return codeInks[size_t(code)]; }
    std::array<Tone, 7> tones;
    std::array<QColor, 6> codeInks; ///< of source code, on ground, added and removed
};

[[nodiscard]] const Colours &lightColours();
[[nodiscard]] const Colours &darkColours();
/// Those that go with a palette made by paletteOf(): a widget asks with its own, so a live switch needs no signal.
[[nodiscard]] const Colours &coloursFor(const QPalette &palette);
[[nodiscard]] const Colours &coloursOf(const QWidget *widget);
[[nodiscard]] QPalette paletteOf(const Colours &colours);

} // namespace assay::ui
