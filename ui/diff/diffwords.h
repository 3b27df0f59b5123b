// What is said of a changed file in words.
#pragma once

#include "ui/diff/diffsection.h"

#include <QCoreApplication>

namespace assay::ui {

class DiffWords {
    Q_DECLARE_TR_FUNCTIONS(DiffWords)
public:
    /// "modified", "renamed, 92 % the same"
    [[nodiscard]] static QString status(const diff::FileChange &change);
    [[nodiscard]] static QString statusGlyph(diff::FileStatus status); ///< "+", "−", "±", "→"
    /// The name, for one line; of a rename "old → new".
    [[nodiscard]] static QString name(const diff::FileChange &change);
    /// Facts above the lines, then what stands below some of them: warnings, a missing newline at the end.
    [[nodiscard]] static QList<DiffNote> notes(const diff::Rows &rows, const QList<diff::Warning> &warnings);
    /// "Picture: 16 × 16 becomes 32 × 32 pixels"
    [[nodiscard]] static QString pictures(const Picture &before, const Picture &after);
    /// "invisible character U+200B ZERO WIDTH SPACE, column 12"
    [[nodiscard]] static QString warning(const diff::Warning &warning, const diff::FileDiff &file);
    /// Of a Fold: "20 unchanged lines", with what the lines below are in.
    [[nodiscard]] static QString fold(const diff::Rows &rows, const diff::Row &row);
    [[nodiscard]] static QString cut(const diff::Rows &rows);
    /// Which counts: "Not at line ends".
    [[nodiscard]] static QString whitespace(diff::Whitespace mode);
};

} // namespace assay::ui
