// One file of a change as rows: its name, what is said of it in words, its lines, and what has to be said beside them.
#pragma once

#include "core/diff/moves.h"
#include "core/diff/rows.h"
#include "core/diff/warnings.h"
#include "core/journal/hunkdefence.h"
#include "core/journal/reviewmarks.h"
#include "ui/look/lines.h"
#include "ui/look/meaning.h"

#include <QImage>

namespace assay::ui {

/// Inks of a file's lines from the first on, one list for all of them; lines behind are plain. Small, since there are
/// millions: positions are in the line's text, as LineText has it, and none is far from its begin.
struct FileInks {
    struct Span {
        quint16 start = 0, length = 0;
        CodeInk ink = CodeInk::Text;
    };
    QList<Span> spans;
    QList<quint32> ends; ///< behind each line's last; empty: plain
    [[nodiscard]] std::span<const Span> line(qsizetype line) const;
};

/// A picture as it is shown, and how large it is.
struct Picture {
    QImage image; ///< null: it could not be decoded
    QSize size;   ///< pixels
};

/// What a worker made of one file.
struct ReadFile {
    Result<diff::FileDiff> diff = diff::FileDiff();
    std::optional<diff::Rows> rows; ///< of it, unopened; none: not made yet
    QList<diff::Warning> warnings;
    Picture before, after;
};

/// What marks on the hunks of files hang on: an id a hunk.
using HunkIds = QList<std::pair<diff::FileChange, QList<HunkId>>>;

/// A sentence beside the lines.
struct DiffNote {
    QString text;
    std::optional<Meaning> meaning; ///< where it needs a look
    int below = -1;                 ///< the row of diff::Rows it stands under; -1: above them all
    int hunk = -1;                  ///< the one that it is a comment on
    friend bool operator==(const DiffNote &, const DiffNote &) = default;
};

/// A row of a section; `line` is set where it is one of diff::Rows.
struct SectionRow {
    enum Kind : quint8 {
        Head,    ///< the file's name and status
        Note,    ///< DiffNote number `note`
        Picture, ///< slice `note` of the pictures
        Line,
    };
    Kind kind = Head;
    int note = -1;
    int lineRow = -1; ///< in diff::Rows
    diff::Row line;
};

/// A value; not read yet, it is its head alone. Thread: GUI.
class DiffSection {
public:
    static constexpr int kPictureRows = 10;

    DiffSection() = default;
    explicit DiffSection(diff::FileChange change);
    void take(const ReadFile &read, diff::Layout layout);
    void setInks(const FileInks &before, const FileInks &after);
    void dropInks()
    {
        setInks({}, {});
        m_inked = false;
    }
    void setMoves(QList<diff::MovedLines> from, QList<diff::MovedLines> to);
    void setRows(diff::Rows rows); ///< another projection of the same file
    void setHunks(const QList<HunkId> &hunks)
    {
        m_hunks = hunks;
        m_identified = true;
    } ///< one a hunk
    /// Those of its hunks and of itself among them. False: they are what they were.
    bool setMarks(const ReviewMarks &marks);
    /// Those of its hunks, and itself, that nothing would miss. False: as before.
    bool setDefences(const QMap<ReviewPlace, HunkFact> &facts);

    [[nodiscard]] const diff::FileChange &change() const { return m_change; }
    [[nodiscard]] bool isRead() const { return m_read; }
    [[nodiscard]] bool isInked() const { return m_inked; }
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    [[nodiscard]] const diff::Rows &rows() const { return m_rows; }
    [[nodiscard]] const diff::FileDiff &file() const { return m_rows.file(); }
    [[nodiscard]] const QList<DiffNote> &notes() const { return m_notes; }
    [[nodiscard]] const QList<diff::Warning> &warnings() const { return m_warnings; }
    [[nodiscard]] const QImage &picture(bool old) const { return old ? m_before.image : m_after.image; }
    [[nodiscard]] const FileInks &inks(bool old) const { return old ? m_oldInks : m_newInks; }

    /// Whether a mark can hang on what is shown: read whole, compared exactly, and its hunks' ids are known.
    [[nodiscard]] bool canBeMarked() const;
    [[nodiscard]] const QList<HunkId> &hunks() const { return m_hunks; }
    /// Of a hunk, or of the whole file (-1).
    [[nodiscard]] const ReviewMark &mark(int hunk) const;
    struct MarkCounts {
        int places = 0; ///< hunks, or 1 for a file that has none
        int reviewed = 0, leftOut = 0;
        int comments = 0, openComments = 0;
        int undefended = 0;
    };
    [[nodiscard]] MarkCounts markCounts() const;
    [[nodiscard]] bool isUndefended(int hunk) const; ///< a hunk, or the whole file (-1): judged, and nothing noticed
    [[nodiscard]] int lastRowOf(int hunk) const; ///< the row of diff::Rows that its last changed line is in
    [[nodiscard]] bool startsHunk(const SectionRow &row) const; ///< its first changed row: where its mark is said

    [[nodiscard]] int count() const;
    [[nodiscard]] SectionRow at(int row) const;
    [[nodiscard]] int rowOfLineRow(int lineRow) const; ///< a row of diff::Rows as one of this
    /// The rows that changed lines begin at.
    [[nodiscard]] QList<int> hunkRows() const;
    /// Where an old (or a new) line went (or came from): the move and the line in the other file.
    struct Moved {
        int file = 0, line = 0;
    };
    [[nodiscard]] std::optional<Moved> movedTo(int oldLine) const;
    [[nodiscard]] std::optional<Moved> movedFrom(int newLine) const;

private:
    void placeNotes();
    void placeComment(const ReviewMark &mark, int hunk);
    [[nodiscard]] int bodyStart() const; ///< the row of the first line
    [[nodiscard]] bool hasPictures() const { return !m_before.image.isNull() || !m_after.image.isNull(); }

    diff::FileChange m_change;
    bool m_read = false, m_inked = false, m_identified = false;
    std::optional<Error> m_error;
    diff::Rows m_rows;
    QList<diff::Warning> m_warnings;
    QList<DiffNote> m_notes; ///< those above all lines first, then by row
    int m_above = 0;         ///< how many of them stand above
    Picture m_before, m_after;
    FileInks m_oldInks, m_newInks;
    QList<diff::MovedLines> m_from, m_to; ///< by old line, by new line
    QList<HunkId> m_hunks;
    QList<ReviewMark> m_marks; ///< one a hunk; empty: none has one
    ReviewMark m_fileMark;
    QSet<int> m_undefended; ///< hunks; -1: the file, which has none
};

} // namespace assay::ui
