#include "ui/look/colours.h"

#include <QWidget>

namespace assay::ui {
namespace {

constexpr QRgb rgb(unsigned value)
{
    return 0xff000000U | value;
}

Tone tone(unsigned ink, unsigned wash)
{
    return {QColor(rgb(ink)), QColor(rgb(wash))};
}

} // namespace

const Colours &lightColours()
{
    static const Colours colours{
        .dark = false,
        .ground = QColor(rgb(0xFFFFFF)),
        .surface = QColor(rgb(0xF5F6F8)),
        .raised = QColor(rgb(0xFFFFFF)),
        .line = QColor(rgb(0xD5DAE1)),
        .text = QColor(rgb(0x1B1F24)),
        .quiet = QColor(rgb(0x56606B)),
        .thumb = QColor(rgb(0x858E99)),
        .selection = QColor(rgb(0xE3E7ED)),
        .added = QColor(rgb(0xE4F5E9)),
        .addedWords = QColor(rgb(0xB4E5C2)),
        .removed = QColor(rgb(0xFDEBEC)),
        .removedWords = QColor(rgb(0xF8C4C9)),
        .tones
        = {tone(0xB3261E, 0xFCEBEA), tone(0x17713A, 0xE6F4EA), tone(0x7A5200, 0xFFF3D6), tone(0x93430F, 0xFBEDE3),
           tone(0x1F55C4, 0xE8EFFC), tone(0x97205F, 0xFAE9F3), tone(0x56606B, 0xECEEF1)},
        .codeInks = {QColor(rgb(0x1B1F24)), QColor(rgb(0x1B1F24)), QColor(rgb(0x3D4A75)), QColor(rgb(0x4B5320)),
                     QColor(rgb(0x6B4423)), QColor(rgb(0x56606B))},
    };
    return colours;
}

const Colours &darkColours()
{
    static const Colours colours{
        .dark = true,
        .ground = QColor(rgb(0x15181C)),
        .surface = QColor(rgb(0x1C2025)),
        .raised = QColor(rgb(0x23282E)),
        .line = QColor(rgb(0x363D46)),
        .text = QColor(rgb(0xE4E8EC)),
        .quiet = QColor(rgb(0x9DA7B2)),
        .thumb = QColor(rgb(0x6C7682)),
        .selection = QColor(rgb(0x2D343C)),
        .added = QColor(rgb(0x13291B)),
        .addedWords = QColor(rgb(0x1E5433)),
        .removed = QColor(rgb(0x331A1D)),
        .removedWords = QColor(rgb(0x66292F)),
        .tones
        = {tone(0xFF9A91, 0x3A1C1A), tone(0x77D394, 0x15301F), tone(0xEEC468, 0x33290F), tone(0xF2A873, 0x36220F),
           tone(0x86AEFF, 0x182846), tone(0xF094C9, 0x371A2B), tone(0x9DA7B2, 0x272C33)},
        .codeInks = {QColor(rgb(0xE4E8EC)), QColor(rgb(0xE4E8EC)), QColor(rgb(0xB9C4EA)), QColor(rgb(0xC9D3A4)),
                     QColor(rgb(0xE0C29A)), QColor(rgb(0x9DA7B2))},
    };
    return colours;
}

const Colours &coloursFor(const QPalette &palette)
{
    return palette.color(QPalette::Active, QPalette::Base).lightness() < 128 ? darkColours() : lightColours();
}

const Colours &coloursOf(const QWidget *widget)
{
    return coloursFor(widget->palette());
}

QPalette paletteOf(const Colours &c)
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, const QColor &colour) { palette.setColor(role, colour); };
    set(QPalette::Window, c.surface);
    set(QPalette::WindowText, c.text);
    set(QPalette::Base, c.ground);
    set(QPalette::AlternateBase, c.surface);
    set(QPalette::Text, c.text);
    set(QPalette::PlaceholderText, c.quiet);
    set(QPalette::Button, c.dark ? c.raised : c.surface);
    set(QPalette::ButtonText, c.text);
    set(QPalette::BrightText, c.text);
    set(QPalette::ToolTipBase, c.raised);
    set(QPalette::ToolTipText, c.text);
    set(QPalette::Highlight, c.selection);
    set(QPalette::HighlightedText, c.text);
    set(QPalette::Accent, c.ink(Meaning::Waiting));
    set(QPalette::Link, c.ink(Meaning::Waiting));
    set(QPalette::LinkVisited, c.ink(Meaning::Waiting));
    set(QPalette::Light, c.dark ? c.raised : c.ground);
    set(QPalette::Midlight, c.line);
    set(QPalette::Mid, c.line);
    set(QPalette::Dark, c.dark ? c.ground : c.line);
    set(QPalette::Shadow, c.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.quiet);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.surface);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, c.quiet);
    return palette;
}

} // namespace assay::ui
