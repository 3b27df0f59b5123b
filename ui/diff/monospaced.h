// A font in which every character is as wide as any other: text is drawn from a table of glyphs, without shaping.
#pragma once

#include <QFont>
#include <QRawFont>
#include <QStringView>

#include <array>

class QPainter;

namespace assay::ui {

/// Printable ASCII alone. A value; thread: GUI.
class Monospaced {
public:
    Monospaced() = default;
    explicit Monospaced(const QFont &font);
    [[nodiscard]] const QFont &font() const { return m_font; }
    [[nodiscard]] bool canDraw(QStringView text) const; ///< false for all where the font is not one of one width
    [[nodiscard]] qreal advance() const { return m_advance; }
    /// In the painter's pen; `at` is the top left corner.
    void draw(QPainter &painter, QPointF at, QStringView text, bool bold = false) const;

private:
    static constexpr char16_t first = 0x20, last = 0x7e;
    struct Face {
        QRawFont font;
        std::array<quint32, last - first + 1> glyphs{};
    };
    QFont m_font;
    Face m_plain, m_bold;
    qreal m_advance = 0, m_ascent = 0;
    bool m_usable = false;
};

} // namespace assay::ui
