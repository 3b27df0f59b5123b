// A line's text as it is painted, and where each of its characters stands there.
#pragma once

#include "core/diff/words.h"

namespace assay::ui {

/// Tabs become blanks up to the next stop; what would hide or turn the reading order is shown as \x1b, \u202e, and a byte
/// that is no character of the file's encoding as \xff. Linear; any thread.
class ShownLine {
public:
    static constexpr int kTab = 4;

    ShownLine() = default;
    explicit ShownLine(const QString &text); ///< as LineText has it

    [[nodiscard]] const QString &text() const { return m_text; }
    /// From a position in the line's text to one in what is shown, and back (of an escape: its begin).
    [[nodiscard]] qsizetype shownAt(qsizetype position) const;
    [[nodiscard]] qsizetype positionAt(qsizetype shown) const;
    [[nodiscard]] diff::Span shown(const diff::Span &span) const;

private:
    QString m_text;
    QList<qint32> m_starts; ///< of each position, and the end; empty where every character stands for itself
};

} // namespace assay::ui
