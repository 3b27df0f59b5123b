// A change as one list of rows, file behind file, whatever of it is read already.
#pragma once

#include "core/domain/stoptoken.h"
#include "ui/diff/diffsection.h"

namespace assay::ui {

/// A line of a side.
struct DiffLine {
    int section = -1, line = -1;
    bool old = false;
    friend auto operator<=>(const DiffLine &, const DiffLine &) = default;
};

[[nodiscard]] inline size_t qHash(const DiffLine &line, size_t seed = 0)
{
    return qHashMulti(seed, line.section, line.line, line.old);
}

/// Look-ups are O(log n) in files and hunks, changes are linear in the files at most. Thread: GUI.
class DiffDocument {
public:
    /// What is the same change as before stays as it was read.
    void setFiles(const QList<diff::FileChange> &files);
    [[nodiscard]] qsizetype sectionCount() const { return m_sections.size(); }
    [[nodiscard]] const DiffSection &section(int section) const { return m_sections.at(section); }
    /// To change it by; the rows are counted anew afterwards.
    [[nodiscard]] DiffSection &edit(int section);
    /// To change what changes no row.
    [[nodiscard]] DiffSection &ink(int section) { return m_sections[section]; }
    [[nodiscard]] diff::Layout layout() const { return m_layout; }
    void setLayout(diff::Layout layout);
    void setMoves(const diff::Moves &moves);

    [[nodiscard]] int count() const { return starts().last(); } ///< rows
    struct Place {
        int section = -1;
        SectionRow row;
    };
    [[nodiscard]] Place at(int row) const;
    [[nodiscard]] int sectionOf(int row) const; ///< -1: there is none
    [[nodiscard]] int rowOf(int section, int sectionRow = 0) const;
    [[nodiscard]] int
    rowOf(const DiffLine &line) const; ///< that shows it, or the fold that hides it; else its file's head
    /// The line that a row shows on a side (unified: the only one, whatever `old` says); none: line -1.
    [[nodiscard]] DiffLine lineOf(int row, bool old) const;
    [[nodiscard]] const QList<int> &hunkRows() const; ///< ascending, of all files
    [[nodiscard]] int highestLine() const; ///< number, for the width of the number columns
    [[nodiscard]] QList<diff::Rows> allRows() const;

private:
    [[nodiscard]] const QList<int> &starts() const;
    QList<DiffSection> m_sections;
    diff::Layout m_layout = diff::Layout::Unified;
    mutable QList<int> m_starts; // empty: to be counted
    mutable QList<int> m_hunkRows;
    mutable bool m_hunksKnown = false;
    mutable int m_highest = 0;
};

/// The lines of the rows that hold the text, whatever the case of ASCII letters, in the order of the files; at most
/// 10,000 (`complete` false: there are more). For a worker.
struct DiffHits {
    QList<DiffLine> lines;
    bool complete = true;
};
[[nodiscard]] DiffHits findInRows(const QList<diff::Rows> &rows, const QString &text, const StopToken &stop = {});

} // namespace assay::ui
