// One run in a window: header, list of views, the view; commands as actions with keys.
#pragma once

#include "ui/run/engineroom.h"
#include "ui/views/runview.h"

#include <QMainWindow>

class QSlider;
class QSplitter;
class QStackedWidget;

namespace assay::ui {

class BudgetForm;
class NoteBar;
class Problem;
class RunHeader;
class ViewList;

/// Thread: GUI. Deletes itself when it is closed; an engine of this process goes on (Console asks before the last).
class RunWindow : public QMainWindow {
    Q_OBJECT
public:
    RunWindow(const RunFolder &folder, EngineRoom &engines, QWidget *parent = nullptr);
    ~RunWindow() override;

    [[nodiscard]] RunDocument &document() { return m_document; }
    [[nodiscard]] OwnerDesk &desk() { return m_desk; }
    [[nodiscard]] const QList<RunView *> &views() const { return m_views; }
    /// By object name ("overview", "audit", …); with an id, reveals it there.
    void showView(const QString &name, const QString &id = {});
    [[nodiscard]] RunView *currentView() const;
    /// Everything that can be done here now or later, for the palette.
    [[nodiscard]] QList<QAction *> commands() const;

Q_SIGNALS:
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QAction *action(const QString &text, const QKeySequence &key, const QString &toolTip,
                    const std::function<void()> &what);
    void makeActions();
    void makeViews();
    void chooseView(int number);
    void refresh();
    void refreshPast();
    void resume();
    void stop();
    void answer();
    void save() const;
    void restore();

    EngineRoom &m_engines;
    RunDocument m_document;
    OwnerDesk m_desk;
    QList<RunView *> m_views;
    QStackedWidget *m_stack;
    QSplitter *m_body;
    ViewList *m_list = nullptr;
    RunHeader *m_header = nullptr;
    Problem *m_problem, *m_refusal, *m_newer;
    NoteBar *m_note = nullptr;
    BudgetForm *m_budget = nullptr;
    QWidget *m_past;
    QSlider *m_slider;
    class QLabel *m_pastText;
    QAction *m_pause = nullptr, *m_step = nullptr, *m_stop = nullptr, *m_resume = nullptr, *m_answer = nullptr,
            *m_undo = nullptr, *m_skip = nullptr, *m_now = nullptr, *m_keys = nullptr;
    QList<QAction *> m_commands;
    QString m_newerTold;
};

} // namespace assay::ui
