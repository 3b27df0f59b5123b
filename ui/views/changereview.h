// Reviewing a change in the changes view: what the operator says of a hunk or a file, by key.
#pragma once

#include "ui/views/runview.h"

class QAbstractItemView;
class QMenu;

namespace assay::ui {

class AskForm;
class DiffPane;

/// What is said goes to the run as a command and comes back through the journal. It is about the hunk of the current row,
/// or about the current file: on its head, and while the list of files has the focus. Thread: GUI.
class ChangeReview : public QObject {
    Q_OBJECT
public:
    ChangeReview(const RunPlace &place, DiffPane *pane, QAbstractItemView *files, AskForm *ask, QWidget *parent);
    /// `isExported`: what is shown is what would be exported, base and now.
    void refresh(bool isExported);
    [[nodiscard]] QList<QAction *> commands() const;
    /// All that can be said of the subject, under its name, with the keys; then `more`.
    void fillMenu(QMenu *menu, const QList<QAction *> &more);

Q_SIGNALS:
    void judgingWanted(const QList<assay::ReviewPlace> &places);
    void asking(); ///< the form is about to ask for words: it needs the room
    void waitingChanged(const QString &sentence); ///< of marks that are shown and not recorded yet; empty: none

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    static constexpr int kNoHunk = -2; ///< a line of no hunk, with none above it
    /// What a mark would be about; section -1: nothing; hunk -1: the file.
    struct Subject {
        int section = -1, hunk = -1;
    };
    QAction *action(const QString &text, const QKeySequence &key, const std::function<void()> &what);
    void showMarks();
    [[nodiscard]] Subject subject() const;
    [[nodiscard]] bool isOnFolder() const; ///< the list of files has the focus, and one is chosen there
    [[nodiscard]] int hunkHere() const;
    [[nodiscard]] QList<ReviewPlace> placesOf(const Subject &subject) const;
    [[nodiscard]] QString whyNotJudged(const Subject &subject) const;
    [[nodiscard]] QString nameOf(const Subject &subject) const; ///< "a.py, line 5"
    [[nodiscard]] QString whyNotMarked(const Subject &subject) const;
    [[nodiscard]] QString whyNotLeftOut(const Subject &subject, bool leaveOut) const;
    /// All of what the subject is has it.
    [[nodiscard]] bool has(const Subject &subject, bool ReviewMark::*what) const;
    void tell(const Subject &subject, QStringView state, const QString &comment = {});
    void toggleReviewed();
    void comment();
    void give();
    void enable();
    [[nodiscard]] QJsonArray openComments() const;

    RunPlace m_place;
    DiffPane *m_pane;
    QAbstractItemView *m_files;
    AskForm *m_ask;
    QAction *m_reviewed, *m_leaveOut, *m_accept, *m_comment, *m_judge, *m_next, *m_give;
    ReviewMarks m_marks; ///< as they are shown: those of the run, and what waits to be recorded
    bool m_isExported = false;
};

} // namespace assay::ui
