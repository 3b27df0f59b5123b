// A note for the next agent session: a bar that opens below the header, with the notes that wait to be told.
#pragma once

#include "ui/views/runview.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace assay::ui {

class Problem;

/// Notes that no session that has begun was told: given since the last one, oldest first. Pure.
[[nodiscard]] QList<NoteFact> pendingNotes(const RunState &state);

/// Thread: GUI. Hidden until open().
class NoteBar : public QWidget {
    Q_OBJECT
public:
    explicit NoteBar(const RunPlace &place, QWidget *parent = nullptr);
    void open();
    void close(); ///< what was typed stays for the next time
    [[nodiscard]] QPlainTextEdit *edit() const { return m_edit; }
    [[nodiscard]] QString pending() const; ///< as it is shown; empty when none waits

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void leave();
    void refresh();

    RunPlace m_place;
    QPlainTextEdit *m_edit;
    QPushButton *m_leave, *m_close;
    QLabel *m_pending;
    Problem *m_problem;
    bool m_telling = false;
};

} // namespace assay::ui
