// Shows a change of many files: a painted view with virtual rows, unified or side by side, everything by keyboard.
#pragma once

#include "ui/diff/diffpaint.h"
#include "ui/look/painteditems.h"

#include <QAbstractScrollArea>

#include <functional>

class QMenu;

namespace assay::ui {

/// Thread: GUI. What it shows is told by setFiles() and the following; rows that appear above what is seen move nothing.
class DiffView : public QAbstractScrollArea, public PaintedItems {
    Q_OBJECT
public:
    static constexpr int kExpandedLines = 20;
    static constexpr qsizetype kInksKept = 4'000'000; ///< spans of files that are not seen

    explicit DiffView(QWidget *parent = nullptr);
    /// None: `placeholder` is said where the rows would be.
    void clear(const QString &placeholder);
    void setFiles(const QList<diff::FileChange> &files);
    void setRead(const QHash<RepoPath, ReadFile> &files);
    void setInks(const diff::FileChange &file, const FileInks &before, const FileInks &after);
    void setMoves(const diff::Moves &moves);
    void setHunks(const HunkIds &hunks); ///< from then on their marks are shown
    void setMarks(const ReviewMarks &marks);
    void setDefences(const QMap<ReviewPlace, HunkFact> &facts); ///< of the tree that is shown
    void setHits(const QString &text, const DiffHits &hits); ///< what was found; empty: nothing is marked
    void setSideBySide(bool wanted); ///< while it is wide enough
    void setWhole(bool whole); ///< all unchanged lines of every file
    void setLongLines(bool shown); ///< to 100,000 characters instead of 5,000

    [[nodiscard]] const DiffDocument &document() const { return m_document; }
    [[nodiscard]] const DiffSelection &selection() const { return m_selection; }
    [[nodiscard]] const DiffHits &hits() const { return m_hits; }
    [[nodiscard]] const QString &placeholder() const { return m_placeholder; }
    [[nodiscard]] bool isSideBySide() const { return m_document.layout() == diff::Layout::SideBySide; }
    [[nodiscard]] DiffGeometry geometryNow() const;
    [[nodiscard]] qsizetype laidLines() const { return m_paint.laidLines(); } ///< ready to be painted again
    /// What a row says, whole and in words: for a screen reader and for tests.
    [[nodiscard]] QString rowText(int row) const;
    [[nodiscard]] QString rowHint(int row) const; ///< its tool tip

    [[nodiscard]] int currentRow() const { return m_selection.current; }
    void setCurrentRow(int row, bool extend = false, bool onTop = false);
    [[nodiscard]] int currentFile() const { return m_document.sectionOf(m_selection.current); } ///< -1: none
    void goToFile(const RepoPath &path);
    void goToLine(int number); ///< from 1, in the new version of the current file; the nearest there is
    void goToHunk(bool backwards);
    void goToNextFile(bool backwards);
    void goToHit(bool backwards);
    void goToOpenHunk(); ///< the next one that is not reviewed, from the beginning again behind the last
    /// The hunk that the current row belongs to, in the current file; -1: the row is of the file as a whole.
    [[nodiscard]] int currentHunk() const;
    /// What Enter does: more of a fold (or all of it), the rest of a cut file. False: there is nothing to open.
    bool open(int row, bool all = false);
    /// What can be done on a row, which becomes the current one; others add to it (menuAsked).
    void openMenu(int row, QPoint globalPlace);

    [[nodiscard]] QString selectedText() const;
    void copy() const;

    [[nodiscard]] int itemCount() const override { return m_document.count(); }
    [[nodiscard]] QString itemText(int item) const override { return rowText(item); }
    [[nodiscard]] QRect itemRect(int item) const override { return geometryNow().rowRect(item); }
    [[nodiscard]] int itemAt(QPoint place) const override;
    [[nodiscard]] int currentItem() const override { return m_document.count() > 0 ? currentRow() : -1; }
    void chooseItem(int item) override;

Q_SIGNALS:
    void currentRowChanged(int row);
    void rowsChanged(); ///< there are others: what counts or places them does so anew
    void filesSeen(const QList<assay::diff::FileChange> &files); ///< not read, or without inks
    void inksLetGo(const assay::diff::FileChange &file); ///< it was not seen for long
    void wholeFileWanted(const assay::diff::FileChange &file);
    void menuAsked(QMenu *menu); ///< about the current row, before it is shown

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    /// A row as what it shows, to be found again among other rows.
    struct Anchor {
        RepoPath path;
        int sectionRow = 0;
        DiffLine line;
    };
    [[nodiscard]] Anchor anchorOf(int row) const;
    [[nodiscard]] int rowOf(const Anchor &anchor) const;
    /// Changes the rows and keeps what is on top and what is current where it was.
    void changeRows(const std::function<void()> &change);
    void fitScrollBars();
    void chooseLayout();
    void tellSeen(int first, int last);
    void letGoOfInks();
    void updateRows(int first, int last);
    [[nodiscard]] qsizetype positionAt(int row, int x, bool old) const;

    DiffDocument m_document;
    mutable DiffPaint m_paint{m_document};
    DiffSelection m_selection;
    DiffHits m_hits;
    ReviewMarks m_marks;
    QMap<ReviewPlace, HunkFact> m_defences;
    QList<RepoPath> m_inked; ///< files with inks, those that got them last behind
    QString m_placeholder;
    bool m_sideBySide = false, m_whole = false;
    qsizetype m_pressedAt = DiffSelection::kWhole;
    qsizetype m_widest = 0; ///< characters of the longest line laid out so far
};

} // namespace assay::ui
