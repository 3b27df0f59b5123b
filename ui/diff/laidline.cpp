#include "ui/diff/laidline.h"

#include "ui/look/formats.h"

#include <QPainter>

#include <cmath>

namespace assay::ui {
namespace {

constexpr quint8 inkBits = 7, wordsBit = 8, markedBit = 16;

CodeInk inkOf(quint8 look)
{
    return CodeInk(look & inkBits);
}

/// On the words' wash the text has its full ink.
QColor inkOf(quint8 look, const Colours &c)
{
    if (look & markedBit)
        return c.ink(Meaning::Unsure);
    return look & wordsBit || inkOf(look) == CodeInk::Text ? c.text : c.ink(inkOf(look));
}

std::optional<QColor> washOf(quint8 look, bool old, const Colours &c)
{
    if (look & markedBit)
        return c.wash(Meaning::Unsure);
    if (look & wordsBit)
        return old ? c.removedWords : c.addedWords;
    return {};
}

QColor selectionOf(const Colours &c)
{
    return c.dark ? c.line : c.selection.darker(112);
}

} // namespace

LaidLine::LaidLine(const diff::LineText &text, std::span<const FileInks::Span> inks, const QList<diff::Span> &words,
                   const QString &marked)
    : m_shown(text.text()),
      m_more(text.cut() > 0 ? Formats::cutOff(text.cut()) : QString()),
      m_length(text.text().size())
{
    QList<quint8> looks(m_shown.text().size(), 0);
    for (const FileInks::Span &ink : inks)
        look(looks, {ink.start, ink.length}, quint8(ink.ink), 0);
    for (const diff::Span &span : words)
        look(looks, span, wordsBit, 0xff);
    if (!marked.isEmpty()) {
        for (qsizetype at = text.text().indexOf(marked, 0, Qt::CaseInsensitive); at >= 0;
             at = text.text().indexOf(marked, at + marked.size(), Qt::CaseInsensitive))
            look(looks, {at, marked.size()}, markedBit, 0xff);
    }
    for (int i = 0; i < looks.size(); ++i) {
        if (m_runs.isEmpty() || m_runs.last().look != looks.at(i))
            m_runs.append({.start = i, .length = 0, .look = looks.at(i)});
        ++m_runs.last().length;
    }
    m_runs.squeeze();
}

void LaidLine::look(QList<quint8> &looks, const diff::Span &span, quint8 set, quint8 keep) const
{
    if (span.start >= m_length)
        return;
    const diff::Span shown = m_shown.shown(span);
    for (qsizetype i = shown.start; i < std::min(shown.end(), looks.size()); ++i)
        looks[i] = quint8((looks.at(i) & keep) | set);
}

void LaidLine::draw(QPainter &painter, const Monospaced &font, QPointF at, int left, int right, bool old,
                    const diff::Span &selected, const Colours &c) const
{
    if (font.canDraw(m_shown.text()))
        return drawRuns(painter, font, at, left, right, old, selected.length > 0 ? m_shown.shown(selected) : selected,
                        c);
    painter.setPen(c.text);
    QList<QTextLayout::FormatRange> formats;
    if (selected.length > 0) {
        const diff::Span shown = m_shown.shown(selected);
        QTextCharFormat format;
        format.setBackground(selectionOf(c));
        formats.append({.start = int(shown.start), .length = int(shown.length), .format = format});
    }
    layout(font.font(), old, c).draw(&painter, at, formats);
}

void LaidLine::drawRuns(QPainter &painter, const Monospaced &font, QPointF at, int left, int right, bool old,
                        const diff::Span &selected, const Colours &c) const
{
    const qreal wide = font.advance();
    const qreal high = QFontMetricsF(font.font()).height();
    const QStringView text = m_shown.text();
    const auto firstSeen = std::max(0, int((left - at.x()) / wide)), lastSeen = int((right - at.x()) / wide) + 1;
    const auto rect = [&](qsizetype start, qsizetype length) {
        return QRectF(at.x() + qreal(start) * wide, at.y(), qreal(length) * wide, high);
    };
    auto run = std::ranges::upper_bound(m_runs, firstSeen, {}, &Run::start);
    const auto begin = run == m_runs.begin() ? run : run - 1;
    for (run = begin; run != m_runs.end() && run->start <= lastSeen; ++run) {
        if (const auto wash = washOf(run->look, old, c))
            painter.fillRect(rect(run->start, run->length), *wash);
    }
    if (selected.length > 0)
        painter.fillRect(rect(selected.start, selected.length), selectionOf(c));
    for (run = begin; run != m_runs.end() && run->start <= lastSeen; ++run) {
        const int start = std::max(run->start, firstSeen), end = std::min(run->start + run->length, lastSeen + 1);
        if (start >= end)
            continue;
        painter.setPen(inkOf(run->look, c));
        font.draw(painter, {at.x() + start * wide, at.y()}, text.sliced(start, end - start),
                  !(run->look & markedBit) && inkOf(run->look) == CodeInk::Keyword);
        if (run->look & markedBit) {
            const qreal under = at.y() + high - 1;
            painter.drawLine(QPointF(at.x() + start * wide, under), QPointF(at.x() + end * wide - 1, under));
        }
    }
    if (!m_more.isEmpty() && text.size() <= lastSeen) {
        painter.setPen(c.text);
        painter.drawText(rect(text.size(), m_more.size() + 1), Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip, m_more);
    }
}

const QTextLayout &LaidLine::layout(const QFont &font, bool old, const Colours &c) const
{
    if (m_layout)
        return *m_layout;
    QList<QTextLayout::FormatRange> formats;
    for (const Run &run : m_runs) {
        if (run.look == 0)
            continue;
        QTextCharFormat format;
        format.setForeground(inkOf(run.look, c));
        if (const auto wash = washOf(run.look, old, c))
            format.setBackground(*wash);
        if (inkOf(run.look) == CodeInk::Keyword)
            format.setFontWeight(QFont::DemiBold);
        format.setFontUnderline(run.look & markedBit);
        formats.append({.start = run.start, .length = run.length, .format = format});
    }
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    m_layout = std::make_unique<QTextLayout>(m_shown.text() + m_more, font);
    m_layout->setTextOption(option);
    m_layout->setFormats(formats);
    m_layout->setCacheEnabled(true);
    m_layout->beginLayout();
    m_layout->createLine();
    m_layout->endLayout();
    return *m_layout;
}

qsizetype LaidLine::positionAt(const Monospaced &font, qreal x) const
{
    if (font.canDraw(m_shown.text()) || !m_layout)
        return m_shown.positionAt(std::clamp<qsizetype>(std::llround(x / font.advance()), 0, m_shown.text().size()));
    return m_shown.positionAt(m_layout->lineAt(0).xToCursor(x));
}

} // namespace assay::ui
