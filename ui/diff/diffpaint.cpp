#include "ui/diff/diffpaint.h"

#include "ui/diff/diffwords.h"
#include "ui/diff/markwords.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace assay::ui {
void DiffPaint::setMarked(const QString &text)
{
    m_marked = text;
    forget();
}

void DiffPaint::setLineLimit(qsizetype limit)
{
    m_limit = limit;
    forget();
}

int DiffPaint::partnerOf(const diff::Row &row, bool old) const
{
    if (row.kind == diff::RowKind::Pair)
        return old ? row.newLine : row.oldLine;
    return row.partner;
}

const Monospaced &DiffPaint::monospaced(const QFont &font)
{
    if (m_font.font() != font)
        m_font = Monospaced(font);
    return m_font;
}

const LaidLine &DiffPaint::laid(const DiffLine &line, int partner)
{
    if (const LaidLine *known = m_laid.object(line))
        return *known;
    const DiffSection &section = m_document.section(line.section);
    const diff::BlobLines &lines = line.old ? section.file().before() : section.file().after();
    const diff::LineText text = lines.decoded(line.line, m_limit);
    QList<diff::Span> changed;
    if (partner >= 0) {
        const diff::BlobLines &others = line.old ? section.file().after() : section.file().before();
        const QString other = others.decoded(partner, m_limit).text();
        const diff::WordChanges words
            = line.old ? diff::wordChanges(text.text(), other) : diff::wordChanges(other, text.text());
        changed = line.old ? words.removed : words.added;
    }
    auto *made = new LaidLine(text, section.inks(line.old).line(line.line), changed, m_marked);
    m_laid.insert(line, made, std::min<qsizetype>(made->shownLength() + 64, m_laid.maxCost()));
    return *made;
}

