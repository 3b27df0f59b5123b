// A long text as lines over its bytes: nothing is decoded but what is painted.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

#include <memory>

namespace assay::ui {

/// What a line is, beside its text.
enum class LineKind : quint8 {
    Plain,
    Added,   ///< of a patch; its first byte is the sign, and is painted as a glyph instead
    Removed,
    Context, ///< of a patch, with a blank as its first byte
    Hunk,
    Heading, ///< begins another file or another part
    Note,    ///< said about what follows; quiet
};

struct LineMark {
    LineKind kind = LineKind::Plain;
    qint32 before = 0, after = 0; ///< its numbers in the old and the new file, from 1; 0 = it has none there
};

/// Inks of code: by lightness and weight first, since the hues have their meanings elsewhere.
enum class CodeInk : quint8 { Text, Keyword, Type, String, Number, Comment };

struct InkSpan {
    int start = 0, length = 0; ///< in what shown() gives
    CodeInk ink = CodeInk::Text;
};

/// Immutable once made, so that a worker makes it and the window paints it.
struct Lines {
    QByteArray bytes;
    QList<qint64> starts;             ///< of each line in bytes
    QList<LineMark> marks;            ///< one a line; empty: plain lines, numbered from 1
    QList<QList<InkSpan>> inks;       ///< of the first lines; may be empty
    QHash<qsizetype, QString> titles; ///< what stands for a line instead of its bytes
    qsizetype widest = 0;             ///< bytes of the longest line
    qint32 highest = 0;               ///< of the numbers in `marks`

    /// A last line without a line end is a line; an empty text has none.
    [[nodiscard]] static Lines of(const QByteArray &bytes);
    [[nodiscard]] qsizetype count() const { return starts.size(); }
    [[nodiscard]] LineMark mark(qsizetype line) const;
    [[nodiscard]] QByteArrayView raw(qsizetype line) const; ///< without its line end "\n"
    /// As it is painted: tabs become blanks, what would hide or turn the reading order is shown as \x1b, \u202e, and bytes
    /// that are not UTF-8 as \xff. At most 5,000 characters; what is cut off is told.
    [[nodiscard]] QString shown(qsizetype line) const;
    /// From `from` to the end and on from the start (backwards: the other way round), the line whose bytes hold the text,
    /// whatever the case of ASCII letters; -1: none. Long texts: for a worker.
    [[nodiscard]] qsizetype find(const QString &text, qsizetype from, bool backwards) const;
};

} // namespace assay::ui
