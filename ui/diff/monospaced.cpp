#include "ui/diff/monospaced.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace assay::ui {

Monospaced::Monospaced(const QFont &font) : m_font(font)
{
    QString all;
    for (char16_t c = first; c <= last; ++c)
        all += QChar(c);
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    m_ascent = QFontMetricsF(font).ascent();
    m_advance = QFontMetricsF(font).horizontalAdvance(u'0');
    m_usable = m_advance > 0;
    for (const auto &[face, from] : {std::pair(&m_plain, font), std::pair(&m_bold, bold)}) {
        face->font = QRawFont::fromFont(from);
        const QList<quint32> glyphs = face->font.glyphIndexesForString(all);
        m_usable = m_usable && glyphs.size() == all.size() && !glyphs.contains(0);
        if (!m_usable)
            return;
        std::ranges::copy(glyphs, face->glyphs.begin());
        const QFontMetricsF metrics(from);
        for (const QChar c : std::as_const(all))
            m_usable = m_usable && std::abs(metrics.horizontalAdvance(c) - m_advance) < 0.01;
    }
}

bool Monospaced::canDraw(QStringView text) const
{
    return m_usable && std::ranges::all_of(text, [](QChar c) { return c >= first && c <= last; });
}

void Monospaced::draw(QPainter &painter, QPointF at, QStringView text, bool bold) const
{
    constexpr qsizetype most = 256;
    const Face &face = bold ? m_bold : m_plain;
    std::array<quint32, most> glyphs;
    std::array<QPointF, most> places;
    QGlyphRun run;
    run.setRawFont(face.font);
    at.ry() += m_ascent;
    for (qsizetype begin = 0; begin < text.size(); begin += most) {
        int count = 0;
        for (qsizetype i = begin; i < std::min(text.size(), begin + most); ++i) {
            if (text[i] == u' ')
                continue;
            glyphs[size_t(count)] = face.glyphs[size_t(text[i].unicode() - first)];
            places[size_t(count++)] = {qreal(i) * m_advance, 0};
        }
        if (count == 0)
            continue;
        run.setRawData(glyphs.data(), places.data(), count);
        painter.drawGlyphRun(at, run);
    }
}

} // namespace assay::ui