void DiffPaint::paint(QPainter &painter, const DiffGeometry &geometry, int row, const DiffSelection &selection,
                      const QFont &font, const Colours &c)
{
    const DiffDocument::Place place = m_document.at(row);
    const QRect rect = geometry.rowRect(row);
    const DiffSection &section = m_document.section(place.section);
    const bool selected = selection.isWhole() && row >= selection.first() && row <= selection.last();
    const int left = geometry.textClip(true);
    switch (place.row.kind) {
    case SectionRow::Head:
        painter.fillRect(rect, selected ? c.selection : c.surface);
        return paintHead(painter, rect, section, font, c, geometry.charWidth);
    case SectionRow::Note:
        if (selected)
            painter.fillRect(rect, c.selection);
        return paintNote(painter, rect, section.notes().at(place.row.note), left, c);
    case SectionRow::Picture:
        return paintPicture(painter, rect, section, place.row.note, left, c);
    case SectionRow::Line:
        break;
    }
    const diff::Row &line = place.row.line;
    if (line.kind == diff::RowKind::Fold || line.kind == diff::RowKind::Cut) {
        painter.fillRect(rect, selected ? c.selection : c.surface);
        painter.setFont(fontOf(Type::Quiet));
        painter.setPen(line.kind == diff::RowKind::Cut ? c.ink(Meaning::Unsure) : c.quiet);
        const bool cut = line.kind == diff::RowKind::Cut;
        const QString text = cut ? DiffWords::cut(section.rows()) : DiffWords::fold(section.rows(), line);
        painter.drawText(QRect(geometry.glyphLeft(true), rect.top(), left, rect.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, cut ? glyph(Meaning::Unsure) : u"↕"_s);
        const QRect room = rect.adjusted(left, 0, -gap, 0);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
        return;
    }
    if (!geometry.sideBySide) {
        paintSide(painter, geometry, row, place, m_document.lineOf(row, false).old, selection, font, c);
    } else {
        paintSide(painter, geometry, row, place, true, selection, font, c);
        paintSide(painter, geometry, row, place, false, selection, font, c);
        painter.fillRect(QRect(geometry.halfLeft(false) - 1, rect.top(), 1, rect.height()), c.line);
    }
    if (line.kind != diff::RowKind::Context)
        paintMark(painter, rect, section, place.row, c);
}

void DiffPaint::paintMark(QPainter &painter, const QRect &rect, const DiffSection &section, const SectionRow &row,
                          const Colours &c) const
{
    const ReviewMark &mark = section.mark(row.line.hunk);
    const bool undefended = section.isUndefended(row.line.hunk);
    if (!mark.reviewed && !mark.leftOut && !undefended)
        return;
    const Meaning meaning = mark.leftOut ? Meaning::Undone : undefended ? Meaning::Unsure : Meaning::Good;
    painter.fillRect(QRect(rect.left() + 3, rect.top(), 3, rect.height()), c.ink(meaning));
    if (!section.startsHunk(row))
        return;
    painter.setFont(fontOf(Type::Quiet));
    const QString words = MarkWords::mark(mark, undefended);
    const int width = painter.fontMetrics().horizontalAdvance(words) + 2 * gap;
    const QRect chip(rect.right() - width - gap, rect.top() + 1, width, rect.height() - 2);
    painter.fillRect(chip, c.ground);
    painter.fillRect(chip, c.wash(meaning));
    painter.setPen(c.ink(meaning));
    painter.drawText(chip, Qt::AlignCenter, words);
}

void DiffPaint::paintSide(QPainter &painter, const DiffGeometry &geometry, int row, const DiffDocument::Place &place,
                          bool old, const DiffSelection &selection, const QFont &font, const Colours &c)
{
    const diff::Row &line = place.row.line;
    const DiffSection &section = m_document.section(place.section);
    const int number = old ? line.oldLine : line.newLine;
    const int left = geometry.sideBySide ? geometry.halfLeft(old) : 0;
    const int right = geometry.sideBySide ? geometry.halfRight(old) : geometry.width;
    const QRect rect(left, geometry.top(row), right - left, geometry.rowHeight);
    if (number < 0) { // the other half alone has something here
        painter.fillRect(rect, c.surface);
        return;
    }
    const bool changed = line.kind != diff::RowKind::Context;
    const bool whole = selection.isWhole() && row >= selection.first() && row <= selection.last();
    if (changed)
        painter.fillRect(rect, old ? c.removed : c.added);
    if (whole) {
        // Over a wash the selection is a bar at the left: added and removed must stay what they are.
        if (changed)
            painter.fillRect(QRect(rect.topLeft(), QSize(3, rect.height())), c.text);
        else
            painter.fillRect(rect, c.selection);
    }
    const Monospaced &characters = monospaced(font);
    painter.setFont(font);
    painter.setPen(c.quiet);
    const auto drawNumber = [&](int shown, bool side) {
        if (shown < 0)
            return;
        const QString digits = QString::number(shown + 1);
        const int width = geometry.numberWidth() - geometry.charWidth / 2;
        if (characters.canDraw(digits)) {
            const qreal free = width - qreal(digits.size()) * characters.advance();
            characters.draw(painter, {geometry.numberLeft(side) + free, rect.top() + 1.0}, digits);
        } else {
            painter.drawText(QRect(geometry.numberLeft(side), rect.top(), width, rect.height()),
                             Qt::AlignRight | Qt::AlignVCenter, digits);
        }
    };
    if (geometry.sideBySide) {
        drawNumber(number, old);
    } else {
        drawNumber(line.oldLine, true);
        drawNumber(line.newLine, false);
    }
    if (changed) {
        const bool moved = old ? section.movedTo(number).has_value() : section.movedFrom(number).has_value();
        painter.setPen(c.text);
        painter.drawText(QRect(geometry.glyphLeft(old), rect.top(), 2 * geometry.charWidth, rect.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         moved     ? u"↷"_s
                             : old ? u"−"_s
                                   : u"+"_s);
    }
    const LaidLine &laid = this->laid({place.section, number, old}, changed ? partnerOf(line, old) : -1);
    painter.save();
    painter.setClipRect(rect.adjusted(geometry.textClip(old) - left, 0, 0, 0), Qt::IntersectClip);
    diff::Span selected;
    if (!selection.isWhole() && (!geometry.sideBySide || selection.old == old))
        selected = selection.of(row, laid.length());
    laid.draw(painter, characters, QPointF(geometry.textLeft(old), rect.top() + 1), geometry.textClip(old), right, old,
              selected, c);
    painter.restore();
}

void DiffPaint::paintHead(QPainter &painter, const QRect &rect, const DiffSection &section, const QFont &font,
                          const Colours &c, int charWidth) const
{
    painter.fillRect(QRect(rect.topLeft(), QSize(rect.width(), 1)), c.line);
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    painter.setFont(fontOf(Type::Quiet));
    painter.setPen(c.quiet);
    QString said = DiffWords::status(section.change());
    if (!section.isRead())
        said = DiffWords::tr("%1 · reading…").arg(said);
    else if (section.file().added() + section.file().removed() > 0)
        said = u"%1 · +%2 −%3"_s.arg(said, Formats::count(section.file().added()),
                                     Formats::count(section.file().removed()));
    const DiffSection::MarkCounts counts = section.markCounts();
    if (counts.reviewed + counts.leftOut + counts.comments > 0)
        said = u"%1 · %2"_s.arg(said, MarkWords::counts(counts));
    const int width = painter.fontMetrics().horizontalAdvance(said) + gap;
    painter.drawText(rect.adjusted(0, 0, -gap, 0), Qt::AlignRight | Qt::AlignVCenter, said);
    painter.setFont(bold);
    painter.setPen(c.text);
    painter.drawText(QRect(charWidth / 2, rect.top(), 2 * charWidth, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     DiffWords::statusGlyph(section.change().status));
    const QRect room = rect.adjusted(5 * charWidth / 2, 0, -width - 2 * gap, 0);
    painter.drawText(
        room, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(DiffWords::name(section.change()), Qt::ElideMiddle, room.width()));
}

void DiffPaint::paintNote(QPainter &painter, const QRect &rect, const DiffNote &note, int left, const Colours &c) const
{
    painter.setFont(fontOf(Type::Quiet));
    QString text = note.text;
    painter.setPen(c.quiet);
    if (note.meaning) {
        painter.fillRect(rect, c.wash(*note.meaning));
        painter.setPen(c.ink(*note.meaning));
        text = u"%1 %2"_s.arg(glyph(*note.meaning), text);
    }
    const QRect room = rect.adjusted(left, 0, -gap, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
}

void DiffPaint::paintPicture(QPainter &painter, const QRect &rect, const DiffSection &section, int slice, int left,
                             const Colours &c) const
{
    const QRect block(left, rect.top() - slice * rect.height(), rect.width() - left - gap,
                      DiffSection::kPictureRows * rect.height());
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (const bool old : {true, false}) {
        const QImage &picture = section.picture(old);
        if (picture.isNull())
            continue;
        const QRect half(block.left() + (old ? 0 : block.width() / 2), block.top() + gap, block.width() / 2 - gap,
                         block.height() - 2 * gap);
        const QRect frame(half.topLeft(), half.size() - QSize(0, rect.height()));
        QSize size = picture.size();
        if (size.width() > frame.width() || size.height() > frame.height())
            size.scale(frame.size(), Qt::KeepAspectRatio);
        const QRect placed(frame.topLeft(), size);
        painter.drawImage(placed, picture);
        painter.setPen(c.line);
        painter.drawRect(placed.adjusted(0, 0, -1, -1));
        painter.setFont(fontOf(Type::Quiet));
        painter.setPen(c.quiet);
        painter.drawText(QRect(half.left(), placed.bottom() + 2, half.width(), rect.height()), Qt::AlignLeft,
                         old ? DiffWords::tr("before") : DiffWords::tr("after"));
    }
    painter.restore();
}

} // namespace assay::ui
