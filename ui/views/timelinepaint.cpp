// How the lane looks.
#include "ui/look/chip.h"
#include "ui/look/colours.h"
#include "ui/look/metrics.h"
#include "ui/views/runwords.h"
#include "ui/views/timelinelane.h"

#include <QPainter>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int clockApart = 96;

QString glyphOf(Moment::Kind kind, Meaning meaning)
{
    switch (kind) {
    case Moment::Checkpoint:
        return u"⚑"_s;
    case Moment::Question:
        return u"◆"_s;
    case Moment::Judged:
        return u"⚖"_s;
    case Moment::Ended:
        return u"■"_s;
    case Moment::Refuted:
    case Moment::Rewound:
    case Moment::IterationEnded:
    case Moment::Opened:
        break;
    }
    return glyph(meaning);
}

} // namespace

void TimelineLane::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const Colours &c = coloursOf(this);
    painter.fillRect(viewport()->rect(), c.ground);
    painter.translate(-scrolled(), 0);
    paintClock(painter);
    const int right = scrolled() + viewport()->width();
    for (qsizetype i = m_layout.firstBlockFrom(scrolled());
         i < m_layout.blocks.size() && m_layout.blocks.at(i).left() < right; ++i)
        paintBlock(painter, i);
    paintMarks(painter);
}

void TimelineLane::paintClock(QPainter &painter) const
{
    const Colours &c = coloursOf(this);
    painter.setFont(fontOf(Type::Quiet));
    const int bottom = TimelineLayout::marksTop + TimelineLayout::markHeight;
    const int from = scrolled(), to = from + viewport()->width();
    for (const TimeTick &tick : ticksOf(m_scale, m_line.start, from, to, clockApart)) {
        painter.fillRect(QRect(tick.x, gridStep, 1, bottom - gridStep), c.surface);
        painter.setPen(c.quiet);
        painter.drawText(QRect(tick.x + gridStep, 0, clockApart, TimelineLayout::clockHeight - gridStep),
                         Qt::AlignLeft | Qt::AlignVCenter, tick.text);
    }
    const int base = TimelineLayout::laneTop + TimelineLayout::blockHeight;
    painter.fillRect(QRect(0, base, std::max(m_scale.width(), to), 1), c.line);
    for (const TimeScale::Break &one : m_scale.breaks) {
        const QRect rest(m_scale.x(one.from), TimelineLayout::laneTop, TimeScale::breakWidth,
                         TimelineLayout::blockHeight);
        painter.setPen(c.quiet);
        painter.drawText(rest, Qt::AlignCenter, u"⋯"_s);
    }
}

void TimelineLane::paintBlock(QPainter &painter, qsizetype block) const
{
    const Colours &c = coloursOf(this);
    const TimelineBlock &one = m_line.blocks.at(block);
    const QRect rect = m_layout.blocks.at(block);
    const Tone &tone = c.tone(one.meaning);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool chosen = block == chosenBlock();
    painter.setPen(chosen ? QPen(c.text, hasFocus() ? 2 : 1) : Qt::NoPen);
    painter.setBrush(tone.wash);
    const qreal inset = chosen ? (hasFocus() ? 1 : 0.5) : 0;
    if (rect.width() >= 2 * corner)
        painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), corner, corner);
    else
        painter.fillRect(rect, tone.ink);
    painter.restore();
    paintSteps(painter, block);

    // What is said shrinks with the room: everything, the number, the glyph, nothing.
    const QString sign = one.held ? glyph(Meaning::Waiting) : one.running ? u"▸"_s : glyph(one.meaning);
    const QRect head
        = QRect(rect.left(), rect.top(), rect.width(), TimelineLayout::headHeight).adjusted(6, 2, -gridStep, 0);
    painter.setFont(fontOf(Type::Quiet));
    const QFontMetrics metrics = painter.fontMetrics();
    painter.setPen(tone.ink);
    const QString title = m_titles.value(block);
    const QString verdict = one.iteration == 0
        ? QString()
        : u" · "_s + (one.held ? RunWords::held() : RunWords::verdict(one.verdict, one.running));
    QString said = sign + u' ' + title + verdict;
    if (metrics.horizontalAdvance(said) > head.width())
        said = sign + u' ' + title;
    if (metrics.horizontalAdvance(said) > head.width() && one.iteration > 0)
        said = sign + u' ' + QString::number(one.iteration);
    if (metrics.horizontalAdvance(said) > head.width())
        said = metrics.horizontalAdvance(sign) <= rect.width() - gridStep ? sign : QString();
    const bool narrow = said == sign;
    painter.drawText(narrow ? QRect(rect.left(), head.top(), rect.width(), head.height()) : head,
                     (narrow ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextSingleLine, said);
}

void TimelineLane::paintSteps(QPainter &painter, qsizetype block) const
{
    const Colours &c = coloursOf(this);
    const TimelineBlock &one = m_line.blocks.at(block);
    painter.setFont(fontOf(Type::Quiet));
    const QFontMetrics metrics = painter.fontMetrics();
    for (qsizetype i = 0; i < one.steps.size(); ++i) {
        const QRect rect = m_layout.steps.at(block).at(i).adjusted(i == 0 ? gridStep : 1, 0, 0, -gridStep);
        if (rect.width() < 2)
            continue;
        const QString &result = one.steps.at(i).result;
        const Meaning meaning = meaningOfStep(result);
        // Only what did not pass has a colour of its own; the verdict already has one.
        const bool loud = result == "fail"_L1 || result == "hold"_L1;
        painter.fillRect(rect, loud ? c.ink(meaning) : c.ground);
        painter.setPen(loud ? c.ground : c.quiet);
        QString word = RunWords::stepShort(one.steps.at(i).name);
        if (loud)
            word = glyph(meaning) + u' ' + word;
        if (metrics.horizontalAdvance(word) + gridStep <= rect.width())
            painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, word);
        else if (loud && metrics.horizontalAdvance(glyph(meaning)) <= rect.width())
            painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, glyph(meaning));
    }
}

void TimelineLane::paintMarks(QPainter &painter) const
{
    const Colours &c = coloursOf(this);
    const int left = scrolled() - TimelineLayout::markWidth, right = scrolled() + viewport()->width();
    for (const TimelineLayout::MarkGroup &group : m_layout.groups) {
        if (group.rect.right() < left || group.rect.left() > right)
            continue;
        // The most urgent of a group gives the sign; the number tells that there are more.
        const auto urgency = [&](qsizetype mark) {
            const Meaning meaning = m_line.marks.at(mark).meaning;
            return meaning == Meaning::Waiting ? 3
                : meaning == Meaning::Refuted  ? 2
                : meaning == Meaning::Undone   ? 1
                                               : 0;
        };
        const TimelineMark &front = m_line.marks.at(*std::ranges::max_element(group.marks, {}, urgency));
        QString said = glyphOf(front.kind, front.meaning);
        if (group.marks.size() > 1)
            said += QString::number(group.marks.size());
        else if (front.kind == Moment::Checkpoint)
            said += front.id;
        painter.setFont(fontOf(Type::Quiet));
        painter.setPen(c.line);
        painter.drawLine(group.rect.center().x(), TimelineLayout::laneTop + TimelineLayout::blockHeight + 1,
                         group.rect.center().x(), group.rect.top() + 2);
        painter.setPen(c.ink(front.meaning));
        painter.drawText(group.rect, Qt::AlignCenter | Qt::TextSingleLine, said);
    }
}

} // namespace assay::ui
