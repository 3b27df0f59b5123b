// A long text as lines over its bytes: nothing is decoded but what is painted.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

#include <memory>

namespace assay::ui {

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
    QList<QList<InkSpan>> inks;       ///< of the first lines; may be empty
    QHash<qsizetype, QString> titles; ///< headings: what stands for a line instead of its bytes
    qsizetype widest = 0;             ///< bytes of the longest line

    /// A last line without a line end is a line; an empty text has none.
    [[nodiscard]] static Lines of(const QByteArray &bytes);
    [[nodiscard]] qsizetype count() const { return starts.size(); }
    [[nodiscard]] QByteArrayView raw(qsizetype line) const; ///< without its line end "\n"
    /// As it is painted: tabs become blanks, what would hide or turn the reading order is shown as \x1b, \u202e, and bytes
    /// that are not UTF-8 as \xff. At most 5,000 characters; what is cut off is told.
    [[nodiscard]] QString shown(qsizetype line) const;
    /// From `from` to the end and on from the start (backwards: the other way round), the line whose bytes hold the text,
    /// whatever the case of ASCII letters; -1: none. Long texts: for a worker.
    [[nodiscard]] qsizetype find(const QString &text, qsizetype from, bool backwards) const;
};

} // namespace assay::ui
