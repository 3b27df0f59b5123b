// The window while no run is open: the start page, and a new run.
#pragma once

#include <QMainWindow>

class QStackedWidget;

namespace assay::ui {

class Console;
class EngineRoom;
class NewRunPage;
class Problem;
class StartPage;

class StartWindow : public QMainWindow {
    Q_OBJECT
public:
    StartWindow(Console &console, EngineRoom &engines);
    ~StartWindow() override;
    [[nodiscard]] NewRunPage *newRun(const QString &target = {});
    [[nodiscard]] StartPage *start() const { return m_page; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    Console &m_console;
    QStackedWidget *m_stack;
    StartPage *m_page;
    NewRunPage *m_new;
    Problem *m_problem;
    QWidget *m_leaving; ///< asks what becomes of the runs at work
    class QLabel *m_leavingText;
};

} // namespace assay::ui
