// Paints the rows of a DiffDocument.
#pragma once

#include "ui/diff/diffdocument.h"
#include "ui/diff/diffgeometry.h"
#include "ui/diff/diffselection.h"
#include "ui/diff/laidline.h"
#include "ui/look/colours.h"

#include <QCache>

class QPainter;

namespace assay::ui {

/// What it paints from must be the same between two forget(). Thread: GUI.
class DiffPaint {
public:
    static constexpr qsizetype kLineLimit = 5'000;   ///< characters
    static constexpr qsizetype kLongLineLimit = 100'000;

    explicit DiffPaint(const DiffDocument &document) : m_document(document) { m_laid.setMaxCost(1'000'000); }
    void forget() { m_laid.clear(); } ///< lines, inks, font, colours or what is marked changed
    void setMarked(const QString &text);
    [[nodiscard]] const QString &marked() const { return m_marked; }
    void setLineLimit(qsizetype limit);
    [[nodiscard]] qsizetype lineLimit() const { return m_limit; }

    void paint(QPainter &painter, const DiffGeometry &geometry, int row, const DiffSelection &selection,
               const QFont &font, const Colours &colours);
    /// The line that `row` shows, laid out. `partner`: the line of the other side to compare words with, or -1.
    [[nodiscard]] const LaidLine &laid(const DiffLine &line, int partner);
    [[nodiscard]] const Monospaced &monospaced(const QFont &font);
    [[nodiscard]] qsizetype laidLines() const { return m_laid.size(); }
    /// Characters of a line that was painted, as they are shown.
    [[nodiscard]] qsizetype widthOf(const DiffLine &line) const
    {
        const LaidLine *known = m_laid.object(line);
        return known ? known->shownLength() : 0;
    }
    [[nodiscard]] int partnerOf(const diff::Row &row, bool old) const;

private:
    void paintHead(QPainter &painter, const QRect &rect, const DiffSection &section, const QFont &font,
                   const Colours &colours, int charWidth) const;
    /// What is said of the row's hunk: a bar beside all of its rows, words on the first.
    void paintMark(QPainter &painter, const QRect &rect, const DiffSection &section, const SectionRow &row,
                   const Colours &colours) const;
    void paintNote(QPainter &painter, const QRect &rect, const DiffNote &note, int left, const Colours &colours) const;
    void paintPicture(QPainter &painter, const QRect &rect, const DiffSection &section, int slice, int left,
                      const Colours &colours) const;
    void paintSide(QPainter &painter, const DiffGeometry &geometry, int row, const DiffDocument::Place &place, bool old,
                   const DiffSelection &selection, const QFont &font, const Colours &colours);

    const DiffDocument &m_document;
    QCache<DiffLine, LaidLine> m_laid;
    Monospaced m_font;
    QString m_marked;
    qsizetype m_limit = kLineLimit;
};

} // namespace assay::ui
